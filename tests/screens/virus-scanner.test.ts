import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { useScreens } from '#tests/browser.ts';
import { clamdProgram, startClamd, virus } from '#tests/clamd.ts';
import type { Clamd } from '#tests/clamd.ts';
import { makeTeam, makeUser, signedIn, upload } from '#tests/make.ts';
import { scanForViruses } from '../../src/app/server/jobs/scan-for-viruses.job.ts';

describe('the virus scanner on screen', { skip: !clamdProgram && 'needs clamd (the package clamav-daemon)' }, () => {
  let clamd: Clamd;
  const environment: Record<string, string> = {};
  before(async () => {
    clamd = await startClamd();
    environment['CLAMAV_URL'] = clamd.socketUrl;
  });
  after(() => clamd?.remove());

  const screens = useScreens(environment, async (app) => {
    const team = await makeTeam(app);
    const [ana, ben] = [await makeUser(app, { role: 2, team }), await makeUser(app, { role: 3, team })];
    return { ben, uploader: await signedIn(app, ana.email) };
  });
  const scan = () => scanForViruses().run(screens.test.ctx, new AbortController().signal);
  const rowOf = (page: Page, name: string) => page.locator('[data-file-row]').filter({ hasText: name });
  const preview = (page: Page) => page.getByRole('dialog');

  test('a file that waits for its scan says why it cannot be opened, and opens after the scan', async () => {
    const { ben, uploader } = screens.world;
    await upload(uploader, 1, { name: 'offer.txt', bytes: 'three winches' });
    const page = await screens.visit('/files', ben.email);
    const row = rowOf(page, 'offer.txt');
    await row.getByText('Not scanned for viruses yet. Until then only the uploader can open it.').waitFor();

    let downloads = 0;
    page.on('download', () => (downloads += 1));
    const refused = page.getByRole('alert').filter({ hasText: 'offer.txt has not been scanned for viruses yet.' });
    await row.getByRole('link', { name: 'Download' }).click();
    await refused.waitFor();
    await refused.getByRole('button').click();
    await row.getByRole('checkbox').check();
    await page.getByRole('link', { name: 'Download as ZIP' }).click();
    await refused.waitFor();
    assert.equal(downloads, 0);

    await row.getByRole('button', { name: /^View / }).click();
    await preview(page).getByText('This file has not been scanned for viruses yet').waitFor();
    assert.equal(await preview(page).getByRole('link', { name: 'Download' }).count(), 0);
    await scan();
    await preview(page).getByText('three winches').waitFor();
    await preview(page).getByRole('button', { name: 'Close' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('link', { name: 'Download' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'offer.txt');
    assert.deepEqual(screens.problems, []);
  });

  test('the notification about a virus opens the file, which says what to do', async () => {
    await upload(screens.world.uploader, 1, { name: 'bad.txt', bytes: `words ${virus.text}` });
    await scan();
    const page = await screens.visit('/notifications');
    await page.getByRole('link', { name: 'Virus found' }).click();
    await preview(page).getByText(`The virus scanner found ${virus.name}.`).waitFor();
    await preview(page).getByText('Delete it, or replace it with a clean one.').waitFor();
    await preview(page).getByRole('button', { name: 'Close' }).click();
    await rowOf(page, 'bad.txt').getByText('Contains a virus. Nobody can open it.').waitFor();
    assert.deepEqual(screens.problems, []);
  });
});
