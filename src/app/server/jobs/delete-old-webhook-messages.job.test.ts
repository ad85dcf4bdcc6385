import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keptMessages } from '#features/webhooks/webhooks.rules.ts';
import { dayMs } from '#shared/calendar.ts';
import { randomName, useTestApp } from '#tests/test-app.ts';
import { deleteOldWebhookMessages } from './delete-old-webhook-messages.job.ts';

describe('messages to webhooks', () => {
  const app = useTestApp();
  const ago = (days: number) => new Date(app.now().getTime() - days * dayMs).toISOString();
  const message = (webhook_id: number, subject: string, { days = 0, state = 'delivered' } = {}) => {
    const about = { event: 'file.stored', subject, data: '{}', happened_at: ago(days), queued_at: ago(days) };
    return { message_id: randomName(), webhook_id, state, ...about };
  };
  const insert = (rows: ReturnType<typeof message>[]) =>
    app.ctx.db.insertInto('webhook_messages').values(rows).execute();
  const makeWebhook = async () => {
    const row = { name: 'ERP', url: 'https://erp.example.com', events: 'file.stored', secret: '', created_at: ago(40) };
    return (await app.ctx.db.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  const leftAfterRun = async (id: number) => {
    await deleteOldWebhookMessages.run(app.ctx, new AbortController().signal);
    const rows = app.ctx.db.selectFrom('webhook_messages').select('subject').where('webhook_id', '=', id);
    return (await rows.orderBy('id').execute()).map(({ subject }) => subject);
  };

  test('are kept for 30 days, and longer while they are open', async () => {
    const id = await makeWebhook();
    await insert([
      message(id, 'old', { days: 31 }),
      message(id, 'open', { days: 31, state: 'open' }),
      message(id, 'recent', { days: 29 }),
    ]);
    assert.deepEqual(await leftAfterRun(id), ['open', 'recent']);
  });

  test('are kept up to 1,000 of each webhook', async () => {
    const id = await makeWebhook();
    for (let start = 0; start < keptMessages + 100; start += 100)
      await insert(Array.from({ length: 100 }, (_, index) => message(id, String(start + index))));
    const left = await leftAfterRun(id);
    assert.deepEqual([left.length, left[0], left.at(-1)], [1_000, '100', '1099']);
  });

  test('are deleted with their tasks if their webhook was deleted while they were queued', async () => {
    const lost = message(2_147_483_647, 'lost', { state: 'open' });
    await insert([lost]);
    const task = { kind: 'webhook', key: lost.message_id, owner_id: lost.webhook_id };
    await app.ctx.db
      .insertInto('work')
      .values({ ...task, queued_at: ago(0), due_at: ago(0) })
      .execute();
    assert.deepEqual(await leftAfterRun(lost.webhook_id), []);
    assert.deepEqual(await app.ctx.db.selectFrom('work').select('key').where('kind', '=', 'webhook').execute(), []);
  });
});
