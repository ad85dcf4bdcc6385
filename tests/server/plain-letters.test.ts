import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { enterContainer } from '#tests/containers.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, makeUser, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const searches = [
  'Jørgen Weiß',
  'jorgen weiss',
  'JØRGEN',
  'Łódź',
  'lodz',
  'Œuvre',
  'oeuvre',
  'æon',
  'AEON',
  'Kıyı',
  'kiyi',
];
const name = 'Jørgen Weiß Łódź Œuvre Æon Kıyı';

describe('ß, ø, ł, œ, æ and ı are found by their plain spellings and the reverse', () => {
  const app = useTestApp();
  let admin!: Visitor;
  before(async () => {
    admin = await asAdmin(app);
    await upload(admin, 1, { name: `${name}.txt`, bytes: 'x' }, { name: 'other.txt', bytes: `By ${name} in 2026` });
    await makeUser(app, { role: 3, team: 1, name });
    await enterContainer(admin, { name });
    await extractStored(app);
  });
  const get = async (url: string) => (await admin.send({ method: 'GET', url })).json() as Record<string, unknown[]>;
  for (const search of searches) {
    const asked = encodeURIComponent(search);
    test(`by ${search}`, async () => {
      assert.equal((await admin.call(filesContract.overview, { search })).body.matching, 1);
      const texts = (await admin.call(filesContract.textSearch, { search })).body.files;
      assert.deepEqual(
        texts.map(({ filename, snippet }) => [filename, snippet.some(({ marked }) => marked)]),
        [['other.txt', true]],
      );
      assert.equal((await get(`/api/users?search=${asked}`))['users']?.length, 1);
      assert.equal((await get(`/api/containers/page?search=${asked}`))['containers']?.length, 1);
    });
  }
});
