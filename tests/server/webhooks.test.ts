import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { sendDueMessages } from '#features/webhooks/server/deliver.service.ts';
import { webhooksContract } from '#features/webhooks/webhooks.contract.ts';
import { root } from '#tests/document-commands.ts';
import { asAdmin, makeContainer, upload } from '#tests/make.ts';
import { preparedInstallation, queryDatabase, startServer } from '#tests/server-process.ts';
import { useTestApp } from '#tests/test-app.ts';
import { accept, receiverSettings, useReceiver } from '#tests/webhook-receiver.ts';

const { WEBHOOK_PRIVATE_ADDRESSES } = receiverSettings;

describe('a server that is killed while a webhook answers', { timeout: 120_000 }, () => {
  const receiver = useReceiver();

  test('sends the message again after its next start, with the same id, and loses none', async () => {
    const installation = await preparedInstallation();
    const server = await startServer(installation, { WEBHOOK_PRIVATE_ADDRESSES });
    const admin = await server.asAdmin();
    const url = `http://127.0.0.1:${receiver.port}/killed`;
    await admin.call(webhooksContract.create, { name: 'ERP', url, events: ['file.stored'] });
    receiver.respondTo('/killed', () => server.signal('SIGKILL'));
    await upload(admin, 1, { name: 'one.txt' }, { name: 'two.txt' });
    await server.ended;
    const [waiting] = await queryDatabase<{ count: number }>(
      installation,
      `select cast(count(*) as int) as count from webhook_messages where state = 'open'`,
    );
    assert.equal(waiting?.count, 2);
    const before = receiver.received.map(({ id }) => id);
    assert.ok(before.length > 0);
    // The lease of the killed server ends after a minute.
    await queryDatabase(installation, `update work set due_at = '2026-01-01T00:00:00.000Z' where kind = 'webhook'`);
    receiver.respondTo('/killed', accept);
    const next = await startServer(installation, { WEBHOOK_PRIVATE_ADDRESSES });
    const again = await next.asAdmin();
    const isEmpty = async () => (await again.call(webhooksContract.list, {})).body[0]?.waiting === 0;
    while (!(await isEmpty())) await sleep(100);
    const after = receiver.received.slice(before.length);
    assert.deepEqual(after.map(({ payload }) => payload.data.file?.name).toSorted(), ['one.txt', 'two.txt']);
    assert.ok(before.every((id) => after.some((one) => one.id === id)));
    assert.equal((await next.stop()).code, 0);
  });
});

describe('the receiver of docs/api.md', { timeout: 60_000 }, () => {
  const app = useTestApp(receiverSettings);

  test('accepts signed messages once each, and refuses others', async (t) => {
    const guide = await readFile(join(root, 'docs/api.md'), 'utf8');
    const [, program = ''] = /^```js\n(.*?)^```/ms.exec(guide) ?? [];
    assert.ok(program.split('\n').length <= 25, 'a short program');
    const file = join(app.dataDir, 'receiver.mjs');
    await writeFile(file, program);
    const port = await freePort();
    const admin = await asAdmin(app);
    const url = `http://127.0.0.1:${port}/`;
    const made = await admin.call(webhooksContract.create, {
      name: 'Guide',
      url,
      events: ['document.linked', 'file.stored'],
    });
    const { id, secret } = made.body;
    const env = { ...process.env, STOWAGE_SECRET: secret, PORT: String(port) };
    const receiver = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => receiver.kill());
    let printed = '';
    receiver.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    const post = () => fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
    while (!(await post())) await sleep(50);
    assert.equal((await post())?.status, 401);
    const [stored] = await upload(admin, 1, { name: 'invoice.pdf' });
    const send = () => sendDueMessages(app.ctx, new AbortController().signal);
    await send();
    const newest = async () => (await admin.call(webhooksContract.messages, { id })).body.messages[0];
    const first = await newest();
    assert.deepEqual([first?.state, first?.status], ['delivered', 204]);
    await admin.call(webhooksContract.replay, { id, message: first?.id ?? 0 });
    await send();
    const container = await makeContainer(app, { name: 'Chairs' });
    await admin.call(containerFilesContract.link, { id: container, file_ids: [stored?.id ?? 0] });
    await send();
    while (!printed.includes('document.linked')) await sleep(20);
    assert.match(printed, /^file\.stored undefined invoice\.pdf\ndocument\.linked Chairs \(PO-\w+\) invoice\.pdf\n$/);
  });
});

/** Returns a port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
