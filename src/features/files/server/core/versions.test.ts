import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { maxVersionsListed } from '#features/files/core/files.rules.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { dayMs } from '#shared/calendar.ts';
import { asAdmin, readContent, replaceContent, signedInAs, upload } from '#tests/make.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import { pruneVersions } from '../trash/trash.service.ts';

describe('versions', () => {
  const app = useTestApp({ PRUNE_VERSIONS: 'yes' });

  test('keep each earlier content of a file; a restore makes the current content a version', async () => {
    const admin = await asAdmin(app);
    const ana = await signedInAs(app, { role: 3, team: 1, name: 'Ana Quay' });
    const [file] = (await upload(ana.visitor, 1, { name: 'tide.txt', bytes: 'first' })) as [File];
    const list = async () => (await admin.call(versionsContract.list, { id: file.id })).body;
    assert.deepEqual(await list(), []);
    await replaceContent(ana.visitor, file.id, 'second one');
    await replaceContent(admin, file.id, 'third');
    const versions = await list();
    assert.deepEqual(
      versions.map(({ filename, size, user }) => [filename, size, user?.name]),
      [
        ['tide.txt', 10, 'Ana Quay'],
        ['tide.txt', 5, 'Ana Quay'],
      ],
    );
    assert.equal(versions[1]?.created_at, file.uploaded_at);
    assert.equal(await readContent(ana.visitor, file), 'third');
    assert.equal(await readContent(ana.visitor, file, `?version=${versions[1]?.id}`), 'first');
    const download = await ana.visitor.send({
      method: 'GET',
      url: `/storage/${file.filepath}?version=${versions[0]?.id}&download=1`,
    });
    assert.deepEqual(
      [download.body, download.headers['content-disposition']?.toString().startsWith('attachment')],
      ['second one', true],
    );

    const first = versions[1] as { id: number };
    const restored = await ana.visitor.call(versionsContract.restore, { id: file.id, version_id: first.id });
    assert.deepEqual([restored.status, restored.body.id, restored.body.size], [200, file.id, 5]);
    assert.equal(await readContent(admin, file), 'first');
    const [newest, ...rest] = await list();
    assert.deepEqual([rest.length, newest?.size, newest?.user?.name], [2, 5, 'Administrator']);
    assert.equal(await readContent(admin, file, `?version=${newest?.id}`), 'third');

    await admin.call(filesContract.update, { id: file.id, _method: 'PUT', filename: 'ebb.txt' }, []);
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
      ['ebb.txt', 'General', 'Document', 3, 1, 'Ana Quay'],
    );
    assert.match(body.content_hash, /^[0-9a-f]{64}$/);
    const events = (await admin.call(versionsContract.history, { id: file.id })).body;
    const kinds = events.map(({ what }) => what);
    assert.equal(kinds.at(-1), 'uploaded');
    assert.deepEqual(kinds.toSorted(), [
      'downloaded',
      'renamed',
      'replaced',
      'replaced',
      'uploaded',
      'version_restored',
      'viewed',
      'viewed',
    ]);
    const renamed = events.find(({ what }) => what === 'renamed');
    assert.deepEqual(
      [renamed?.old_value, renamed?.new_value, renamed?.user?.name],
      ['tide.txt', 'ebb.txt', 'Administrator'],
    );
  });

  test('of another file, and unknown ids, are not found', async () => {
    const admin = await asAdmin(app);
    const [file, other] = (await upload(admin, 1, { name: 'file' }, { name: 'other' })) as [File, File];
    await replaceContent(admin, file.id, 'new');
    const [version] = (await admin.call(versionsContract.list, { id: file.id })).body;
    for (const url of [`/storage/${other.filepath}?version=${version?.id}`, `/storage/${file.filepath}?version=9999`])
      assert.equal((await admin.send({ method: 'GET', url })).statusCode, 404);
    const restored = await admin.call(versionsContract.restore, { id: other.id, version_id: version?.id as number });
    assert.equal(restored.status, 404);
  });

  test('beyond the newest 20, or older than 180 days, are deleted with PRUNE_VERSIONS; the current content stays', async () => {
    const admin = await asAdmin(app);
    const [many, restored] = (await upload(admin, 1, { name: 'many', bytes: 'v0' }, { name: 'restored' })) as [
      File,
      File,
    ];
    await replaceContent(admin, restored.id, 'new');
    const [version] = (await admin.call(versionsContract.list, { id: restored.id })).body;
    await admin.call(versionsContract.restore, { id: restored.id, version_id: Number(version?.id) });
    for (let round = 1; round <= 24; round += 1) await replaceContent(admin, many.id, `v${round}`);
    await pruneVersions(app.ctx);
    const pruned = await app.ctx.db
      .selectFrom('audit_entries')
      .select('thing_id')
      .where('act', '=', 'file.version_pruned')
      .execute();
    assert.deepEqual(
      pruned.map(({ thing_id }) => thing_id),
      [many.id, many.id, many.id, many.id],
    );
    const left = (await admin.call(versionsContract.list, { id: many.id })).body;
    assert.deepEqual([left.length, left.at(-1)?.size], [20, 2]);
    assert.equal(await readContent(admin, many, `?version=${left.at(-1)?.id}`), 'v4');
    app.setNow(new Date(app.now().getTime() + 181 * dayMs));
    await pruneVersions(app.ctx);
    const again = await asAdmin(app);
    for (const { id } of [many, restored]) assert.deepEqual((await again.call(versionsContract.list, { id })).body, []);
    assert.equal(await readContent(again, many), 'v24');
    assert.equal(
      await readContent(again, restored),
      'content of restored',
      'the current content stays, although a deleted version had the same',
    );
  });
});

test('all versions of a file with more than one page of them are listed', async () => {
  const app = await openTestApp();
  try {
    const admin = await asAdmin(app);
    const [file] = (await upload(admin, 1, { name: 'daily.csv', bytes: 'x' })) as [File];
    const { size, sha256, media_type, blob_key } = await app.ctx.db
      .selectFrom('files')
      .select(['size', 'sha256', 'media_type', 'blob_key'])
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    const content = { file_id: file.id, size, sha256, media_type, blob_key, user_id: file.user_id };
    const created_at = file.uploaded_at;
    const rows = Array.from({ length: 2 * maxVersionsListed + 1 }, (_, day) => ({
      filename: `${day}`,
      ...content,
      created_at,
    }));
    await app.ctx.db.transaction().execute(async (tx) => {
      while (rows.length > 0) await tx.insertInto('file_versions').values(rows.splice(0, 300)).execute();
    });
    const seen: string[] = [];
    const lengths: number[] = [];
    let before: number | undefined;
    do {
      const { body } = await admin.call(versionsContract.list, { id: file.id, before });
      lengths.push(body.length);
      seen.push(...body.map((version) => version.filename));
      before = body.at(-1)?.id;
    } while (lengths.at(-1) === maxVersionsListed);
    assert.deepEqual(lengths, [maxVersionsListed, maxVersionsListed, 1]);
    assert.deepEqual(seen, Array.from({ length: 2 * maxVersionsListed + 1 }, (_, day) => `${day}`).toReversed());
  } finally {
    await app.close();
  }
});
