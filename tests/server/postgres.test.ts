import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { after, test } from 'node:test';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { upload } from '#tests/make.ts';
import { makeHome, startServer } from '#tests/server-process.ts';
import type { Home } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import type { Visitor } from '#tests/visitor.ts';

const skip = process.env['DATABASE_URL'] === undefined && 'about a database server';

const listed = async (visitor: Visitor): Promise<File[]> =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

/** A way to the database that can be cut: all at once, or at a moment when a statement has arrived but its answer has not. */
async function makeWay(home: Home) {
  const sockets = new Set<Socket>();
  let cutAt: string | undefined;
  const database = new URL(home.environment['DATABASE_URL'] as string);
  const way = createServer((near) => {
    const far = connect(Number(database.port), database.hostname);
    const close = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', close).on('close', close);
    }
    let isAnswerLost = false;
    near.on('data', (bytes) => {
      if (cutAt !== undefined && bytes.includes(cutAt)) {
        cutAt = undefined;
        isAnswerLost = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (isAnswerLost) close();
      else near.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  after(() => way.close());
  const url = new URL(database);
  url.port = String((way.address() as AddressInfo).port);
  return {
    environment: { DATABASE_URL: url.href },
    cutAll: () => {
      for (const socket of sockets) socket.destroy();
    },
    /** The next time this is sent, its answer is lost and the connection with it. */
    cutAt: (statement: string) => {
      cutAt = statement;
    },
  };
}

test('a way to the database that breaks', { skip }, async (t) => {
  const home = await makeHome();
  const way = await makeWay(home);
  const server = await startServer(home, way.environment);
  const admin = await server.asAdmin();

  await t.test('while nothing is asked: the next call goes through', async () => {
    way.cutAll();
    const statuses: number[] = [];
    // The first one may find out.
    for (let tries = 0; tries < 3; tries += 1)
      statuses.push((await admin.send({ method: 'GET', url: '/api/user' })).statusCode);
    assert.ok(
      statuses.every((status) => status === 200 || status === 503),
      statuses.join(),
    );
    assert.equal(statuses.at(-1), 200);
  });

  await t.test('in the middle of a transaction: 503 with a sentence, and nothing has happened', async () => {
    way.cutAt('insert into "files"');
    const answer = await admin.call(filesContract.upload, { file_type_id: 1 }, [
      { name: 'undone.txt', bytes: 'undone' },
    ]);
    assert.equal(answer.status, 503, answer.raw.body);
    assert.match(answer.failure.message, /database/);
    assert.deepEqual(await listed(admin), []);
  });

  await t.test(
    'when only the answer to a commit is lost: the file is whole, though its upload was not acknowledged',
    async () => {
      way.cutAt('commit');
      const answer = await admin.call(filesContract.upload, { file_type_id: 1 }, [{ name: 'kept.txt', bytes: 'kept' }]);
      assert.equal(answer.status, 503, answer.raw.body);
      const [file] = (await listed(admin)) as [File];
      assert.equal(file.filename, 'kept.txt');
      assert.equal((await admin.send({ method: 'GET', url: `/storage/${file.filepath}` })).body, 'kept');
    },
  );

  await t.test('and after the next start there is every byte of it and no other', async () => {
    await upload(admin, 1, { name: 'later.txt', bytes: 'later' });
    assert.equal((await server.stop()).code, 0);
    const next = await startServer(home);
    const again = await next.asAdmin();
    const files = await listed(again);
    assert.deepEqual(
      files.map((file) => file.filename),
      ['kept.txt', 'later.txt'],
    );
    for (const file of files)
      assert.equal((await again.send({ method: 'GET', url: `/storage/${file.filepath}` })).statusCode, 200);
    const stored = storedIn(home.environment);
    assert.equal((await stored.keys()).length, 2);
    assert.deepEqual(await stored.inDoubt(), []);
    await next.stop();
  });
});
