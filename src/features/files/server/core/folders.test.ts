import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { foldersContract } from '#features/files/core/folders.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { uploadsContract } from '#features/files/upload/resumable-upload.contract.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { announce, sendPiece } from '#tests/tus.ts';
import type { Visitor } from '#tests/visitor.ts';

const send = (visitor: Visitor, files: [folder: string, name: string, bytes?: string][], folders?: string) =>
  visitor.call(
    filesContract.upload,
    { file_type_id: 1, folders: folders ?? JSON.stringify(files.map(([folder]) => folder)) },
    files.map(([, name, bytes = name]) => ({ name, bytes })),
  );

async function fill(app: TestApp) {
  const admin = await asAdmin(app);
  const answer = await send(admin, [
    ['Incoming/2026/March', 'bill.txt', 'alpha beta'],
    ['Incoming/2026', 'list.txt'],
    ['Incoming', 'note.txt'],
    ['Incoming 2', 'other.txt', 'alpha'],
    ['', 'loose.txt'],
  ]);
  assert.equal(answer.status, 201, answer.raw.body);
  return { admin, files: answer.body.files };
}

const namesOf = async (visitor: Visitor, query: object) => {
  const { body } = await visitor.call(filesContract.overview, query);
  const listed = body.groups.flatMap(({ files }) => files.map(({ filename }) => filename)).toSorted();
  assert.equal(body.matching, listed.length);
  return listed;
};

describe('folders of files', () => {
  describe('folders in lists', () => {
    const app = useTestApp();

    test('an upload keeps them; the filter lists a folder and those below it, and the search finds parts', async () => {
      const { admin, files } = await fill(app);
      assert.deepEqual(
        files.map(({ folder }) => folder),
        ['Incoming/2026/March', 'Incoming/2026', 'Incoming', 'Incoming 2', undefined],
      );
      const cases: [query: object, names: string[]][] = [
        [{ folder: 'Incoming' }, ['bill.txt', 'list.txt', 'note.txt']],
        [{ folder: 'Incoming/2026' }, ['bill.txt', 'list.txt']],
        [{ folder: '/Incoming/2026/March/' }, ['bill.txt']],
        [{ folder: 'incoming' }, []],
        [{ folder: 'Incoming', search: 'LIST' }, ['list.txt']],
        [{ folder: 'Incoming', search: 'loose' }, []],
        [{ folder: 'Incoming', search: 'administrator', sort: 'filename' }, ['bill.txt', 'list.txt', 'note.txt']],
        [{ folder: 'Incoming', team_id: 999 }, []],
        [{ search: '2026/march' }, ['bill.txt']],
        [{ search: 'incoming' }, ['bill.txt', 'list.txt', 'note.txt', 'other.txt']],
        [{ search: 'incoming -2026' }, ['note.txt', 'other.txt']],
        [{ search: 'txtinc' }, []],
      ];
      for (const [query, names] of cases) assert.deepEqual(await namesOf(admin, query), names, JSON.stringify(query));
      const [, list] = files;
      await admin.call(filesContract.update, { id: list?.id ?? 0, _method: 'PUT', filename: 'renamed.txt' }, []);
      assert.deepEqual(await namesOf(admin, { search: 'incoming/2026' }), ['bill.txt', 'renamed.txt']);
      assert.equal((await admin.call(versionsContract.details, { id: list?.id ?? 0 })).body.folder, 'Incoming/2026');
      await admin.call(filesContract.remove, { id: list?.id ?? 0 });
      assert.deepEqual(await namesOf(admin, { folder: 'Incoming/2026' }), ['bill.txt']);
      await admin.call(trashContract.restore, { id: list?.id ?? 0 });
      assert.deepEqual(await namesOf(admin, { search: 'incoming/2026' }), ['bill.txt', 'renamed.txt']);
    });
  });

  describe('folders in calls', () => {
    const app = useTestApp();

    test('the pages of a group continue within the folder', async () => {
      const admin = await asAdmin(app);
      const many = Array.from({ length: 7 }, (_, index): [string, string] => ['Paged/In', `page ${index}.txt`]);
      await send(admin, [...many, ['Paged out', 'x.txt']]);
      const query = { folder: 'Paged', sort: 'filename', group_id: 1, limit: 5 } as const;
      const first = (await admin.call(filesContract.group, query)).body;
      const rest = (await admin.call(filesContract.group, { ...query, after: first.next ?? '' })).body;
      assert.deepEqual(
        [...first.files, ...rest.files].map(({ filename }) => filename),
        many.map(([, name]) => name),
      );
      assert.equal(rest.next, null);
    });

    test('the texts of a folder are searched, and its files exported with it', async () => {
      const { admin } = await fill(app);
      await extractStored(app);
      const found = await admin.call(filesContract.textSearch, { search: 'alpha', folder: 'Incoming' });
      assert.deepEqual(
        found.body.files.map(({ filename, folder }) => [filename, folder]),
        [['bill.txt', 'Incoming/2026/March']],
      );
      const csv = await admin.send({ method: 'GET', url: '/api/files.csv?folder=Incoming/2026' });
      const lines = csv.body.trimEnd().split('\r\n');
      assert.deepEqual([lines.length, lines[0]?.endsWith('"Folder"')], [3, true]);
      assert.match(csv.body, /"bill\.txt".*"Incoming\/2026\/March"\r\n/);
    });

    test('the list has only folders of files that the caller sees', async () => {
      await fill(app);
      const { visitor: other } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
      await send(other, [['Own/Deep', 'own.txt']]);
      assert.deepEqual((await other.call(foldersContract.list, {})).body, [{ folder: 'Own/Deep', files: 1 }]);
      assert.deepEqual((await other.call(foldersContract.list, { search: 'incoming' })).body, []);
      const admin = await asAdmin(app);
      const { body } = await admin.call(foldersContract.list, { search: 'DEEP' });
      assert.deepEqual(body, [{ folder: 'Own/Deep', files: 1 }]);
      assert.deepEqual(await namesOf(other, { folder: 'Incoming' }), []);
    });

    test('a resumable upload keeps its folder', async () => {
      const admin = await asAdmin(app);
      const begun = await announce(admin, { size: 3, filename: 'big.bin', file_type_id: 1, folder: 'Scans/../2026' });
      const url = begun.headers.location as string;
      await sendPiece(admin, url, 0, Buffer.from('abc'));
      const { body } = await admin.call(uploadsContract.file, { id: url.split('/').at(-1) ?? '' });
      assert.equal(body.files[0]?.folder, 'Scans/2026');
    });

    for (const folders of ['', 'null', '{}', '[1]', '[]', '["a","b"]'])
      test(`an upload of one file is refused with the folders ${folders || 'of an empty text'}`, async () => {
        const admin = await asAdmin(app);
        const answer = await send(admin, [['', 'one.txt']], folders);
        assert.deepEqual([answer.status, answer.failure.code], [422, 'validation.failed'], answer.raw.body);
      });
  });
});
