import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import type { Context } from '#server/context.ts';
import { connectDatabase } from '#server/database/open.ts';
import { countWork } from '#server/database/work.queries.ts';
import { eventNames } from '#shared/event-names.ts';
import { followAudit } from '#tests/audit.ts';
import { asAdmin, makeContainer, replaceContent } from '#tests/make.ts';
import { newNumber, plain, uploadOne } from '#tests/numbered-papers.ts';
import { randomName, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { accept, answer, makeWebhook, receiverSettings, useReceiver } from '#tests/webhook-receiver.ts';
import { webhooksContract } from '../webhooks.contract.ts';
import { sendDueMessages } from './deliver.service.ts';

const hourMs = 3_600_000;

const send = ({ ctx }: { ctx: Context }) => sendDueMessages(ctx, new AbortController().signal);

const queued = (app: TestApp) => countWork(app.ctx.db, 'webhook');

/** Changes the name of a container, which is an event. */
async function rename(admin: Visitor, id: number, name: string): Promise<void> {
  const { container_no, pfi_date, ex_factory_date } = (await admin.call(containersContract.find, { id })).body;
  const input = { id, name, container_no, expected_date: pfi_date, ex_factory_date };
  assert.equal((await admin.call(containersContract.update, input)).status, 200);
}

describe('messages to webhooks', { timeout: 120_000 }, () => {
  const receiver = useReceiver();
  const app = useTestApp(receiverSettings);
  const wait = (ms: number) => app.setNow(new Date(app.now().getTime() + ms));

  describe('report', () => {
    const shared = {} as { admin: Visitor };
    before(async () => {
      shared.admin = await asAdmin(app);
    });

    /** Returns the messages of all events that a change makes, without their ids and times. */
    async function reportedBy(t: TestContext, change: () => Promise<unknown>) {
      const webhook = await makeWebhook(t, app, receiver, ...eventNames);
      await change();
      await send(app);
      const received = webhook.received();
      return received.map(({ type, data }) => ({ type, ...data }));
    }
    const by = { id: 1, name: 'Administrator' };
    const containerAt = (id: number, name: string) => ({
      id,
      name,
      url: `http://files.example.com/container-status/${id}`,
    });
    const fileAt = (id: number, name: string) => ({ id, name, url: `http://files.example.com/files?preview=${id}` });

    test('a stored, a replaced and a deleted file, each once, with its id, its name and its address', async (t) => {
      let id = 0;
      const messages = await reportedBy(t, async () => {
        ({ id } = await uploadOne(shared.admin, 'report.txt', randomName()));
        await replaceContent(shared.admin, id, randomName());
        await shared.admin.call(filesContract.remove, { id });
      });
      const file = fileAt(id, 'report.txt');
      assert.deepEqual(messages, [
        { type: 'file.stored', file, by, detail: 'Team: General' },
        { type: 'file.replaced', file, by, detail: null },
        { type: 'file.deleted', file, by, detail: null },
      ]);
    });

    test('a new, a changed, a late, a received and a departed container, each once and in this order', async (t) => {
      const { admin } = shared;
      let id = 0;
      const messages = await reportedBy(t, async () => {
        const chairs = {
          name: 'Chairs',
          container_no: 'PO-1',
          expected_date: '2099-01-01',
          ex_factory_date: '2098-12-01',
        };
        id = (await admin.call(containersContract.create, chairs)).body.id;
        await rename(admin, id, 'Tables');
        const delayed = await admin.call(containerWorkContract.delay, {
          id,
          kind: 'pfi',
          reason: 'The factory is late.',
        });
        assert.equal(delayed.status, 200);
        for (const status of ['Received', 'Departed'] as const)
          assert.equal((await admin.call(containersContract.changeStatus, { id, status })).status, 200);
      });
      const container = containerAt(id, 'Tables (PO-1)');
      assert.deepEqual(messages, [
        { type: 'container.created', container: containerAt(id, 'Chairs (PO-1)'), by, detail: 'Not Received' },
        { type: 'container.changed', container: containerAt(id, 'Chairs (PO-1)'), by, detail: 'Name: Chairs → Tables' },
        { type: 'container.late', container, by, detail: 'PFI: The factory is late.' },
        { type: 'container.received', container, by, detail: 'Not Received → Received' },
        { type: 'container.departed', container, by, detail: 'Received → Departed' },
      ]);
    });

    test('a file that a user links to a container, and one that is linked by a number in its name', async (t) => {
      const { admin } = shared;
      const id = await makeContainer(app, { name: 'Lamps' });
      const { container_no } = (await admin.call(containersContract.find, { id })).body;
      const byHand = await uploadOne(admin, 'by-hand.txt', randomName());
      const number = newNumber();
      const numbered = {
        name: 'Numbered',
        container_no: 'PO-2',
        expected_date: '2099-01-01',
        ex_factory_date: '2098-12-01',
      };
      const other = (await admin.call(containersContract.create, { ...numbered, container_number: plain(number) })).body
        .id;
      let byNumber = 0;
      const messages = await reportedBy(t, async () => {
        await admin.call(containerFilesContract.link, { id, file_ids: [byHand.id] });
        byNumber = (await uploadOne(admin, `${plain(number)}.txt`, randomName())).id;
      });
      // Only the messages about one container come in order.
      const linked = messages.filter(({ type }) => type === 'document.linked');
      assert.deepEqual(
        linked.toSorted((one, later) => (one.container?.id ?? 0) - (later.container?.id ?? 0)),
        [
          {
            type: 'document.linked',
            container: containerAt(id, `Lamps (${container_no})`),
            file: fileAt(byHand.id, 'by-hand.txt'),
            by,
            detail: `Lamps (${container_no})`,
          },
          {
            type: 'document.linked',
            container: containerAt(other, 'Numbered (PO-2)'),
            file: fileAt(byNumber, `${plain(number)}.txt`),
            by: { id: null, name: 'System' },
            detail: null,
          },
        ],
      );
    });

    test('only the events that a webhook asks for, and nothing is written for the others', async (t) => {
      const webhook = await makeWebhook(t, app, receiver, 'file.deleted');
      const { id } = await uploadOne(shared.admin, 'kept.txt', randomName());
      assert.equal(await queued(app), 0);
      await shared.admin.call(filesContract.remove, { id });
      assert.equal(await queued(app), 1);
      await send(app);
      assert.deepEqual(
        webhook.received().map(({ type }) => type),
        ['file.deleted'],
      );
    });
  });

  test('that were not accepted are sent again with the same id, and later ones of the container wait for them', async (t) => {
    const webhook = await makeWebhook(t, app, receiver, 'container.changed');
    const [one, other] = [await makeContainer(app), await makeContainer(app)];
    const names = () => webhook.received().map(({ data }) => `${data.container?.id} ${data.detail?.split(' → ')[1]}`);
    receiver.respondTo(webhook.path, answer(500));
    await rename(webhook.admin, one, 'First');
    await send(app);
    await rename(webhook.admin, one, 'Second');
    receiver.respondTo(webhook.path, accept);
    await rename(webhook.admin, other, 'Elsewhere');
    await send(app);
    assert.deepEqual(names(), [`${one} First`, `${other} Elsewhere`], 'the second change waits for the first');
    const [failed] = (await webhook.log()).toReversed();
    assert.deepEqual([failed?.state, failed?.status, failed?.error], ['open', 500, 'The receiver answered 500.']);
    assert.ok((await webhook.look())?.failing_since === null, 'another message was accepted meanwhile');
    wait(11_000);
    await send(app);
    assert.deepEqual(names().slice(2), [`${one} First`, `${one} Second`]);
    const [first, , again] = webhook.received();
    assert.equal(again?.id, first?.id);
    assert.deepEqual(
      (await webhook.log()).map(({ state, tries }) => [state, tries]),
      [
        ['delivered', 1],
        ['delivered', 1],
        ['delivered', 2],
      ],
    );
  });

  test('to a receiver that hangs delay those to no other webhook', async (t) => {
    const [slow, quick] = [
      await makeWebhook(t, app, receiver, 'container.changed'),
      await makeWebhook(t, app, receiver, 'container.changed'),
    ];
    receiver.respondTo(slow.path, () => {});
    // More than one receiver gets at the same time.
    const ids: number[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await makeContainer(app));
    for (const id of ids) await rename(slow.admin, id, 'Renamed');
    const stopping = new AbortController();
    const run = sendDueMessages(app.ctx, stopping.signal);
    while (quick.received().length < 6) await sleep(20);
    await rename(slow.admin, ids[0] as number, 'Renamed again');
    while (quick.received().length < 7) await sleep(20);
    assert.equal(slow.received().length, 4);
    stopping.abort();
    await run;
    assert.equal((await slow.look())?.waiting, 7, 'a server that stops leaves them to the next one');
  });

  test('wait at most ten seconds for an answer, and two more for its body', async (t) => {
    const [silent, endless] = [
      await makeWebhook(t, app, receiver, 'file.deleted'),
      await makeWebhook(t, app, receiver, 'file.stored'),
    ];
    receiver.respondTo(silent.path, () => {});
    receiver.respondTo(endless.path, (response) => void response.writeHead(200).write('received'));
    const { id } = await uploadOne(silent.admin, 'slow.txt', randomName());
    await silent.admin.call(filesContract.remove, { id });
    await send(app);
    const [hung] = await silent.log();
    assert.deepEqual([hung?.state, hung?.error], ['open', 'There was no answer within 10 seconds.']);
    const [cut] = await endless.log();
    assert.deepEqual([cut?.state, cut?.status, cut?.answer], ['delivered', 200, 'received']);
  });

  test('read only the first bytes of an answer of a gigabyte', async (t) => {
    const webhook = await makeWebhook(t, app, receiver, 'file.stored');
    let sent = 0;
    receiver.respondTo(webhook.path, (response) => {
      response.writeHead(200);
      const piece = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        while (sent < 1024 ** 3 && !response.destroyed) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once('drain', more);
        }
      };
      more();
    });
    await uploadOne(webhook.admin, 'large-answer.txt', randomName());
    await send(app);
    const [message] = await webhook.log();
    assert.deepEqual([message?.state, message?.answer], ['delivered', 'x'.repeat(1_024)]);
    assert.ok(sent < 32 * 1024 ** 2, `${sent} bytes were sent`);
  });

  test('are not sent on to the address to which a receiver redirects', async (t) => {
    const [webhook, inside] = [
      await makeWebhook(t, app, receiver, 'file.stored'),
      await makeWebhook(t, app, receiver, 'container.departed'),
    ];
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.respondTo(webhook.path, answer(status, { location: inside.url }));
      await uploadOne(webhook.admin, 'redirected.txt', randomName());
      await send(app);
      const [message] = await webhook.log();
      assert.match(
        message?.error ?? '',
        new RegExp(`answered ${status} and leads elsewhere. Redirects are not followed`),
      );
    }
    assert.deepEqual(inside.received(), []);
  });

  test('are given up after a day, and a webhook that has failed for three days is paused and its administrators told', async (t) => {
    const webhook = await makeWebhook(t, app, receiver, 'container.changed');
    const id = await makeContainer(app);
    receiver.respondTo(webhook.path, answer(503));
    const tryOut = async (name: string) => {
      await rename(await asAdmin(app), id, name);
      for (let hour = 0; hour < 26; hour += 1) {
        await send(app);
        wait(hourMs);
      }
      const [newest] = await webhook.log();
      assert.equal(newest?.state, 'failed');
    };
    const since = followAudit(app.ctx);
    await tryOut('Day one');
    await tryOut('Day two');
    assert.equal((await webhook.look())?.state, 'on');
    await rename(await asAdmin(app), id, 'Earlier on day three');
    await tryOut('Day three');
    assert.equal((await webhook.look())?.state, 'paused');
    assert.equal(await queued(app), 0);
    const admin = await asAdmin(app);
    const paused = (await since()).filter(({ act }) => act === 'webhook.paused');
    assert.deepEqual(
      paused.map(({ user_name, thing_id }) => [user_name, thing_id]),
      [['System', webhook.id]],
    );
    const [notice] = (await admin.call(notificationsContract.list, {})).body;
    assert.deepEqual([notice?.title, notice?.link], ['Webhook paused', '/webhooks']);
    assert.match(notice?.message ?? '', /has accepted no message for three days/);
    await rename(admin, id, 'While it is paused');
    assert.equal(await queued(app), 0);
    receiver.respondTo(webhook.path, accept);
    const { name = '', url = '', events = [] } = (await webhook.look()) ?? {};
    const turnedOn = await admin.call(webhooksContract.update, { id: webhook.id, name, url, events, is_on: true });
    assert.equal(turnedOn.status, 204);
    await rename(admin, id, 'After it is turned on');
    const tried = receiver.received.length;
    await send(app);
    assert.equal(receiver.received.length, tried + 1);
    assert.deepEqual((await webhook.log())[0]?.state, 'delivered');
  });

  test('are sent again by hand, with the same id', async (t) => {
    const webhook = await makeWebhook(t, app, receiver, 'file.stored');
    await uploadOne(webhook.admin, 'again.txt', randomName());
    await send(app);
    const [message] = await webhook.log();
    const replay = { id: webhook.id, message: message?.id ?? 0 };
    const since = followAudit(app.ctx);
    await since();
    assert.equal((await webhook.admin.call(webhooksContract.replay, replay)).status, 204);
    assert.deepEqual(
      (await since()).map(({ act, detail }) => [act, detail]),
      [['webhook.replayed', message?.message_id]],
    );
    await send(app);
    const [first, second, third] = webhook.received();
    assert.deepEqual([second?.id, second?.payload, third], [first?.id, first?.payload, undefined]);
    const missing = await webhook.admin.call(webhooksContract.replay, { ...replay, message: 2_147_483_647 });
    assert.deepEqual(
      [missing.status, missing.body],
      [404, { message: 'This message is no longer in the log. Reload the page.', code: 'webhook.message_not_found' }],
    );
  });

  test('of a test are sent once, also if the webhook is turned off', async (t) => {
    const webhook = await makeWebhook(t, app, receiver, 'file.stored');
    const { name = '', url = '', events = [] } = (await webhook.look()) ?? {};
    await webhook.admin.call(webhooksContract.update, { id: webhook.id, name, url, events, is_on: false });
    receiver.respondTo(webhook.path, answer(404));
    await webhook.admin.call(webhooksContract.test, { id: webhook.id });
    await send(app);
    const [message] = await webhook.log();
    assert.deepEqual(
      [message?.event, message?.state, message?.status, message?.about],
      ['webhook.test', 'failed', 404, ''],
    );
    assert.deepEqual(webhook.received()[0]?.data, { by: { id: 1, name: 'Administrator' }, detail: null });
  });

  test('reach each receiver at least once and in the order of the container, if two servers send them', async (t) => {
    const webhook = await makeWebhook(t, app, receiver, 'container.changed');
    // A second server has connections of its own. An embedded database belongs to one server, which then runs the job twice.
    const db = app.ctx.config.databaseUrl ? await connectDatabase(app.ctx.config) : undefined;
    t.after(() => db?.destroy());
    const other = { ctx: { ...app.ctx, db: db ?? app.ctx.db } };
    const refused = new Set<string>();
    // The accepted messages in the order in which they came.
    const taken = new Set<string>();
    receiver.respondTo(webhook.path, (response, { id }) => {
      // Every second message is refused once.
      const isRefused = !refused.has(id) && refused.size * 2 < receiver.received.length && refused.add(id).size > 0;
      if (!isRefused) taken.add(id);
      void sleep(Math.random() * 20).then(() => (isRefused ? answer(500) : accept)(response, { id } as never));
    });
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await makeContainer(app));
    const admin = await asAdmin(app);
    const changes = (async () => {
      for (let change = 1; change <= 6; change += 1) for (const id of ids) await rename(admin, id, `Change ${change}`);
    })();
    const accepted = () => {
      const byId = new Map(webhook.received().map((one) => [one.id, one.data]));
      return Map.groupBy(
        [...taken].map((id) => byId.get(id)),
        (data) => data?.container?.id,
      );
    };
    await Promise.all([send(app), send(other), changes]);
    while ((await queued(app)) > 0) {
      wait(60_000);
      await Promise.all([send(app), send(other)]);
    }
    for (const id of ids)
      assert.deepEqual(
        accepted()
          .get(id)
          ?.map((data) => data?.detail?.split(' → ')[1]),
        [1, 2, 3, 4, 5, 6].map((change) => `Change ${change}`),
      );
    assert.ok(refused.size > 5, `${refused.size} messages were refused once`);
  });
});
