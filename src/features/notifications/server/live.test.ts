import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { productModules } from '#shared/product-modules.ts';
import { openEventStream } from '#tests/event-stream.ts';
import { makeTeam, makeUser, signedIn, signedInAs, upload } from '#tests/make.ts';
import { until } from '#tests/open-handles.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { notificationsContract } from '../notifications.contract.ts';

const heartbeatMs = 25_000;

async function openListening(t: TestContext): Promise<TestApp> {
  const app = await openTestApp();
  t.after(() => app.close());
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

describe('live events', { timeout: 60_000 }, () => {
  const app = useTestApp();
  before(() => app.app.listen({ host: '127.0.0.1', port: 0 }));

  const open = (visitor: Visitor) => openEventStream(app.app, visitor);

  test('are sent as a stream that proxies must not cache or buffer', async () => {
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const stream = await open(visitor);
    const { headers, statusCode } = stream.answer;
    assert.equal(statusCode, 200);
    assert.match(String(headers['content-type']), /^text\/event-stream/);
    assert.match(String(headers['cache-control']), /no-store/);
    assert.equal(headers['x-accel-buffering'], 'no');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['content-length'], undefined);
    stream.leave();
  });

  test('require a session', async () => {
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    await visitor.call(sessionContract.logout, {});
    const response = await visitor.send({ method: 'GET', url: '/api/events' });
    assert.deepEqual(
      [response.statusCode, response.json()],
      [401, { message: 'Unauthenticated.', code: 'session.required' }],
    );
  });

  test('about notifications reach all open pages of the recipients, and no other pages', async () => {
    const [team, other] = [await makeTeam(app), await makeTeam(app)];
    const [ana, ben, eve] = [
      await signedInAs(app, { role: 3, team }),
      await signedInAs(app, { role: 3, team }),
      await signedInAs(app, { role: 3, team: other }),
    ];
    const bensOther = await signedIn(app, ben.email);
    const [ofAna, ofBen, ofBensOther, ofEve] = [
      await open(ana.visitor),
      await open(ben.visitor),
      await open(bensOther),
      await open(eve.visitor),
    ];
    await upload(ana.visitor, 1, { name: 'one.txt' }, { name: 'two.txt' });
    // Every upload sends an event about containers too.
    await Promise.all([ofBen.until(2), ofBensOther.until(2)]);
    const listed = (await ben.visitor.call(notificationsContract.list, {})).body;
    assert.equal(listed.length, 1, 'the change is visible when the event arrives');

    await ben.visitor.call(notificationsContract.markAsRead, {});
    await Promise.all([ofBen.until(3), ofBensOther.until(3)]);

    // An earlier event for the others would arrive before this one.
    app.ctx.events.publish({ topic: 'notifications', userIds: [ana.id, eve.id] });
    await Promise.all([ofAna.until(2), ofEve.until(2)]);
    for (const stream of [ofAna, ofEve]) assert.deepEqual(stream.events(), ['containers', 'notifications']);
    assert.deepEqual(ofBen.events(), ['notifications', 'containers', 'notifications']);
    for (const stream of [ofAna, ofBen, ofBensOther, ofEve]) {
      assert.doesNotMatch(stream.text(), /one|two|uploaded/, 'the event names the data to fetch, without its content');
      stream.leave();
    }
  });

  test('about containers reach users whose role may view containers at that time', async () => {
    const team = await makeTeam(app);
    const user = await signedInAs(app, { role: 3, team });
    const manager = await signedInAs(app, { role: 2, team });
    const [ofUser, ofManager] = [await open(user.visitor), await open(manager.visitor)];
    const allowContainers = async (role: number, can_view: number) => {
      const { db } = app.ctx;
      const modules = db.selectFrom('modules').select('id').where('name', '=', productModules.containers);
      const { id } = await modules.executeTakeFirstOrThrow();
      const entry = db.updateTable('permissions').set({ can_view }).where('module_id', '=', id);
      await entry.where('role_id', '=', role).execute();
    };
    app.ctx.events.publish({ topic: 'containers' });
    await Promise.all([ofUser.until(1), ofManager.until(1)]);
    await allowContainers(3, 0);
    app.ctx.events.publish({ topic: 'containers' });
    await ofManager.until(2);
    await allowContainers(3, 1);
    app.ctx.events.publish({ topic: 'notifications', userIds: [user.id] });
    await ofUser.until(2);
    assert.deepEqual(ofUser.events(), ['containers', 'notifications']);
    assert.deepEqual(ofManager.events(), ['containers', 'containers']);
    ofUser.leave();
    ofManager.leave();
  });

  test('within a short time are sent once', async () => {
    const person = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const stream = await open(person.visitor);
    for (let time = 0; time < 100; time += 1) {
      app.ctx.events.publish({ topic: 'notifications', userIds: [person.id] });
      app.ctx.events.publish({ topic: 'containers' });
    }
    await stream.until(2);
    app.ctx.events.publish({ topic: 'containers' });
    await stream.until(3);
    assert.deepEqual(stream.events(), ['notifications', 'containers', 'containers']);
    stream.leave();
  });

  test('reach at most 20 pages of a user: a further stream is refused until one of them ends', async () => {
    const team = await makeTeam(app);
    const [many, one] = [await signedInAs(app, { role: 3, team }), await signedInAs(app, { role: 3, team })];
    const others = await open(one.visitor);
    const streams = [];
    for (let number = 0; number < 20; number += 1) streams.push(await open(many.visitor));
    const refused = await many.visitor.send({ method: 'GET', url: '/api/events' });
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'request.too_many_open']);
    assert.match(refused.json().message, /Close some of its tabs/);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    app.ctx.events.publish({ topic: 'notifications', userIds: [many.id, one.id] });
    await Promise.all([...streams, others].map((stream) => stream.until(1)));
    streams.pop()?.leave();
    await until(async () => {
      const again = await open(many.visitor);
      streams.push(again);
      return again.answer.statusCode === 200;
    });
    for (const stream of [...streams, others]) stream.leave();
  });
});

/** Opens a server on a port. The test triggers its heartbeat. */
async function openWithHeartbeat(t: TestContext): Promise<TestApp & { beat: (times?: number) => void }> {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const app = await openListening(t);
  return { ...app, beat: (times = 1) => t.mock.timers.tick(times * heartbeatMs) };
}

describe('the heartbeat of live events', { timeout: 60_000 }, () => {
  test('is not needed for a sign-out: it ends the streams of its session, and those of no other session', async (t) => {
    const { app, ...product } = await openWithHeartbeat(t);
    const { email, visitor } = await signedInAs(
      { app, ...product },
      { role: 3, team: await makeTeam({ app, ...product }) },
    );
    const other = await signedIn({ app, ...product }, email);
    const [ofVisitor, ofOther] = [await openEventStream(app, visitor), await openEventStream(app, other)];
    await visitor.call(sessionContract.logout, {});
    await ofVisitor.ended;
    await ofOther.until(1);
    assert.deepEqual(ofOther.events(), ['notifications']);
    ofOther.leave();
  });

  test('keeps the streams of valid sessions and ends all others', async (t) => {
    const app = await openWithHeartbeat(t);
    const team = await makeTeam(app);
    const person = () => signedInAs(app, { role: 3, team });
    const stays = await person();
    const streamOf = (visitor: Visitor) => openEventStream(app.app, visitor);
    const valid = await streamOf(stays.visitor);

    const [out, suspended, deleted, aged, changed] = [
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
    ];
    const elsewhere = await signedIn(app, changed.email);
    const ending = [];
    for (const { visitor } of [out, suspended, deleted, aged]) ending.push(await streamOf(visitor));
    ending.push(await streamOf(elsewhere));
    await out.visitor.call(sessionContract.logout, {});
    const { db } = app.ctx;
    const at = app.now().toISOString();
    await db.updateTable('users').set({ suspended_at: at }).where('id', '=', suspended.id).execute();
    await db.updateTable('users').set({ deleted_at: at }).where('id', '=', deleted.id).execute();
    await db.updateTable('sessions').set({ expires_at: at }).where('user_id', '=', aged.id).execute();
    assert.equal((await changed.visitor.call(passwordsContract.endOtherSessions, {})).status, 204);

    app.beat();
    await Promise.all(ending.map((stream) => stream.ended));
    app.ctx.events.publish({ topic: 'notifications', userIds: [stays.id] });
    await valid.until(1);
    assert.match(valid.text(), /^:\n\n:\n\nevent: /, 'one comment at the start, one for each heartbeat');
  });

  test('applies a changed role to open streams', async (t) => {
    const app = await openWithHeartbeat(t);
    const team = await makeTeam(app);
    const person = await signedInAs(app, { role: 3, team });
    const { db } = app.ctx;
    await db.updateTable('permissions').set({ can_view: 0 }).where('role_id', '=', 2).execute();
    const stream = await openEventStream(app.app, person.visitor);
    const witness = await openEventStream(app.app, (await signedInAs(app, { role: 3, team })).visitor);
    const leaver = await signedInAs(app, { role: 3, team });
    const last = await openEventStream(app.app, leaver.visitor);
    await leaver.visitor.call(sessionContract.logout, {});
    await db.updateTable('users').set({ role_id: 2 }).where('id', '=', person.id).execute();
    app.beat();
    // The heartbeat checks this stream after the others.
    await last.ended;
    app.ctx.events.publish({ topic: 'containers' });
    await witness.until(1);
    app.ctx.events.publish({ topic: 'notifications', userIds: [person.id] });
    await stream.until(1);
    assert.deepEqual(stream.events(), ['notifications']);
  });

  test('closes the connection of a client that does not read', async (t) => {
    const app = await openWithHeartbeat(t);
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    // Corking keeps written data in the server, as full buffers of the client would.
    const arrived = new Promise<Socket>((resolve) =>
      app.app.server.once('connection', (socket: Socket) => {
        socket.cork();
        resolve(socket);
      }),
    );
    const { port } = app.app.server.address() as AddressInfo;
    // A connection with unread bytes never reports that it was closed.
    const client = connect(port, '127.0.0.1').resume();
    const closed = once(client, 'close');
    client.write(`GET /api/events HTTP/1.1\r\nhost: x\r\ncookie: ${visitor.cookieHeader}\r\n\r\n`);
    const socket = await arrived;
    while (socket.writableLength === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    app.beat(100);
    assert.equal(socket.destroyed, false);
    app.beat(3_000);
    assert.equal(socket.destroyed, true);
    await closed;
  });
});

test('stopping the server ends all streams without waiting for the clients', { timeout: 15_000 }, async () => {
  const app = await openTestApp();
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { email } = await makeUser(app, { role: 3, team: await makeTeam(app) });
  const streams = [];
  for (let number = 0; number < 5; number += 1)
    streams.push(await openEventStream(app.app, await signedIn(app, email)));
  await app.close();
  await Promise.all(streams.map((stream) => stream.ended));
  assert.ok(
    streams.every((stream) => stream.answer.complete),
    'ended, not cut',
  );
});
