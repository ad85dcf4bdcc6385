import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sendDueMessages } from '#features/webhooks/server/deliver.service.ts';
import { violationsEverywhere } from '#tests/axe.ts';
import { useScreens } from '#tests/browser.ts';
import { makeUser, upload, asAdmin } from '#tests/make.ts';
import { answer, receiverSettings, useReceiver } from '#tests/webhook-receiver.ts';

const { WEBHOOK_PRIVATE_ADDRESSES } = receiverSettings;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('webhooks on screen', () => {
  const screens = useScreens({ WEBHOOK_PRIVATE_ADDRESSES });
  const receiver = useReceiver();
  const send = () => sendDueMessages(screens.test.ctx, new AbortController().signal);

  test('an administrator adds a webhook, copies its secret once, tests it, and sends a message again', async () => {
    receiver.respondTo('/erp', answer(503));
    const page = await screens.visit('/system', 'admin@example.com');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('No webhooks yet').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await button(page, 'New Webhook').click();
    const dialog = page.getByRole('dialog', { name: 'New Webhook' });
    await dialog.getByLabel('Name').fill('ERP');
    await dialog.getByLabel('Address').fill('https://10.0.0.1/hook');
    await dialog.getByLabel('File stored').waitFor();
    assert.equal(await dialog.getByRole('checkbox', { checked: true }).count(), 9);
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    await button(page, 'Save').click();
    await dialog.getByText('The address of 10.0.0.1 is not on the public internet.').waitFor();
    await dialog.getByLabel('Address').fill(`http://127.0.0.1:${receiver.port}/erp`);
    await button(page, 'Save').click();
    assert.match(await page.getByLabel('Secret of ERP').innerText(), /^whsec_[\w+/]{43}=$/);
    await button(page, 'Copy').click();
    await button(page, 'Copied').waitFor();
    await button(page, 'Done').click();
    await page.getByText('Nothing sent yet').waitFor();
    await button(page, 'Send a test to ERP').click();
    const log = page.getByRole('dialog', { name: 'Log of ERP' });
    await log.getByText('Waiting').waitFor();
    await send();
    await log.getByText('The receiver answered 503.').waitFor();
    assert.deepEqual(await violationsEverywhere(page, [1440, 390]), []);
    receiver.respondTo('/erp', (response) => void response.writeHead(200).end('received'));
    await button(page, 'Send again: Test').click();
    await log.getByText('Waiting').waitFor();
    await send();
    await log.getByText('Accepted').waitFor();
    await log.getByText('received', { exact: true }).waitFor();
    await button(page, 'Close').click();
    await page.getByText(/^Accepted .* \(200\)$/).waitFor();
  });

  test('a webhook that is turned off gets no messages, has a new secret by choice, and is deleted', async () => {
    const page = await screens.visit('/webhooks', 'admin@example.com');
    await button(page, 'New Webhook').click();
    await page.getByLabel('Name').fill('Ledger');
    await page.getByLabel('Address').fill(`http://127.0.0.1:${receiver.port}/ledger`);
    await button(page, 'Save').click();
    const first = await page.getByLabel('Secret of Ledger').innerText();
    await button(page, 'Done').click();
    await button(page, 'Edit Ledger').click();
    await page.getByLabel('Send messages').uncheck();
    await button(page, 'Save').click();
    await page.getByText('Webhook saved').waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'Ledger' });
    await row.getByText('Off').waitFor();
    await upload(await asAdmin(screens.test), 1, { name: 'unheard.txt' });
    await send();
    assert.deepEqual(
      receiver.received.filter(({ path }) => path === '/ledger'),
      [],
    );
    await button(page, 'Edit Ledger').click();
    await button(page, 'Renew Secret').click();
    const question = page.getByRole('dialog', { name: 'Renew the secret of "Ledger"?' });
    await question.getByRole('button', { name: 'Renew Secret' }).click();
    assert.notEqual(await page.getByLabel('Secret of Ledger').innerText(), first);
    await button(page, 'Done').click();
    await button(page, 'Delete Ledger').click();
    await page.getByRole('dialog', { name: 'Delete "Ledger"?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Webhook deleted').waitFor();
    await row.waitFor({ state: 'detached' });
  });

  test('a manager who opens the address is led away', async () => {
    const { email } = await makeUser(screens.test, { role: 2, team: 1 });
    const page = await screens.visit('/webhooks', email);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.getByText('No webhooks yet').or(page.getByText('New Webhook')).count(), 0);
  });

  test('no page reported an error', () => assert.deepEqual(screens.problems, []));
});
