import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { asAdmin, blobKeyOf, makeFileType, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { storedIn } from '#tests/storage.ts';
import { useTestApp } from '#tests/test-app.ts';

describe('a selection of files', () => {
  const app = useTestApp();
  const ids = (files: File[]) => files.map(({ id }) => id);

  test('is downloaded as a valid ZIP archive', async () => {
    const admin = await asAdmin(app);
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

  test('is refused with the name of a file whose bytes are missing, and managers are notified', async () => {
    const admin = await asAdmin(app);
    const [good, lost] = (await upload(admin, 1, { name: 'good', bytes: 'g' }, { name: 'lost.txt', bytes: 'l' })) as [
      File,
      File,
    ];
    await storedIn(app.ctx.config).remove(await blobKeyOf(app, lost.id));
    const url = `/api/files/zip?ids=${good.id},${lost.id}`;
    assert.equal((await admin.send({ method: 'HEAD', url })).statusCode, 500);
    const refused = await admin.send({ method: 'GET', url });
    assert.deepEqual([refused.statusCode, refused.json().code], [500, 'file.damaged']);
    assert.match(refused.json().message, /^The stored content of "lost\.txt" is damaged, so no archive was created\./);
    assert.deepEqual(refused.json().details, { file_ids: [lost.id] });
    const notes = (await admin.call(notificationsContract.list, {})).body;
    assert.equal(notes.filter(({ title }) => title === 'Stored file missing').length, 1);
  });

  test('aborts the archive when a file in it is damaged', async () => {
    const admin = await asAdmin(app);
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const [good, bad] = (await upload(admin, 1, { name: 'good' }, { name: 'bad', bytes: 'x'.repeat(1000) })) as [
      File,
      File,
    ];
    await storedIn(app.ctx.config).write(await blobKeyOf(app, bad.id), 'y'.repeat(1000));
    const { port } = app.app.server.address() as { port: number };
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
    await assert.rejects(
      fetch(`http://127.0.0.1:${port}/api/files/zip?ids=${good.id},${bad.id}`, { headers: { cookie } }).then((answer) =>
        answer.arrayBuffer(),
      ),
    );
    // The archive has found the damage, so the next one is refused before its first byte.
    const refused = await admin.send({ method: 'GET', url: `/api/files/zip?ids=${good.id},${bad.id}` });
    assert.deepEqual([refused.statusCode, refused.json().code], [500, 'file.damaged']);
    assert.match(refused.json().message, /"bad"/);
  });

  test('is refused as a whole if one file does not exist or the caller may not see it', async () => {
    const admin = await asAdmin(app);
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
    for (const answer of refused) {
      assert.equal(answer.statusCode, 404, answer.body);
      assert.deepEqual(answer.json().details, { file_ids: [hers.id] });
    }
    assert.equal((await other.visitor.call(versionsContract.details, { id: own.id })).body.file_type?.id, 1);
    for (const bad of [[], 'x', Array.from({ length: 501 }, (_, index) => index + 1), [0], [1.5]])
      assert.equal(
        (await admin.send({ method: 'POST', url: '/api/files/trash', payload: { ids: bad } })).statusCode,
        422,
      );
    for (const query of ['', 'ids=', 'ids=a', 'ids=1,x'])
      assert.equal((await admin.send({ method: 'GET', url: `/api/files/zip?${query}` })).statusCode, 422, query);
  });

  test('changes type and team, updates the counts, and records it in the history of each file', async () => {
    const admin = await asAdmin(app);
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
    assert.equal((await admin.call(selectionContract.changeType, { ids: ids(files), file_type_id: 9999 })).status, 422);
    const manager = await signedInAs(app, { role: 2, team: 1 });
    const last = files[2] as File;
    const out = await manager.visitor.call(selectionContract.move, { ids: [last.id], team_id: team });
    assert.deepEqual([out.status, Object.keys(out.failure.errors ?? {})], [422, ['team_id']]);
  });

  test('is restored from the trash as a whole', async () => {
    const admin = await asAdmin(app);
    const files = await upload(admin, 1, { name: 'r1' }, { name: 'r2' });
    const [{ id: other }] = (await upload(admin, 1, { name: 'not in the trash' })) as [File];
    const before = (await admin.call(filesContract.overview, {})).body.totals.files;
    await admin.call(selectionContract.trash, { ids: ids(files) });
    assert.equal((await admin.call(selectionContract.restore, { ids: [...ids(files), other] })).status, 404);
    assert.equal((await admin.call(filesContract.overview, {})).body.totals.files, before - 2);
    const restored = await admin.call(selectionContract.restore, { ids: ids(files) });
    assert.deepEqual(restored.body, { changed: 2 });
    assert.equal((await admin.call(filesContract.overview, {})).body.totals.files, before);
    const [last] = (await admin.call(versionsContract.history, { id: files[0]?.id as number })).body;
    assert.equal(last?.what, 'restored');
  });

  test('moves to the trash as a whole, and simultaneous deletions count once', async () => {
    const admin = await asAdmin(app);
    const files = await upload(admin, 1, ...Array.from({ length: 10 }, (_, index) => ({ name: `t${index}` })));
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
