import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { followAudit } from '#tests/audit.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, blobKeyOf, makeFileType, makeTeam, signedInAs } from '#tests/make.ts';
import { storedIn } from '#tests/storage.ts';
import { signedInAsViewer, teamViewers } from '#tests/team-viewers.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { textInZip } from '#tests/zip.ts';
import { maxDossierFiles } from '../dossier.rules.ts';

const addressOf = (id: number) => `/api/containers/${id}/dossier`;
const dossier = (visitor: Visitor, id: number, method: 'GET' | 'HEAD' = 'GET') =>
  visitor.send({ method, url: addressOf(id) });

/** A container with files of these names, uploaded to it by a member of a new team. */
async function withPapers(app: TestApp, ...names: string[]) {
  const admin = await asAdmin(app);
  const team = await makeTeam(app);
  const uploader = await signedInAs(app, { role: 3, team });
  const container = await containersOf(app, () => admin).make();
  const { body } = await uploader.visitor.call(
    filesContract.upload,
    { file_type_id: 1, container_id: container.id },
    names.map((name) => ({ name, bytes: `content of ${name}` })),
  );
  return { admin, team, uploader, container, files: body.files };
}

describe('the dossier of a container', () => {
  const app = useTestApp();

  test('is an archive with the documents by type, and an index with the history and the comments', async () => {
    const { admin, container, files } = await withPapers(app, 'list.txt', 'LIST.txt');
    const type = await makeFileType(app, 'Bill / of Lading');
    const more = [{ name: 'lading.txt', bytes: 'lading' }];
    await admin.call(filesContract.upload, { file_type_id: type, container_id: container.id }, more);
    await admin.call(containerWorkContract.comment, {
      id: container.id,
      text: 'Called the <b>carrier</b>',
      mentions: [],
    });
    const written = followAudit(app.ctx);
    await written();
    const before = (await admin.call(sessionContract.currentUser, {})).body.downloads_count;
    assert.equal((await dossier(admin, container.id, 'HEAD')).statusCode, 200);
    assert.deepEqual(await written(), [], 'a request for the headers downloads nothing');
    const answer = await dossier(admin, container.id);
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/zip']);
    assert.ok(String(answer.headers['content-disposition']).includes(container.container_no));
    assert.equal(answer.rawPayload.length, Number(answer.headers['content-length']));
    const path = join(app.dataDir, 'dossier.zip');
    await writeFile(path, answer.rawPayload);
    const script = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps(archive.namelist()))`;
    assert.deepEqual(JSON.parse(execFileSync('python3', ['-c', script, path]).toString()), [
      'index.html',
      'index.csv',
      'Bill _ of Lading/lading.txt',
      'Document/LIST.txt',
      'Document/list (2).txt',
    ]);
    const html = textInZip(answer.rawPayload, 'index.html');
    for (const part of [
      container.name,
      'href="./Document/LIST.txt"',
      'href="./Bill%20_%20of%20Lading/lading.txt"',
      'Called the &#60;b&#62;carrier&#60;/b&#62;',
      'File list.txt linked',
      'Created',
    ])
      assert.ok(html.includes(part), part);
    const csv = textInZip(answer.rawPayload, 'index.csv');
    assert.ok(csv.includes('"Called the <b>carrier</b>"'));
    const acts = (await written()).map(({ act, thing_id }) => [act, thing_id]);
    assert.deepEqual(acts.at(-1), ['container.dossier_downloaded', container.id]);
    assert.deepEqual(
      acts.slice(0, -1).map(([act]) => act),
      files.concat(files[0] ?? []).map(() => 'file.downloaded_in_zip'),
    );
    assert.equal((await admin.call(sessionContract.currentUser, {})).body.downloads_count, before + 3);
  });

  for (const viewer of teamViewers)
    test(`${viewer.who}: documents ${viewer.sees ? 'included' : 'only counted'}`, async () => {
      const { team, container } = await withPapers(app, 'one.txt', 'two.txt');
      const { visitor } = await signedInAsViewer(app, viewer, team);
      const { rawPayload } = await dossier(visitor, container.id);
      const [html, csv] = [textInZip(rawPayload, 'index.html'), textInZip(rawPayload, 'index.csv')];
      for (const index of [html, csv]) {
        assert.equal(index.includes('one.txt'), viewer.sees);
        assert.ok(!index.includes('may not see'));
      }
      assert.equal(rawPayload.includes('content of one.txt'), viewer.sees);
    });

  test('the index has the dates and numbers of the language, and the times of the zone, that the caller names', async () => {
    const { admin, container, files } = await withPapers(app, 'one.txt');
    await app.ctx.db.updateTable('containers').set({ packages: 1234 }).where('id', '=', container.id).execute();
    const at = new Date(files[0]?.uploaded_at ?? '');
    const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
    const url = addressOf(container.id);
    const indexOf = async (query: string) =>
      textInZip((await admin.send({ method: 'GET', url: `${url}${query}` })).rawPayload, 'index.html');
    for (const [language, timeZone, packages] of [
      ['de-DE', 'Asia/Tokyo', '1.234'],
      ['en-GB', 'America/Lima', '1,234'],
    ] as const) {
      const html = await indexOf(`?language=${language}&time_zone=${encodeURIComponent(timeZone)}`);
      for (const part of [timeZone, packages, at.toLocaleString(language, { ...options, timeZone })])
        assert.ok(html.includes(part), part);
    }
    assert.ok((await indexOf('')).includes(at.toLocaleString('en-US', options)));
    for (const wrong of ['?language=german!', '?time_zone=Europe/Atlantis']) {
      const { statusCode, body } = await admin.send({ method: 'GET', url: `${url}${wrong}` });
      assert.deepEqual([statusCode, /This is not a (language tag|time zone)/.test(body)], [422, true]);
    }
  });

  test('a container that the caller does not see is 404', async () => {
    const { container, team } = await withPapers(app);
    await app.ctx.db.updateTable('containers').set({ team_id: team }).where('id', '=', container.id).execute();
    const { visitor } = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    assert.equal((await dossier(visitor, container.id)).statusCode, 404);
  });

  test('hostile names are text in the index and stay inside the archive', async () => {
    const { admin, container } = await withPapers(app, '=cmd|calc!A1.txt', '"><img src=x onerror=alert(1)>.txt');
    await app.ctx.db
      .updateTable('containers')
      .set({ name: '<script>alert(1)</script>' })
      .where('id', '=', container.id)
      .execute();
    const { rawPayload } = await dossier(admin, container.id);
    const html = textInZip(rawPayload, 'index.html');
    assert.ok(!html.includes('<script') && !html.includes('<img'));
    assert.ok(textInZip(rawPayload, 'index.csv').includes(`"'=cmd|calc!A1.txt"`));
    assert.equal(textInZip(rawPayload, 'Document/=cmd_calc!A1.txt'), 'content of =cmd|calc!A1.txt');
  });

  test('too many documents are refused with a sentence before anything is recorded', async () => {
    const { admin, container, files } = await withPapers(app, 'first.txt');
    const { db } = app.ctx;
    const columns = db
      .selectFrom('files')
      .selectAll()
      .where('id', '=', files[0]?.id ?? 0);
    const first = { ...(await columns.executeTakeFirstOrThrow()), id: undefined };
    const copies = Array.from({ length: maxDossierFiles }, (__, index) => ({ ...first, filepath: `copy-${index}` }));
    const at = app.now().toISOString();
    for (let start = 0; start < copies.length; start += 100) {
      const rows = await db
        .insertInto('files')
        .values(copies.slice(start, start + 100) as never)
        .returning('id')
        .execute();
      const link = {
        container_id: container.id,
        how: 'hand',
        linked_at: at,
        found: null,
        linked_by: 1,
        removed_at: null,
      };
      await db
        .insertInto('container_files')
        .values(rows.map(({ id }) => ({ ...link, file_id: id })))
        .execute();
    }
    const answer = await dossier(admin, container.id);
    assert.deepEqual([answer.statusCode, answer.json().code], [422, 'container.dossier_too_large']);
    assert.match(answer.json().message, /has 501 documents, and a dossier holds at most 500/);
  });

  test('an archive with a damaged document ends early', async () => {
    const { admin, container, files } = await withPapers(app, 'bad.txt');
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    await storedIn(app.ctx.config).write(await blobKeyOf(app, files[0]?.id ?? 0), 'other bytes of bad');
    const { port } = app.app.server.address() as { port: number };
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
    await assert.rejects(
      fetch(`http://127.0.0.1:${port}${addressOf(container.id)}`, { headers: { cookie } }).then((answer) =>
        answer.arrayBuffer(),
      ),
    );
    const refused = await dossier(admin, container.id);
    assert.deepEqual([refused.statusCode, refused.json().code], [500, 'file.damaged']);
    assert.match(refused.json().message, /^The stored content of "bad\.txt" is damaged/);
  });
});
