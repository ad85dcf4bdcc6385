import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { selectionContract } from '#features/files/selection.contract.ts';
import { trashContract } from '#features/files/trash.contract.ts';
import { versionsContract } from '#features/files/versions.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { dayMs } from '#shared/calendar.ts';
import { asAdmin, makeFileType, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { emptyTrash, pruneVersions, sweepDoomedBlobs } from './trash.service.ts';

const storedBlobs = async ({ dataDir }: TestApp) =>
  (await readdir(join(dataDir, 'blobs'), { recursive: true })).filter((path) => /[0-9a-f]{32}$/.test(path)).length;

const replace = async (visitor: Visitor, id: number, bytes: string) => {
  const answer = await visitor.call(filesContract.update, { id, _method: 'PUT' }, [{ name: 'x', bytes }]);
  assert.equal(answer.status, 200, answer.raw.body);
};

const read = async (visitor: Visitor, file: { filepath: string }, query = '') =>
  (await visitor.send({ method: 'GET', url: `/storage/${file.filepath}${query}` })).body;

test('the trash', async (t) => {
  const app = useTestApp();
  let admin!: Visitor;
  let team!: number;
  const list = async (visitor = admin) => (await visitor.call(trashContract.list, {})).body;
  const found = async (search: string) => (await admin.call(filesContract.overview, { search })).body.matching;

  await t.test('says who deleted a file, when, and how long it can be taken back', async () => {
    admin = await asAdmin(app);
    team = await makeTeam(app, 'Harbour');
    const { visitor, id, name } = await signedInAs(app, { role: 2, team, name: 'Ana Quay' });
    const [file] = (await upload(visitor, 1, { name: 'plan.txt', bytes: 'the plan' })) as [File];
    assert.equal((await visitor.call(filesContract.remove, { id: file.id })).status, 204);
    const [trashed] = await list();
    const { trashed_at } = trashed as { trashed_at: string };
    assert.deepEqual(trashed, { ...file, trashed_at, trashed_by: { id, name }, team_name: 'Harbour', days_left: 30 });
    assert.equal((await visitor.send({ method: 'GET', url: `/storage/${file.filepath}` })).statusCode, 404);
  });

  await t.test('gives a file back as it was: found, counted and read again', async () => {
    const [trashed] = await list();
    const { id } = trashed as File;
    const count = async () => (await admin.call(filesContract.overview, {})).body.totals.files;
    const before = await count();
    assert.equal(await found('plan'), 0);
    const restored = await admin.call(trashContract.restore, { id });
    assert.deepEqual([restored.status, restored.body.filename], [200, 'plan.txt']);
    assert.equal(await read(admin, restored.body), 'the plan');
    assert.deepEqual([await found('plan'), await count()], [1, before + 1]);
    assert.deepEqual(await list(), []);
    assert.equal((await admin.call(trashContract.restore, { id })).status, 404);
    assert.equal((await admin.call(trashContract.remove, { id })).status, 404, 'only what is in the trash');
  });

  await t.test('counts a restored file for its uploader again, once, whoever is quicker', async () => {
    const uploader = await signedInAs(app, { role: 3, team });
    const [file] = (await upload(uploader.visitor, 1, { name: 'twice.txt' })) as [File];
    await admin.call(filesContract.remove, { id: file.id });
    const count = async () => (await uploader.visitor.call(sessionContract.currentUser, {})).body.files_count;
    assert.equal(await count(), 0);
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(trashContract.restore, { id: file.id })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404]);
    assert.equal(await count(), 1);
  });

  await t.test('shows a manager only what they see', async () => {
    const stranger = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    const [file] = (await upload(admin, 1, { name: 'general.txt' })) as [File];
    const [own] = (await upload(stranger.visitor, 1, { name: 'own.txt' })) as [File];
    for (const { id } of [file, own]) await admin.call(filesContract.remove, { id });
    assert.deepEqual(
      (await list(stranger.visitor)).map(({ id }) => id),
      [own.id],
    );
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      [own.id, file.id],
    );
  });

  await t.test('is read page by page', async () => {
    for (const name of ['1', '2', '3', '4', '5'])
      for (const { id } of await upload(admin, 1, { name })) await admin.call(filesContract.remove, { id });
    const all = await list();
    const seen: number[] = [];
    for (let after: string | undefined; ;) {
      const page = (await admin.call(trashContract.list, { limit: 2, ...(after ? { after } : {}) })).body;
      seen.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last) break;
      after = `${last.trashed_at},${last.id}`;
    }
    assert.deepEqual(
      seen,
      all.map(({ id }) => id),
    );
    assert.equal((await admin.send({ method: 'GET', url: '/api/trash?after=x' })).statusCode, 422);
  });
});

test('what is deleted for good', async (t) => {
  let app!: TestApp;
  let admin!: Visitor;
  t.after(() => app.close());

  const laterBy = (ms: number) => app.setNow(new Date(app.now().getTime() + ms));

  await t.test('is gone at once, and its bytes a while later, those of its versions too', async () => {
    app = await openTestApp();
    admin = await asAdmin(app);
    const [file, other] = (await upload(admin, 1, { name: 'a', bytes: 'one' }, { name: 'b', bytes: 'one' })) as [
      File,
      File,
    ];
    await replace(admin, file.id, 'two');
    await admin.call(filesContract.remove, { id: file.id });
    assert.equal((await admin.call(trashContract.remove, { id: file.id })).status, 204);
    assert.equal((await admin.call(trashContract.restore, { id: file.id })).status, 404);
    await sweepDoomedBlobs(app.parts);
    assert.equal(await storedBlobs(app), 2, 'somebody may still be reading');
    laterBy(2 * 60 * 60 * 1000);
    await sweepDoomedBlobs(app.parts);
    assert.equal(await storedBlobs(app), 1);
    assert.equal(await read(await asAdmin(app), other), 'one', 'the same content elsewhere is unharmed');
  });

  await t.test('waits while a backup runs', async () => {
    admin = await asAdmin(app);
    const [file] = (await upload(admin, 1, { name: 'c' })) as [File];
    await admin.call(filesContract.remove, { id: file.id });
    await admin.call(trashContract.remove, { id: file.id });
    const value = new Date(app.now().getTime() + 3 * 60 * 60 * 1000).toISOString();
    await app.parts.db.insertInto('settings').values({ name: 'backup_until', value }).execute();
    laterBy(2 * 60 * 60 * 1000);
    await sweepDoomedBlobs(app.parts);
    assert.equal(await storedBlobs(app), 2);
    laterBy(2 * 60 * 60 * 1000);
    await sweepDoomedBlobs(app.parts);
    assert.equal(await storedBlobs(app), 1);
  });

  await t.test('is what has been in the trash for 30 days', async () => {
    admin = await asAdmin(app);
    const [file, kept] = (await upload(admin, 1, { name: 'old' }, { name: 'kept' })) as [File, File];
    await admin.call(filesContract.remove, { id: file.id });
    laterBy(29 * dayMs);
    await emptyTrash(app.parts);
    assert.equal((await (await asAdmin(app)).call(trashContract.list, {})).body[0]?.days_left, 1);
    laterBy(2 * dayMs);
    await emptyTrash(app.parts);
    admin = await asAdmin(app);
    assert.deepEqual((await admin.call(trashContract.list, {})).body, []);
    assert.equal((await admin.call(versionsContract.details, { id: kept.id })).status, 200);
  });
});

test('equal contents', async (t) => {
  const app = useTestApp();
  let admin!: Visitor;

  await t.test('are stored once, and the uploader is told of the one they can see', async () => {
    admin = await asAdmin(app);
    const team = await makeTeam(app);
    const ana = await signedInAs(app, { role: 3, team });
    const send = async (visitor: Visitor, ...files: { name: string; bytes: string }[]) =>
      (await visitor.call(filesContract.upload, { file_type_id: 1 }, files)).body;
    const first = await send(ana.visitor, { name: 'a.txt', bytes: 'same' }, { name: 'b.txt', bytes: 'same' });
    assert.deepEqual([await storedBlobs(app), first.duplicates], [1, []]);
    const again = await send(ana.visitor, { name: 'c.txt', bytes: 'other' }, { name: 'd.txt', bytes: 'same' });
    const [one] = first.files as [File];
    const twin = { id: one.id, filename: 'a.txt', filepath: one.filepath };
    assert.deepEqual(again.duplicates, [{ id: again.files[1]?.id, of: twin }]);
    const stranger = await signedInAs(app, { role: 3, team: 1 });
    const theirs = await send(stranger.visitor, { name: 'e.txt', bytes: 'same' });
    assert.deepEqual(theirs.duplicates, [], 'what somebody cannot see they do not hear of');
    assert.equal(await storedBlobs(app), 2);
    for (const file of [...first.files, ...again.files.slice(1), ...theirs.files])
      assert.equal(await read(admin, file), 'same');
  });

  await t.test('outlive each other: the bytes go with the last file that has them', async () => {
    const files = (await admin.call(filesContract.overview, { search: '.txt' })).body.groups.flatMap(
      (group) => group.files,
    );
    const same = files.filter(({ size }) => size === 4);
    for (const file of same) {
      assert.equal(await read(admin, file), 'same');
      await admin.call(filesContract.remove, { id: file.id });
      await admin.call(trashContract.remove, { id: file.id });
      app.setNow(new Date(app.now().getTime() + 2 * 60 * 60 * 1000));
      admin = await asAdmin(app);
      await sweepDoomedBlobs(app.parts);
    }
    assert.equal(await storedBlobs(app), 1);
  });

  await t.test('do not rely on bytes that were damaged meanwhile: the new ones are kept', async () => {
    const [old] = (await upload(admin, 1, { name: 'old', bytes: 'precious' })) as [File];
    const { blob_key } = await app.parts.db
      .selectFrom('files')
      .select('blob_key')
      .where('id', '=', old.id)
      .executeTakeFirstOrThrow();
    await writeFile(join(app.dataDir, 'blobs', blob_key.slice(0, 2), blob_key), 'Precious');
    const [fresh] = (await upload(admin, 1, { name: 'fresh', bytes: 'precious' })) as [File];
    assert.equal(await read(admin, fresh), 'precious');
    await replace(admin, old.id, 'precious');
    assert.equal(await read(admin, old), 'precious');
  });
});

test('versions', async (t) => {
  const app = useTestApp({ PRUNE_VERSIONS: 'yes' });
  let admin!: Visitor;
  let ana!: Awaited<ReturnType<typeof signedInAs>>;
  let file!: File;
  const list = async () => (await admin.call(versionsContract.list, { id: file.id })).body;

  await t.test('keep what a file was before it was replaced: who, when, how large, and the bytes', async () => {
    admin = await asAdmin(app);
    ana = await signedInAs(app, { role: 3, team: 1, name: 'Ana Quay' });
    [file] = (await upload(ana.visitor, 1, { name: 'tide.txt', bytes: 'first' })) as [File];
    assert.deepEqual(await list(), []);
    await replace(ana.visitor, file.id, 'second one');
    await replace(admin, file.id, 'third');
    const versions = await list();
    assert.deepEqual(
      versions.map(({ filename, size, user }) => [filename, size, user?.name]),
      [
        ['tide.txt', 10, 'Ana Quay'],
        ['tide.txt', 5, 'Ana Quay'],
      ],
    );
    assert.equal(versions[1]?.created_at, file.uploaded_at);
    assert.equal(await read(ana.visitor, file), 'third');
    assert.equal(await read(ana.visitor, file, `?version=${versions[1]?.id}`), 'first');
    const download = await ana.visitor.send({
      method: 'GET',
      url: `/storage/${file.filepath}?version=${versions[0]?.id}&download=1`,
    });
    assert.deepEqual(
      [download.body, download.headers['content-disposition']?.toString().startsWith('attachment')],
      ['second one', true],
    );
  });

  await t.test('of another file, or that are none, are not found', async () => {
    const [other] = (await upload(admin, 1, { name: 'other' })) as [File];
    const [version] = await list();
    for (const url of [`/storage/${other.filepath}?version=${version?.id}`, `/storage/${file.filepath}?version=9999`])
      assert.equal((await admin.send({ method: 'GET', url })).statusCode, 404);
    const restored = await admin.call(versionsContract.restore, { id: other.id, version_id: version?.id as number });
    assert.equal(restored.status, 404);
  });

  await t.test('are restored by keeping what there is now as a version', async () => {
    const first = (await list())[1] as { id: number };
    const restored = await ana.visitor.call(versionsContract.restore, { id: file.id, version_id: first.id });
    assert.deepEqual([restored.status, restored.body.id, restored.body.size], [200, file.id, 5]);
    assert.equal(await read(admin, file), 'first');
    const versions = await list();
    assert.deepEqual([versions.length, versions[0]?.size, versions[0]?.user?.name], [3, 5, 'Administrator']);
    assert.equal(await read(admin, file, `?version=${versions[0]?.id}`), 'third');
  });

  await t.test('and everything else that happened to a file is told by its details', async () => {
    await admin.call(filesContract.update, { id: file.id, _method: 'PUT', filename: 'ebb.txt' }, []);
    await read(ana.visitor, file, '?download=1');
    const { body } = await ana.visitor.call(versionsContract.details, { id: file.id });
    assert.deepEqual(
      [
        body.filename,
        body.team.name,
        body.file_type?.name,
        body.versions_count,
        body.downloads_count,
        body.content_by?.name,
      ],
      ['ebb.txt', 'General', 'Document', 3, 2, 'Ana Quay'],
    );
    assert.match(body.content_hash, /^[0-9a-f]{64}$/);
    const events = (await admin.call(versionsContract.history, { id: file.id })).body;
    const kinds = events.map(({ what }) => what);
    assert.equal(kinds.at(-1), 'uploaded');
    assert.deepEqual(kinds.toSorted(), [
      'downloaded',
      'downloaded',
      'renamed',
      'replaced',
      'replaced',
      'uploaded',
      'version_restored',
    ]);
    const renamed = events.find(({ what }) => what === 'renamed');
    assert.deepEqual(
      [renamed?.old_value, renamed?.new_value, renamed?.user?.name],
      ['tide.txt', 'ebb.txt', 'Administrator'],
    );
  });

  await t.test(
    'beyond the newest 20, or older than 180 days, go when the setting says so; never the current one',
    async () => {
      const [many] = (await upload(admin, 1, { name: 'many', bytes: 'v0' })) as [File];
      for (let round = 1; round <= 24; round += 1) await replace(admin, many.id, `v${round}`);
      await pruneVersions(app.parts);
      const left = (await admin.call(versionsContract.list, { id: many.id })).body;
      assert.deepEqual([left.length, left.at(-1)?.size], [20, 2]);
      assert.equal(await read(admin, many, `?version=${left.at(-1)?.id}`), 'v4');
      app.setNow(new Date(app.now().getTime() + 181 * dayMs));
      await pruneVersions(app.parts);
      const again = await asAdmin(app);
      assert.deepEqual((await again.call(versionsContract.list, { id: many.id })).body, []);
      assert.equal(await read(again, many), 'v24');
      assert.equal(await read(again, file), 'first', 'the current content stays, which a version named too');
    },
  );
});

test('a selection of files', async (t) => {
  const app = useTestApp();
  let admin!: Visitor;
  const ids = (files: File[]) => files.map(({ id }) => id);

  await t.test('is packed into one archive that any program unpacks', async () => {
    admin = await asAdmin(app);
    const files = await upload(
      admin,
      1,
      { name: 'Größe.txt', bytes: 'umlauts' },
      { name: 'same.txt', bytes: 'one' },
      { name: 'SAME.txt', bytes: 'two' },
      { name: 'c:drive.txt', bytes: '' },
      { name: 'large.bin', bytes: Buffer.alloc(3_000_000, 'large') },
    );
    const answer = await admin.send({ method: 'GET', url: `/api/files/zip?ids=${ids(files).join(',')}` });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'application/zip');
    assert.match(String(answer.headers['content-disposition']), /^attachment; filename="Stowage \d{4}-\d\d-\d\d\.zip"/);
    assert.equal(answer.rawPayload.length, Number(answer.headers['content-length']));
    const path = join(app.dataDir, 'all.zip');
    await writeFile(path, answer.rawPayload);
    const script = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps({name: len(archive.read(name)) for name in archive.namelist()}))`;
    const unpacked = execFileSync('python3', ['-c', script, path]).toString();
    assert.deepEqual(JSON.parse(unpacked), {
      'Größe.txt': 7,
      'same.txt': 3,
      'SAME (2).txt': 3,
      'c_drive.txt': 0,
      'large.bin': 3_000_000,
    });
    assert.equal((await admin.call(sessionContract.currentUser, {})).body.downloads_count, 5);
  });

  await t.test('is never a complete archive when a file in it is damaged', async () => {
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const [good, bad] = (await upload(admin, 1, { name: 'good' }, { name: 'bad', bytes: 'x'.repeat(1000) })) as [
      File,
      File,
    ];
    const row = await app.parts.db
      .selectFrom('files')
      .select('blob_key')
      .where('id', '=', bad.id)
      .executeTakeFirstOrThrow();
    await writeFile(join(app.dataDir, 'blobs', row.blob_key.slice(0, 2), row.blob_key), 'y'.repeat(1000));
    const { port } = app.app.server.address() as { port: number };
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
    await assert.rejects(
      fetch(`http://127.0.0.1:${port}/api/files/zip?ids=${good.id},${bad.id}`, { headers: { cookie } }).then((answer) =>
        answer.arrayBuffer(),
      ),
    );
  });

  await t.test('is refused whole when one of them is not there or not the caller’s to see', async () => {
    const [hers] = (await upload(admin, 1, { name: 'hers' })) as [File];
    const other = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    const [own] = (await upload(other.visitor, 1, { name: 'own' })) as [File];
    const both = [hers.id, own.id];
    const type = await makeFileType(app);
    const refused = [
      await other.visitor.send({ method: 'GET', url: `/api/files/zip?ids=${both.join(',')}` }),
      await other.visitor.send({ method: 'POST', url: '/api/files/trash', payload: { ids: both } }),
      await other.visitor.send({
        method: 'POST',
        url: '/api/files/change-type',
        payload: { ids: both, file_type_id: type },
      }),
      await other.visitor.send({ method: 'POST', url: '/api/files/move', payload: { ids: both, team_id: 1 } }),
    ];
    for (const answer of refused) assert.equal(answer.statusCode, 404, answer.body);
    assert.equal((await other.visitor.call(versionsContract.details, { id: own.id })).body.file_type?.id, 1);
    for (const bad of [[], 'x', Array.from({ length: 501 }, (_, place) => place + 1), [0], [1.5]])
      assert.equal(
        (await admin.send({ method: 'POST', url: '/api/files/trash', payload: { ids: bad } })).statusCode,
        422,
      );
    for (const query of ['', 'ids=', 'ids=a', 'ids=1,x'])
      assert.equal((await admin.send({ method: 'GET', url: `/api/files/zip?${query}` })).statusCode, 422, query);
  });

  await t.test(
    'changes type and team, with the counts that go by them, and says so in each file’s history',
    async () => {
      const files = await upload(admin, 1, { name: 'm1' }, { name: 'm2' }, { name: 'm3' });
      const [type, team] = [await makeFileType(app, 'Bill of lading'), await makeTeam(app, 'Customs')];
      const typed = await admin.call(selectionContract.changeType, { ids: ids(files), file_type_id: type });
      assert.deepEqual(typed.body, { changed: 3 });
      assert.deepEqual((await admin.call(selectionContract.changeType, { ids: ids(files), file_type_id: type })).body, {
        changed: 0,
      });
      const moved = await admin.call(selectionContract.move, { ids: ids(files.slice(0, 2)), team_id: team });
      assert.deepEqual(moved.body, { changed: 2 });
      const { groups } = (await admin.call(filesContract.overview, { group_by: 'team' })).body;
      assert.equal(groups.find(({ id }) => id === team)?.files_count, 2);
      const ofType = (await admin.call(filesContract.overview, { file_type_id: type })).body;
      assert.equal(ofType.matching, 3);
      const events = (await admin.call(versionsContract.history, { id: files[0]?.id as number })).body;
      assert.deepEqual(events.map(({ what, old_value, new_value }) => [what, old_value, new_value]).toSorted(), [
        ['moved', 'General', 'Customs'],
        ['type_changed', 'Document', 'Bill of lading'],
        ['uploaded', null, null],
      ]);
      assert.equal((await admin.call(selectionContract.move, { ids: ids(files), team_id: 9999 })).status, 422);
      assert.equal(
        (await admin.call(selectionContract.changeType, { ids: ids(files), file_type_id: 9999 })).status,
        422,
      );
      const manager = await signedInAs(app, { role: 2, team: 1 });
      const last = files[2] as File;
      const out = await manager.visitor.call(selectionContract.move, { ids: [last.id], team_id: team });
      assert.deepEqual([out.status, Object.keys(out.failure.errors ?? {})], [422, ['team_id']]);
    },
  );

  await t.test('goes to the trash together, and what several people do at once is counted once', async () => {
    const files = await upload(admin, 1, ...Array.from({ length: 10 }, (_, place) => ({ name: `t${place}` })));
    const before = (await admin.call(filesContract.overview, {})).body.totals.files;
    const answers = await Promise.all([
      admin.call(selectionContract.trash, { ids: ids(files) }),
      admin.call(selectionContract.trash, { ids: ids(files) }),
      admin.call(filesContract.remove, { id: files[0]?.id as number }),
    ]);
    for (const { status } of answers) assert.ok([200, 204, 404].includes(status));
    for (const { id } of files) await admin.call(filesContract.remove, { id });
    assert.equal((await admin.call(filesContract.overview, {})).body.totals.files, before - 10);
    assert.equal(
      (await admin.call(trashContract.list, { limit: 500 })).body.filter(({ id }) => ids(files).includes(id)).length,
      10,
    );
  });
});
