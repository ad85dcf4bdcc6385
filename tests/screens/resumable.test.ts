import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { violations } from '#tests/axe.ts';
import { until, useScreens } from '#tests/browser.ts';
import { long } from '#tests/long.ts';
import { makeFileType, makeUser } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';

const megabyte = 1024 * 1024;

describe('large files on the upload page', () => {
  const screens = useScreens({ MAX_UPLOAD_BYTES: String(60 * megabyte) });
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stowage-large-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  // Each test begins with a page and a user of its own: unfinished uploads belong to a user and a browser profile.
  let page: Page;

  /** Writes a file with a fixed date. The content depends on the name. */
  const makeFile = async (name: string, megabytes: number) => {
    const path = join(folder, name);
    await writeFile(path, Buffer.alloc(megabytes * megabyte, `${name} `));
    await utimes(path, 1_790_000_000, 1_790_000_000);
    return path;
  };
  const start = async () => {
    await screens.closePages();
    const person = await makeUser(screens.test, { role: 3, team: 1 });
    page = await screens.open('/uploadPage', await profileOf(screens.test, person.email));
    await page.getByRole('radio').first().waitFor();
  };
  const choose = async (...paths: string[]) => {
    await page.getByLabel('Select Files').setInputFiles(paths);
    await page.getByRole('radio', { name: 'Document' }).check();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const press = (count: number) => button(`Upload ${count} File(s)`).click();
  const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  const emptied = () => page.getByText('No files selected yet', { exact: true }).waitFor();
  const uploaded = () => page.getByRole('status').filter({ hasText: 'Files uploaded successfully!' });
  const stored = async () =>
    screens.test.ctx.db.selectFrom('files').select(['filename', 'size', 'sha256']).orderBy('id').execute();
  const assertStored = async (name: string, size: number) => {
    const files = (await stored()).filter((file) => file.filename === name);
    const sha256 = createHash('sha256')
      .update(Buffer.alloc(size, `${name} `))
      .digest('hex');
    assert.deepEqual(
      files.map((file) => [file.size, file.sha256]),
      [[size, sha256]],
    );
  };
  const unfinished = async () =>
    screens.test.ctx.db.selectFrom('uploads').selectAll().where('finished_at', 'is', null).execute();
  /** Delays all pieces but the first of each upload until the returned function is called. */
  const pauseAfterOne = async () => {
    const held: Route[] = [];
    const begun = new Set<string>();
    await page.route('**/api/uploads/*', async (route) => {
      const url = route.request().url();
      if (route.request().method() !== 'PATCH' || !begun.has(url)) {
        if (route.request().method() === 'PATCH') begun.add(url);
        return route.continue();
      }
      held.push(route);
      return undefined;
    });
    return async () => {
      await page.unroute('**/api/uploads/*');
      // A cancelled request cannot continue.
      for (const route of held) await route.continue().catch(() => undefined);
    };
  };
  /** Uploads the chosen file. The server creates the upload; the page gets the answer when the returned function is called. */
  const holdCreation = async () => {
    const created = Promise.withResolvers<Route>();
    let isHeld = false;
    await page.route('**/api/uploads', (route) => {
      // The list of unfinished uploads has the same address.
      if (isHeld || route.request().method() !== 'POST') return route.continue();
      isHeld = true;
      return created.resolve(route);
    });
    await press(1);
    const route = await created.promise;
    const response = await route.fetch();
    return () => route.fulfill({ response });
  };
  /** Waits until the page shows the first piece as sent, and the server has all of it. */
  const reachesHalf = async (name: string) => {
    await row(name)
      .getByText(/^4\d%$/)
      .waitFor();
    const isThere = async () =>
      (await unfinished()).some((one) => one.filename === name && one.received === 8 * megabyte);
    for (let tries = 0; !(await isThere()); tries += 1) {
      if (tries > 300) throw new Error(`the first piece of ${name} did not arrive`);
      await sleep(50);
    }
  };

  test('a large and a small file together end with one toast and are stored intact', async () => {
    await start();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname.slice(0, 12)}`));
    const shown: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (['POST', 'PATCH'].includes(request.method())) shown.push(request.headers()['x-shown-user']);
    });
    await choose(await makeFile('film.bin', 17), await makeFile('note.bin', 1));
    await press(2);
    await uploaded().first().waitFor();
    assert.equal(await uploaded().count(), 1);
    await emptied();
    await assertStored('film.bin', 17 * megabyte);
    await assertStored('note.bin', megabyte);
    const count = (call: string) => calls.filter((one) => one === call).length;
    assert.deepEqual([count('POST /api/uploads'), count('PATCH /api/uploads'), count('POST /api/upload')], [1, 3, 1]);
    assert.ok(
      shown.every((user) => /^\d+$/.test(user ?? '')),
      'a write was sent without the user of the page',
    );
    assert.deepEqual(await unfinished(), []);
  });

  test('an upload is paused and resumed, and cancelling removes it from the server', async () => {
    await start();
    await choose(await makeFile('paused.bin', 17));
    const resume = await pauseAfterOne();
    await press(1);
    await reachesHalf('paused.bin');
    await button('Pause paused.bin').click();
    await row('paused.bin')
      .getByText(/^\d+% · Paused$/)
      .waitFor();
    await page.getByRole('status').getByText('Paused', { exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);
    await button('Resume paused.bin').click();
    await reachesHalf('paused.bin');
    await button('Cancel upload').click();
    await row('paused.bin').getByText('Cancelled', { exact: true }).waitFor();
    await until(page, `document.querySelector('button[aria-label="Retry paused.bin"]')`);
    await resume();
    await button('Retry paused.bin').click();
    await emptied();
    await assertStored('paused.bin', 17 * megabyte);
  });

  test('an upload waits while the network is away', async () => {
    await start();
    await choose(await makeFile('patient.bin', 17));
    const resume = await pauseAfterOne();
    await press(1);
    await reachesHalf('patient.bin');
    await page.context().setOffline(true);
    await resume();
    await row('patient.bin')
      .getByText(/^\d+% · No connection$/)
      .waitFor();
    await page.context().setOffline(false);
    await emptied();
    await assertStored('patient.bin', 17 * megabyte);
  });

  test('after a reload the same file continues, another one is refused, and one can be discarded', async () => {
    await start();
    const path = await makeFile('reloaded.bin', 17);
    await choose(path, await makeFile('unwanted.bin', 17));
    const resume = await pauseAfterOne();
    await press(2);
    await reachesHalf('reloaded.bin');
    await reachesHalf('unwanted.bin');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await resume();
    await page.getByRole('region', { name: '2 uploads can be resumed' }).waitFor();
    await row('reloaded.bin')
      .getByText(/^47% of 17.00 MB sent/)
      .waitFor();
    assert.deepEqual(await violations(page), []);

    await button('Discard unwanted.bin').click();
    await page.getByText('"unwanted.bin" was discarded.').waitFor();
    await page.getByRole('region', { name: '1 upload can be resumed' }).waitFor();
    assert.equal((await unfinished()).length, 1);

    const pick = async (file: string) => {
      const asked = page.waitForEvent('filechooser');
      await button('Choose file for reloaded.bin').click();
      await (await asked).setFiles(file);
    };
    await pick(await makeFile('other.bin', 1));
    await page
      .getByRole('alert')
      .getByText('This is not the file that was being uploaded as "reloaded.bin".')
      .waitFor();
    const offsets: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset']);
    });
    await pick(path);
    await uploaded().first().waitFor();
    await emptied();
    await page.getByRole('region', { name: /can be resumed/ }).waitFor({ state: 'detached' });
    assert.deepEqual(offsets, [String(8 * megabyte), String(16 * megabyte)]);
    await assertStored('reloaded.bin', 17 * megabyte);
  });

  test('an upload that was left a moment ago can be resumed on return', long, async () => {
    await start();
    await choose(await makeFile('left.bin', 17));
    const resume = await pauseAfterOne();
    await press(1);
    await reachesHalf('left.bin');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await button('Leave and stop').click();
    await page.getByRole('heading', { name: 'Files & Documents', level: 1 }).waitFor();
    await resume();
    await page.getByRole('link', { name: 'Upload Files', exact: true }).click();
    await page.getByRole('region', { name: '1 upload can be resumed' }).waitFor();
    await button('Discard left.bin').click();
    await page.getByText('"left.bin" was discarded.').waitFor();
  });

  test('three files are sent at a time; a cancelled one is removed, and the rest is stored', long, async () => {
    const names = ['one.bin', 'two.bin', 'three.bin', 'four.bin'];
    await start();
    await choose(...(await Promise.all(names.map((name) => makeFile(name, 17)))));
    const resume = await pauseAfterOne();
    await press(4);
    await row('four.bin').getByText('0% · Queued').waitFor();
    await until(page, `document.querySelectorAll('button[aria-label^="Pause "]').length === 4`);
    await button('Cancel two.bin').click();
    await row('two.bin').getByText('Cancelled', { exact: true }).waitFor();
    await resume();
    await uploaded().first().waitFor();
    for (const name of ['one.bin', 'three.bin', 'four.bin']) await assertStored(name, 17 * megabyte);
    assert.deepEqual(await unfinished(), []);
    await button('Retry two.bin').click();
    await emptied();
    await assertStored('two.bin', 17 * megabyte);
  });

  test('a file that is cancelled before the server has answered is removed as well', async () => {
    await start();
    await choose(await makeFile('early.bin', 17));
    const answerCreation = await holdCreation();
    await button('Cancel early.bin').click();
    await row('early.bin').getByText('Cancelled', { exact: true }).waitFor();
    const removed = page.waitForResponse((one) => one.request().method() === 'DELETE');
    await answerCreation();
    await removed;
    assert.deepEqual(await unfinished(), []);
  });

  test('a file that is paused and resumed before the server has answered is stored once', long, async () => {
    await start();
    await choose(await makeFile('hasty.bin', 17));
    const answerCreation = await holdCreation();
    await button('Pause hasty.bin').click();
    await row('hasty.bin').getByText('0% · Paused').waitFor();
    await button('Resume hasty.bin').click();
    await emptied();
    const removed = page.waitForResponse((one) => one.request().method() === 'DELETE');
    await answerCreation();
    await removed;
    await assertStored('hasty.bin', 17 * megabyte);
    assert.deepEqual(await unfinished(), []);
  });

  test('a refused file is refused before its first byte, and can be tried again', long, async () => {
    const gone = await makeFileType(screens.test, 'Short-lived');
    await start();
    await choose(await makeFile('refused.bin', 17), await makeFile('too large.bin', 61));
    await page.getByRole('radio', { name: 'Short-lived' }).check();
    await screens.test.ctx.db.deleteFrom('file_types').where('id', '=', gone).execute();
    let pieces = 0;
    page.on('request', (request) => (pieces += Number(request.method() === 'PATCH')));
    await press(2);
    const toast = page.getByRole('alert').filter({ hasText: 'Upload failed' });
    await toast.waitFor();
    await row('refused.bin').getByText('This file type no longer exists. Choose another one.').waitFor();
    await row('too large.bin')
      .getByText('"too large.bin" is larger than the limit of 60.00 MB for one file.')
      .waitFor();
    assert.deepEqual(await violations(page), []);
    assert.equal(pieces, 0);
    await button('Remove too large.bin').click();
    await page.getByRole('radio', { name: 'Document' }).check();
    await press(1);
    await emptied();
    await assertStored('refused.bin', 17 * megabyte);
  });

  test('an upload whose file type is deleted starts anew with another type', long, async () => {
    const gone = await makeFileType(screens.test, 'Deleted soon');
    // The page would choose the only type that is left.
    await makeFileType(screens.test, 'Kept');
    await start();
    await choose(await makeFile('moved.bin', 17));
    await page.getByRole('radio', { name: 'Deleted soon' }).check();
    const resume = await pauseAfterOne();
    await press(1);
    await reachesHalf('moved.bin');
    await screens.test.ctx.db.deleteFrom('file_types').where('id', '=', gone).execute();
    await resume();
    await row('moved.bin').getByText('This file type no longer exists. Choose another one.').waitFor();
    await page.getByRole('radio', { name: 'Deleted soon' }).waitFor({ state: 'detached' });
    await page.getByText('Please select a file type before uploading').waitFor();
    assert.deepEqual(await unfinished(), []);
    await page.getByRole('radio', { name: 'Document' }).check();
    await press(1);
    await emptied();
    await assertStored('moved.bin', 17 * megabyte);
  });

  test('a file that is refused for its type is stored with the type that is chosen before Retry', async () => {
    const gone = await makeFileType(screens.test, 'Soon deleted');
    await start();
    await choose(await makeFile('retyped.bin', 17));
    await page.getByRole('radio', { name: 'Soon deleted' }).check();
    await screens.test.ctx.db.deleteFrom('file_types').where('id', '=', gone).execute();
    await press(1);
    await row('retyped.bin').getByText('This file type no longer exists. Choose another one.').waitFor();
    await page.getByRole('radio', { name: 'Document' }).check();
    await button('Retry retyped.bin').click();
    await emptied();
    await assertStored('retyped.bin', 17 * megabyte);
  });

  test('a file whose type is changed after a failure is sent anew with that type', async () => {
    const letter = await makeFileType(screens.test, 'Letter');
    await start();
    await choose(await makeFile('letter.bin', 17));
    const noDisk = { status: 507, json: { message: 'The disk is full.', code: 'store.full' } };
    let pieces = 0;
    await page.route('**/api/uploads/*', (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      pieces += 1;
      return pieces === 2 ? route.fulfill(noDisk) : route.continue();
    });
    await press(1);
    await row('letter.bin').getByText('The disk is full.').waitFor();
    await page.getByRole('radio', { name: 'Letter' }).check();
    await press(1);
    await emptied();
    await assertStored('letter.bin', 17 * megabyte);
    const { file_type_id } = await screens.test.ctx.db
      .selectFrom('files')
      .select('file_type_id')
      .where('filename', '=', 'letter.bin')
      .executeTakeFirstOrThrow();
    assert.equal(file_type_id, letter);
    assert.deepEqual(await unfinished(), []);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
