import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { followAudit, isRecorded } from '#tests/audit.ts';
import { asAdmin, programOf, signedInAs } from '#tests/make.ts';
import { uploadOne } from '#tests/numbered-papers.ts';
import { openTestApp, randomName, useTestApp } from '#tests/test-app.ts';
import { makeWebhook, receiverSettings, useReceiver } from '#tests/webhook-receiver.ts';
import { webhooksContract } from '../webhooks.contract.ts';
import { maxWebhooks } from '../webhooks.rules.ts';
import { sendDueMessages } from './deliver.service.ts';

const input = { name: 'ERP', url: 'http://127.0.0.1/hook', events: ['file.stored' as const] };

describe('webhooks', () => {
  const app = useTestApp(receiverSettings);

  test('are made, changed, renewed, tested and deleted, each with an entry of the audit log and without the secret', async () => {
    const admin = await asAdmin(app);
    const since = followAudit(app.ctx);
    await since();
    const made = (await admin.call(webhooksContract.create, input)).body;
    assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const renamed = { ...input, name: 'Ledger', events: ['file.deleted' as const], id: made.id, is_on: false };
    assert.equal((await admin.call(webhooksContract.update, renamed)).status, 204);
    const list = await admin.call(webhooksContract.list, {});
    const [one] = list.body;
    assert.deepEqual(
      { ...one, created_at: '' },
      {
        id: made.id,
        name: 'Ledger',
        url: input.url,
        events: ['file.deleted'],
        state: 'off',
        failing_since: null,
        waiting: 0,
        last: null,
        created_at: '',
      },
    );
    const { secret } = (await admin.call(webhooksContract.renewSecret, { id: made.id })).body;
    assert.notEqual(secret, made.secret);
    assert.equal((await admin.call(webhooksContract.test, { id: made.id })).status, 204);
    assert.equal((await admin.call(webhooksContract.remove, { id: made.id })).status, 204);
    assert.deepEqual(
      (await since()).map(({ act, thing_id, thing_name, detail }) => [act, thing_id, thing_name, detail]),
      [
        ['webhook.created', made.id, 'ERP', input.url],
        ['webhook.changed', made.id, 'Ledger', `${input.url}; off`],
        ['webhook.secret_renewed', made.id, 'Ledger', null],
        ['webhook.tested', made.id, 'Ledger', null],
        ['webhook.deleted', made.id, 'Ledger', null],
      ],
    );
    for (const hidden of [made.secret, secret]) {
      assert.ok(!list.raw.body.includes(hidden));
      assert.equal(await isRecorded(app.ctx, hidden), false);
    }
    assert.deepEqual((await admin.call(webhooksContract.test, { id: made.id })).body, {
      message: 'This webhook no longer exists. Reload the page.',
      code: 'webhook.not_found',
    });
  });

  test('are refused at an address to which nothing could be sent, with a sentence at the field', async () => {
    const admin = await asAdmin(app);
    const refused = {
      '': 'Enter the address that receives the messages.',
      'erp.example.com': 'Enter a complete address, such as https://erp.example.com/stowage.',
      'file:///etc/passwd': 'Enter a complete address, such as https://erp.example.com/stowage.',
      'https://me:secret@erp.example.com':
        'Remove the user name and the password from the address. The signature shows who has sent a message.',
      'https://no-such-name.invalid/': 'The name no-such-name.invalid is not known. Correct the address.',
      'https://10.0.0.1/':
        'The address of 10.0.0.1 is not on the public internet. Choose another one, or allow its network with WEBHOOK_PRIVATE_ADDRESSES.',
      'http://1.1.1.1/': '1.1.1.1 is on the public internet, so its address must begin with https://.',
    };
    for (const [url, sentence] of Object.entries(refused)) {
      const answer = await admin.send({ method: 'POST', url: '/api/webhooks', payload: { ...input, url } });
      assert.equal(answer.statusCode, 422, url);
      assert.deepEqual(answer.json().errors.url, [sentence], url);
    }
    const unnamed = await admin.send({
      method: 'POST',
      url: '/api/webhooks',
      payload: { ...input, name: ' ', events: [] },
    });
    assert.deepEqual(unnamed.json().errors, {
      name: ['Enter a name, such as the program that receives the messages.'],
      events: ['Choose at least one event.'],
    });
  });

  test('are at most 20', async () => {
    const admin = await asAdmin(app);
    const made: number[] = [];
    for (let count = 0; count < maxWebhooks; count += 1)
      made.push((await admin.call(webhooksContract.create, input)).body.id);
    const beyond = await admin.call(webhooksContract.create, input);
    assert.deepEqual([beyond.status, (beyond.body as { code?: string }).code], [422, 'webhook.too_many']);
    for (const id of made) await admin.call(webhooksContract.remove, { id });
  });

  test('are made and changed only after the password was confirmed', async () => {
    const admin = await asAdmin(app);
    const { id } = (await admin.call(webhooksContract.create, input)).body;
    await app.ctx.db.updateTable('sessions').set({ confirmed_at: null }).execute();
    const asked = [
      await admin.call(webhooksContract.create, input),
      await admin.call(webhooksContract.update, { ...input, id, is_on: true }),
      await admin.call(webhooksContract.renewSecret, { id }),
    ];
    assert.deepEqual(
      asked.map(({ body }) => (body as { code?: string }).code),
      ['password.confirmation_required', 'password.confirmation_required', 'password.confirmation_required'],
    );
    await admin.call(webhooksContract.remove, { id });
  });

  test('are hidden from managers and from every access token', async () => {
    const manager = await signedInAs(app, { role: 2, team: 1 });
    assert.equal((await manager.visitor.call(webhooksContract.list, {})).status, 403);
    const program = await programOf(app, 1);
    for (const endpoint of Object.values(webhooksContract)) {
      const url = endpoint.path.replace(/:\w+/g, '1');
      const answer = await program.send({ method: endpoint.method, url, payload: {} });
      assert.deepEqual([answer.statusCode, answer.json().code], [403, 'token.not_allowed'], url);
    }
  });
});

describe('without WEBHOOK_PRIVATE_ADDRESSES, webhooks', () => {
  const receiver = useReceiver();
  const app = useTestApp();

  test('are refused at names and addresses of this machine and at http', async () => {
    const admin = await asAdmin(app);
    for (const host of [
      'localhost',
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:7f00:1]',
      '169.254.169.254',
    ]) {
      const refused = await admin.send({
        method: 'POST',
        url: '/api/webhooks',
        payload: { ...input, url: `https://${host}/` },
      });
      assert.match(refused.json().errors.url[0], /is not on the public internet/, host);
    }
    const plain = await admin.send({ method: 'POST', url: '/api/webhooks', payload: input });
    assert.match(plain.json().errors.url[0], /begins with https:\/\//);
  });

  test('send nothing to a name that leads to this machine later', async (t) => {
    // The names of two receivers that were allowed when they were saved.
    const allowing = await openTestApp(receiverSettings);
    const byAddress = await makeWebhook(t, allowing, receiver, 'file.stored');
    const byName = await makeWebhook(t, allowing, receiver, 'file.stored');
    t.after(() => allowing.close());
    const url = byName.url.replace('127.0.0.1', 'localhost');
    await allowing.ctx.db.updateTable('webhooks').set({ url }).where('id', '=', byName.id).execute();
    await uploadOne(await asAdmin(allowing), 'secret.txt', randomName());
    const config = { ...allowing.ctx.config, webhookNetworks: [] };
    await sendDueMessages({ ...allowing.ctx, config }, new AbortController().signal);
    const errors = [...(await byAddress.log()), ...(await byName.log())].map(({ error }) => error);
    const sentence = (host: string) =>
      `The address of ${host} is not on the public internet. Choose another one, or allow its network with WEBHOOK_PRIVATE_ADDRESSES.`;
    assert.deepEqual(errors, [sentence('127.0.0.1'), sentence('localhost')]);
    assert.deepEqual(receiver.received, []);
    const reached = { ...allowing.ctx.config, webhookNetworks: ['127.0.0.0/8', '::1'] };
    allowing.setNow(new Date(allowing.now().getTime() + 60_000));
    await sendDueMessages({ ...allowing.ctx, config: reached }, new AbortController().signal);
    assert.equal(receiver.received.length, 2, 'both are reached if the setting allows it');
  });
});
