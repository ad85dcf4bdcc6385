import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { violations } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { asAdmin } from '#tests/make.ts';
import { profileOf } from '#tests/signed-in.ts';
import { adminPassword } from '#tests/test-app.ts';

test('the page that shows the calls', async (t) => {
  const screens = useScreens();
  const open = async (options: BrowserContextOptions = {}) =>
    screens.open('/api/docs', { ...(await profileOf(screens.test, 'admin@example.com', adminPassword)), ...options });
  const teamNames = async () => {
    const answer = await (await asAdmin(screens.test)).send({ method: 'GET', url: '/api/teams' });
    return answer.json<{ name: string }[]>().map(({ name }) => name);
  };

  await t.test('makes them, by keyboard, as whoever reads it', async () => {
    const page = await open();
    const create = page.locator('#post-api-teams');
    await create.getByText('Try it').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await create.getByRole('textbox', { name: 'Body' }).inputValue(), '{\n  "name": ""\n}');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('{"name": "Ropes & <Rigging>"}');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await create.getByText(/^201 Created · \d+ ms · POST \/api\/teams$/).waitFor();
    assert.equal(JSON.parse(await create.getByLabel('Answer').innerText()).name, 'Ropes & <Rigging>');
    assert.ok((await teamNames()).includes('Ropes & <Rigging>'));
  });

  await t.test('shows refusals, fills addresses, sends forms, and ends what has no end', async () => {
    const page = await open();
    const find = page.locator('#get-api-files-id');
    await find.getByText('Try it').click();
    await find.getByLabel('id').fill('99/1');
    await find.getByRole('button', { name: 'Send' }).click();
    await find.getByText(/^404 Not Found .* GET \/api\/files\/99%2F1$/).waitFor();
    await find.getByText('"message"').waitFor();

    const upload = page.locator('#post-api-upload');
    await upload.getByText('Try it').click();
    await upload.getByLabel('file_type_id').fill('1');
    await upload
      .getByLabel('files[]')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await upload.getByRole('button', { name: 'Send' }).click();
    await upload.getByText(/^201 Created/).waitFor();

    const events = page.locator('#get-api-events');
    await events.getByText('Try it').click();
    await events.getByRole('button', { name: 'Send' }).click();
    await events.getByText(/^200 OK/).waitFor();
    await events.getByRole('button', { name: 'Stop' }).click();
    await events.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
  });

  await t.test('can be read by everybody, on a desk and on a phone, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open({ colorScheme });
      for (const section of ['#post-api-change-password', '#post-api-teams']) {
        await page.locator(section).getByText('Try it').click();
        await page.locator(section).getByRole('button', { name: 'Send' }).click();
        await page.locator(section).getByText(/^422/).waitFor();
      }
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        assert.deepEqual(await violations(page), [], `${width} px, ${colorScheme}`);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${width} px`);
      }
    }
    assert.deepEqual(screens.problems, []);
  });
});
