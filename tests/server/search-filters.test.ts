import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { enterContainer } from '#tests/containers.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, signedIn, signedInAs, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';

type Query = Omit<InputOf<typeof filesContract.textSearch>, 'search'>;

test('a search of texts combines phrase, excluded word, container, uploader, type, team and month', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const team = await makeTeam(app);
  const invoice = await makeFileType(app);
  const ana = await makeUser(app, { role: 2, team });
  const ben = await makeUser(app, { role: 2, team });
  const { id: container } = await enterContainer(admin, {});

  const stored: [owner: typeof ana, type: number, name: string, bytes: string, day: string][] = [
    [ana, 1, 'ana list', 'packing list of the cargo', '2026-08-20'],
    [ana, invoice, 'ana invoice', 'the packing list and the invoice', '2026-09-02'],
    [ben, invoice, 'ben invoice', 'packing list, invoice 7', '2026-09-14'],
    [ben, invoice, 'ben draft', 'packing list, draft', '2026-09-15'],
    [ben, invoice, 'ben apart', 'a list for packing', '2026-09-16'],
    [ben, invoice, 'ben late', 'packing list, last one', '2026-10-01'],
  ];
  const ids = new Map<string, number>();
  for (const [owner, type, name, bytes, day] of stored) {
    app.setNow(new Date(`${day}T10:00:00Z`));
    const [file] = await upload(await signedIn(app, owner.email), type, { name: `${name}.txt`, bytes });
    assert.ok(file);
    ids.set(name, file.id);
  }
  app.setNow(new Date());
  await extractStored(app);
  const file_ids = ['ana list', 'ben invoice', 'ben draft', 'ben late'].map((name) => ids.get(name) ?? 0);
  assert.equal((await admin.call(containerFilesContract.link, { id: container, file_ids })).body.linked, 4);

  const september = { uploaded_since: '2026-09-01T00:00:00.000Z', uploaded_before: '2026-10-01T00:00:00.000Z' };
  const cases: [search: string, query: Query, names: string[]][] = [
    ['"packing list"', { container_id: container }, ['ben late', 'ben draft', 'ben invoice', 'ana list']],
    ['"packing list"', { container_id: container, user_id: ana.id }, ['ana list']],
    ['"packing list"', { container_id: container, ...september }, ['ben draft', 'ben invoice']],
    ['"packing list" -draft', { container_id: container, user_id: ben.id, ...september }, ['ben invoice']],
    ['"packing list" -draft', { file_type_id: invoice, ...september }, ['ben invoice', 'ana invoice']],
    [
      'packing list',
      { file_type_id: invoice, user_id: ben.id, ...september },
      ['ben apart', 'ben draft', 'ben invoice'],
    ],
    ['"packing list"', { file_type_id: 1, team_id: team, user_id: ana.id }, ['ana list']],
    ['"packing list"', { file_type_id: 1, container_id: container, ...september }, []],
  ];
  for (const [search, query, names] of cases)
    for (const order of ['newest', 'relevance'] as const) {
      const { body } = await admin.call(filesContract.textSearch, { search, ...query, order });
      const found = body.files.map(({ filename }) => filename.replace('.txt', ''));
      const about = `${search} ${JSON.stringify(query)} ${order}`;
      if (order === 'newest') assert.deepEqual(found, names, about);
      else assert.deepEqual(found.toSorted(), names.toSorted(), about);
      assert.deepEqual(body.total, { files: names.length, more: false }, about);
    }

  const reader = await signedInAs(app, { role: 3, team: await makeTeam(app) });
  const others = await reader.visitor.call(filesContract.textSearch, { search: 'packing', container_id: container });
  assert.deepEqual(others.body.files, []);
});
