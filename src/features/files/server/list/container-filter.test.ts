import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { filesExportContract } from '#features/files/list/files-export.contract.ts';
import { enterContainer } from '#tests/containers.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const namesOf = async (visitor: Visitor, query: object) => {
  const { body } = await visitor.call(filesContract.overview, query);
  const listed = body.groups.flatMap(({ files }) => files.map(({ filename }) => filename)).toSorted();
  assert.equal(body.matching, listed.length, JSON.stringify(query));
  return listed;
};
const foundIn = async (visitor: Visitor, query: { search: string; container_id: number }) => {
  const { body } = await visitor.call(filesContract.textSearch, query);
  assert.equal(body.total?.files, body.files.length, JSON.stringify(query));
  return body.files.map(({ filename }) => filename).toSorted();
};

describe('the filter by container', () => {
  const app = useTestApp();

  test('lists and finds the linked files only, in names, texts and exports', async () => {
    const admin = await asAdmin(app);
    const files = await upload(
      admin,
      1,
      { name: 'packing list.txt', bytes: 'teapots of porcelain' },
      { name: 'invoice.txt', bytes: 'teapots, unpaid' },
      { name: 'packing plan.txt', bytes: 'teapots elsewhere' },
      { name: 'unlinked.txt', bytes: 'teapots once' },
    );
    await extractStored(app);
    const { id } = await enterContainer(admin, {});
    const other = await enterContainer(admin, {});
    const ids = files.map((file) => file.id);
    const link = (container: number, file_ids: number[]) =>
      admin.call(containerFilesContract.link, { id: container, file_ids });
    await link(id, [ids[0] as number, ids[1] as number, ids[3] as number]);
    await link(other.id, [ids[2] as number]);
    await admin.call(containerFilesContract.unlink, { id, file_id: ids[3] as number });
    const cases: [query: object, names: string[]][] = [
      [{ container_id: id }, ['invoice.txt', 'packing list.txt']],
      [{ container_id: id, search: 'packing' }, ['packing list.txt']],
      [{ container_id: id, search: 'administrator -invoice', sort: 'filename' }, ['packing list.txt']],
      [{ container_id: id, group_by: 'team', sort: 'size', order: 'asc' }, ['invoice.txt', 'packing list.txt']],
      [{ container_id: id, team_id: 999 }, []],
      [{ container_id: other.id }, ['packing plan.txt']],
      [{ container_id: 999_999 }, []],
      [{ container_id: id, waiting: 'yes' }, []],
    ];
    for (const [query, names] of cases) assert.deepEqual(await namesOf(admin, query), names, JSON.stringify(query));
    const page = await admin.call(filesContract.group, { container_id: id, group_id: 1, limit: 1 });
    assert.deepEqual(
      [page.body.files.map(({ filename }) => filename), page.body.next !== null],
      [['invoice.txt'], true],
    );
    assert.deepEqual(await foundIn(admin, { container_id: id, search: 'teapots' }), [
      'invoice.txt',
      'packing list.txt',
    ]);
    assert.deepEqual(await foundIn(admin, { container_id: id, search: '"teapots of"' }), ['packing list.txt']);
    assert.deepEqual(await foundIn(admin, { container_id: other.id, search: 'porcelain' }), []);
    const { raw } = await admin.call(filesExportContract.csv, { container_id: id, search: 'teapots', texts: 'yes' });
    assert.deepEqual(raw.body.match(/\w[\w ]*\.txt/g)?.toSorted(), ['invoice.txt', 'packing list.txt']);
  });

  test('lists nothing of a container that the reader does not see', async () => {
    const admin = await asAdmin(app);
    const team = await makeTeam(app);
    const { visitor } = await signedInAs(app, { role: 2, team });
    const [file] = await upload(visitor, 1, { name: 'own.txt', bytes: 'demurrage' });
    await extractStored(app);
    const own = await enterContainer(visitor, {});
    const hidden = await enterContainer(admin, {});
    const anotherTeam = await makeTeam(app);
    await admin.call(containersContract.update, { ...hidden, team_id: anotherTeam });
    for (const { id } of [own, hidden])
      await admin.call(containerFilesContract.link, { id, file_ids: [file?.id ?? 0] });
    const seen = async ({ id }: { id: number }) => [
      ...(await namesOf(visitor, { container_id: id })),
      ...(await foundIn(visitor, { container_id: id, search: 'demurrage' })),
    ];
    assert.deepEqual([await seen(own), await seen(hidden)], [['own.txt', 'own.txt'], []]);
    const csv = await visitor.call(filesExportContract.csv, { container_id: hidden.id });
    assert.doesNotMatch(csv.raw.body, /own\.txt/);
  });
});
