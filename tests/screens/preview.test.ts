import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { until, useScreens } from '#tests/browser.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, upload } from '#tests/make.ts';
import { docxOf, xlsxOf } from '#tests/office-files.ts';
import { readStored } from '#tests/readings.ts';
import { samplePaths } from '#tests/samples.ts';
import { profileOf } from '#tests/signed-in.ts';
import { adminPassword } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const phone = { viewport: { width: 390, height: 800 }, hasTouch: true };
const unbroken = `${'x'.repeat(251)}.txt`;
const hostile = '<img src=x onerror="document.title=`ran`">.txt';

/** A PDF of pages with one line each. */
function pdfOf(lines: readonly string[]): string {
  const pages = lines.map((_, at) => `${3 + 2 * at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages}] /Count ${lines.length} >>`,
    ...lines.flatMap((line, at) => {
      const drawing = `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + 2 * at} 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ].map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  return `%PDF-1.4\n${objects.join('')}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`;
}

/** A second of silence. */
function wav(): Buffer {
  const samples = 8000;
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(36 + samples, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 128)]);
}

test('the preview of a file', async (t) => {
  const screens = useScreens();
  let admin!: Visitor;
  let page!: Page;

  const panel = (on = page) => on.getByRole('dialog');
  const button = (name: string, on = page) => panel(on).getByRole('button', { name, exact: true });
  const title = async (name: string, on = page) => panel(on).getByRole('heading', { name, exact: true }).waitFor();
  const says = (text: string | RegExp, on = page) => panel(on).getByText(text).first().waitFor();
  const closed = () => panel().waitFor({ state: 'detached' });
  const sent = async (name: string, bytes: Buffer | string, type = 1) =>
    (await upload(admin, type, { name, bytes }))[0] as File;
  const open = async (file: { id: number }, on = page) => {
    await on.goto(`/files?preview=${file.id}`);
    await panel(on).waitFor();
  };
  const show = async (name: string, bytes: Buffer | string) => {
    const file = await sent(name, bytes);
    await open(file);
    return file;
  };
  const sample = async (name: string) => {
    const path = (await samplePaths()).find((one) => basename(one) === name);
    return path !== undefined && existsSync(path) ? readFileSync(path) : undefined;
  };
  const becomes = (context: TestContext, read: () => unknown, expected: unknown) =>
    context.waitFor(async () => assert.deepEqual(await read(), expected), { interval: 40, timeout: 15_000 });
  const focused = (on = page) => on.evaluate('document.activeElement.getAttribute("aria-label")');

  await t.test('a click on a name opens it; the list goes on in it, by button and by key', async (context) => {
    admin = await asAdmin(screens.test);
    const type = await makeFileType(screens.test, 'Waybill');
    for (const name of ['third.txt', 'second.txt', 'first.txt']) await sent(name, `this is ${name}`, type);
    page = await screens.open('/files', await profileOf(screens.test, 'admin@example.com', adminPassword));
    await page.getByRole('button', { name: 'Preview first.txt' }).click();
    await title('first.txt');
    await says('this is first.txt');
    await says('1 of 3');
    assert.match(page.url(), /\/files\?preview=\d+$/);
    assert.equal(await button('Previous file').getAttribute('aria-disabled'), 'true');

    await button('Next file').click();
    await says('this is second.txt');
    await says('2 of 3');
    await page.keyboard.press('ArrowRight');
    await says('this is third.txt');
    assert.equal(await button('Next file').getAttribute('aria-disabled'), 'true');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await says('this is second.txt');

    await page.reload();
    await says('this is second.txt');
    await says('2 of 3');
    await page.keyboard.press('Escape');
    await closed();
    await becomes(context, focused, 'Preview second.txt');
    assert.match(page.url(), /\/files$/);
  });

  await t.test('Back closes it; Enter opens it; the focus stays inside and goes back to the row', async (context) => {
    await page.goto('/files');
    await page.getByRole('button', { name: 'Preview first.txt' }).focus();
    await page.keyboard.press('Enter');
    await says('this is first.txt');
    const inside = 'Boolean(document.activeElement.closest("[role=dialog]"))';
    for (let tabs = 0; tabs < 9; tabs += 1) {
      assert.equal(await page.evaluate(inside), true);
      await page.keyboard.press('Tab');
    }
    await page.goBack();
    await closed();
    assert.match(page.url(), /\/files$/);
    await becomes(context, focused, 'Preview first.txt');
    await page.goForward();
    await says('this is first.txt');
    await button('Close').click();
    await closed();
  });

  await t.test('it walks past what the page shows, and a link knows its place there', async () => {
    const type = await makeFileType(screens.test, 'Many');
    const names = Array.from({ length: 34 }, (_, at) => ({ name: `many ${at + 1}.txt` }));
    const files = await upload(admin, type, ...names);
    const listed = await admin.call(filesContract.group, { group_id: type, group_by: 'file_type', limit: 100 });
    assert.equal(listed.body.files.length, files.length);
    await open(listed.body.files.at(-1) as File);
    await says('34 of 34');
    await open(listed.body.files[4] as File);
    await says('5 of 34');
    await button('Next file').click();
    await title(listed.body.files[5]?.filename ?? '');
    for (const at of [6, 7]) {
      await page.keyboard.press('Enter');
      await title(listed.body.files[at]?.filename ?? '');
      await says(`${at + 1} of 34`);
      assert.equal(await focused(), 'Next file');
    }
    await page.keyboard.press('Escape');
    await closed();
  });

  await t.test('its links: Download saves, the new tab has what View has', async () => {
    const file = await show('links.txt', 'to be saved');
    assert.equal(
      await panel().getByRole('link', { name: 'Open in new tab' }).getAttribute('href'),
      `/storage/${file.filepath}`,
    );
    const download = page.waitForEvent('download');
    await panel().getByRole('link', { name: 'Download' }).click();
    assert.equal((await download).suggestedFilename(), 'links.txt');
  });

  await t.test('a link to a file that is gone, or of a team one does not see, says so', async () => {
    const gone = await sent('gone.txt', 'gone');
    await admin.call(filesContract.remove, { id: gone.id });
    await open(gone);
    await says('This file does not exist or is no longer shared with you.');
    await page.keyboard.press('Escape');
    await closed();
    const kept = await sent('kept.txt', 'kept');
    const ulf = await makeUser(screens.test, { role: 3, team: await makeTeam(screens.test), name: 'Ulf' });
    const own = await screens.open(`/files?preview=${kept.id}`, await profileOf(screens.test, ulf.email));
    await says('This file does not exist or is no longer shared with you.', own);
    await own.goto('/files?preview=no-number');
    await own.getByRole('heading', { name: 'Files & Documents' }).waitFor();
    assert.equal(await panel(own).count(), 0);
    await own.close();
  });

  await t.test('a picture is fitted, and shown at its own size by click and by key', async (context) => {
    const noise = { width: 2400, height: 1800, channels: 3, background: '#2c5' } as const;
    await show('large.png', await sharp({ create: noise }).png().toBuffer());
    await button('Show at full size').waitFor();
    const width = () => page.evaluate('document.querySelector("[role=dialog] img").width');
    assert.ok(Number(await width()) < 1300);
    await panel().getByRole('img', { name: 'The picture large.png' }).click();
    await becomes(context, width, 2400);
    await page.keyboard.press('-');
    await button('Show at full size').click();
    await becomes(context, width, 2400);
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await show('broken.png', Buffer.concat([(await sharp({ create: noise }).png().toBuffer()).subarray(0, 60)]));
    await says('This file cannot be shown');
    await panel().getByRole('link', { name: 'Download' }).last().waitFor();
  });

  await t.test('a PDF is drawn page by page, with its text; a protected and a broken one say so', async () => {
    await show('pages.pdf', pdfOf(['Unload at gate four', 'Second page', 'Third page', 'Fourth page']));
    await panel().getByText('Unload at gate four').waitFor();
    await until(page, 'document.querySelectorAll("[role=dialog] canvas").length > 0');
    await says('Page 1 of 4');
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await panel().getByRole('region', { name: 'Page 4 of 4' }).scrollIntoViewIfNeeded();
    await panel().getByText('Fourth page').waitFor();
    await says(/^Page [34] of 4$/);

    const broken = '%PDF-1.7\nthis is no PDF';
    await show('broken.pdf', broken);
    await says('This file cannot be shown');
    const locked = await sample('libreoffice-writer-password.pdf');
    if (!locked) return;
    await show('locked.pdf', locked);
    await says('This PDF is protected with a password');
  });

  await t.test('text is shown as it is written, in its own characters, the first megabyte of it', async () => {
    await show('old.txt', Buffer.from('Gr\xfc\xdfe vom Kai\n', 'latin1'));
    await says('Grüße vom Kai');
    await show('page.html', '<!doctype html><title>x</title><script>document.title = "ran"</script><b>bold</b>');
    await says('<b>bold</b>');
    await show('picture.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=`ran`"/>');
    await says(/onload=/);
    assert.doesNotMatch(await page.title(), /ran/);
    await show('long.log', `${'a line of a log\n'.repeat(90_000)}the end`);
    await says('Only the first 1 MB is shown.');
    assert.equal(await panel().getByText('the end').count(), 0);
    await show('empty.txt', '');
    await says('This file is empty');
  });

  await t.test(
    'Markdown is laid out; HTML and pictures from elsewhere stay out; its source is a click away',
    async () => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await show(
        'notes.md',
        '# Arrival\n\nAt **gate 4**, see [the port](https://port.example/) or [not](javascript:alert(1)).\n\n' +
          '<b onclick="alert(1)">html</b> ![crane](https://spy.example/x.png)\n\n| Port | Rate |\n|---|---|\n| Rotterdam | 120 |\n',
      );
      await panel().getByRole('heading', { name: 'Arrival' }).waitFor();
      await panel().getByRole('cell', { name: 'Rotterdam' }).waitFor();
      const link = panel().getByRole('link', { name: 'the port' });
      assert.match(String(await link.getAttribute('rel')), /noopener/);
      assert.equal(await panel().getByRole('link', { name: 'not', exact: true }).count(), 0);
      assert.equal(await panel().locator('b, img').count(), 0);
      await says('Picture: crane');
      assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
      await panel().getByText('Source', { exact: true }).click();
      await says('# Arrival');
      assert.deepEqual(
        asked.filter((url) => url.includes('example')),
        [],
      );
    },
  );

  await t.test('tables of values are tables, the first thousand rows of them', async () => {
    const rows = Array.from({ length: 1500 }, (_, row) => `${row};"a ""quoted""; one";=1+1`).join('\n');
    await show('rates.csv', `number;text;sum\n${rows}\n`);
    await panel().getByRole('columnheader', { name: 'number' }).waitFor();
    await panel().getByRole('cell', { name: 'a "quoted"; one' }).first().waitFor();
    await says('Only the first 1,000 rows and 3 columns are shown.');
    assert.equal(await panel().getByRole('row').count(), 1001);
    await show('tabs.tsv', 'port\trate\nRotterdam, NL\t120\n');
    await panel().getByRole('cell', { name: 'Rotterdam, NL' }).waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
  });

  await t.test('sound and video play here and in a tab of their own; what cannot be played says so', async () => {
    const sound = await show('horn.wav', wav());
    await until(page, 'document.querySelector("audio")?.duration > 0.9');
    const tab = await page.context().newPage();
    await tab.goto(`/storage/${sound.filepath}`);
    await until(tab, 'document.querySelector("video, audio")?.readyState > 0');
    await tab.close();
    await show('broken.wav', wav().subarray(0, 40));
    await says('Your browser cannot play this file');
    const video = await sample('testMP4Video.mp4');
    if (!video) return;
    await show('crane.mp4', video);
    await until(page, 'document.querySelector("video")?.readyState > 0');
  });

  await t.test('an office document appears by itself once its page is made, and nothing in it can act', async () => {
    const text = '<w:p><w:r><w:t>Bill of lading</w:t></w:r></w:p>';
    const document = await sent('bill.docx', docxOf(text));
    const rates = await sent(
      'rates.xlsx',
      xlsxOf('<row r="1"><c r="A1" s="1"><v>45000</v></c></row>', { formats: ['yyyy'] }),
    );
    await open(document);
    await says('The preview is being made');
    await readStored(screens.test);
    await page.frameLocator('[role=dialog] iframe').getByText('Bill of lading').waitFor();
    assert.equal(await panel().locator('iframe').getAttribute('sandbox'), '');
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await open(rates);
    await page.frameLocator('[role=dialog] iframe').getByText('2023').waitFor();

    await show('damaged.docx', docxOf(text).subarray(0, 300));
    await says('The preview is being made');
    await readStored(screens.test);
    await says('The preview could not be made');
    await show('things.zip', Buffer.from([0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)]));
    await says('There is no preview of this kind of file');
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
  });

  await t.test('a picture that no browser shows is shown small', async () => {
    const tiff = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a52' } })
      .tiff()
      .toBuffer();
    const file = await sent('scan.tif', tiff);
    await readStored(screens.test);
    await open(file);
    await says('This is a small copy');
    await until(page, 'document.querySelector("[role=dialog] img")?.naturalWidth === 256');
  });

  await t.test('names are text, however long, and a phone shows all of it without scrolling sideways', async () => {
    const small = await screens.open('/files', {
      ...(await profileOf(screens.test, 'admin@example.com', adminPassword)),
      ...phone,
    });
    for (const name of [hostile, unbroken]) {
      const file = await sent(name, 'some text '.repeat(200));
      await open(file, small);
      await title(name, small);
      await says('some text', small);
      const sideways = 'document.querySelector("[role=dialog]").scrollWidth - innerWidth';
      assert.equal(await small.evaluate(sideways), 0);
      for (const control of ['Previous file', 'Next file', 'Close'])
        assert.ok(((await button(control, small).boundingBox())?.width ?? 0) >= 40, control);
    }
    assert.doesNotMatch(await small.title(), /ran/);
    assert.deepEqual(await violationsEverywhere(small, [390]), []);
    await small.close();
  });

  await t.test('and the page had no error', () => assert.deepEqual(screens.problems, []));
});
