import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { asAdmin, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const spellings = ['QKYU2346230', 'QKYU 234623-0', 'qkyu 234 623-0', 'QKYU 234623 0'];

describe('files are found by a container number in any spelling', () => {
  const app = useTestApp();

  const found = async (visitor: Visitor, search: string) => {
    const { groups } = (await visitor.call(filesContract.overview, { search })).body;
    const names = groups.flatMap((group) => group.files.map(({ filename }) => filename)).toSorted();
    assert.equal(
      groups.reduce((total, group) => total + group.files_count, 0),
      names.length,
    );
    return names;
  };

  test('in the list, its counts and the export, and only files that the reader may see', async () => {
    const admin = await asAdmin(app);
    const names = ['Bill QKYU2346230.txt', 'Packing list qkyu 234 623-0.txt', 'QKYU-234623-0.txt'];
    await upload(admin, 1, ...names.map((name) => ({ name })), { name: 'Bill MSCU 123456-6.txt' });
    await upload(admin, 1, { name: 'QKYX 23.txt' });
    for (const spelling of spellings) assert.deepEqual(await found(admin, spelling), names.toSorted(), spelling);
    // A wrong check digit is no container number: only the letters count.
    assert.deepEqual(await found(admin, 'QKYU2346231'), []);
    assert.deepEqual(await found(admin, 'QKYX 23'), ['QKYX 23.txt']);
    const url = `/api/files.csv?search=${encodeURIComponent('qkyu234623-0')}`;
    const lines = (await admin.send({ method: 'GET', url })).body.trim().split('\n');
    assert.equal(lines.length, 1 + names.length);
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    assert.deepEqual(await found(visitor, 'QKYU2346230'), []);
  });
});
