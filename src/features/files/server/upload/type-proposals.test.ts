import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { typeProposalsContract } from '#features/files/upload/type-proposals.contract.ts';
import { dayMs } from '#shared/calendar.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, makeFileType, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const lading = (number: number, sender: string) =>
  `${sender} Bill of Lading No. ${number}\nShipper Consignee Vessel Voyage Port of loading Port of discharge Gross weight`;
const letter = (number: number, sender: string) =>
  `${sender} Dear customers, thank you for the payment of ${number} euros. Our office is closed on holidays.`;

describe('types proposed by the text', () => {
  const app = useTestApp();
  const proposalsFor = async (who: Visitor, ...ids: number[]) =>
    (await who.call(typeProposalsContract.byText, { ids: ids.join(',') })).body.proposals;

  test('follow the documents that begin with the same words and that the caller may see', async () => {
    const team = await makeTeam(app);
    const { visitor } = await signedInAs(app, { role: 2, team });
    const { visitor: outsider } = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    const [ladings, letters] = [await makeFileType(app), await makeFileType(app)];
    const known = [1, 2, 3].map((number) => ({ name: `scan ${number}.txt`, bytes: lading(number, 'Maersk Line') }));
    await upload(visitor, ladings, ...known);
    const sent = [4, 5, 6, 7].map((number) => ({
      name: `scan ${number}.txt`,
      bytes: letter(number, 'Northquay Freight'),
    }));
    await upload(visitor, letters, ...sent);
    const [wrong, right, alike] = [
      ...(await upload(visitor, letters, { name: 'a.txt', bytes: lading(8, 'Northquay Freight') })),
      ...(await upload(visitor, ladings, { name: 'b.txt', bytes: lading(9, 'Hapag Lloyd') })),
      ...(await upload(visitor, ladings, { name: 'c.txt', bytes: letter(10, 'Northquay Freight') })),
    ].map(({ id }) => id) as [number, number, number];
    assert.deepEqual(await proposalsFor(visitor, wrong), []);
    await extractStored(app);
    assert.deepEqual(await proposalsFor(visitor, wrong, right, alike), [
      { file_id: alike, file_type_id: letters, matching: 4, similar: 4 },
      { file_id: wrong, file_type_id: ladings, matching: 4, similar: 4 },
    ]);
    assert.deepEqual(await proposalsFor(outsider, wrong, alike), []);

    // A type that a user has kept or set has priority.
    await visitor.call(selectionContract.changeType, { ids: [wrong], file_type_id: ladings });
    await visitor.call(selectionContract.changeType, { ids: [wrong], file_type_id: letters });
    assert.deepEqual(await proposalsFor(visitor, wrong), []);
  });

  test('end two weeks after the upload, and are for those who may change types', async (t) => {
    const admin = await asAdmin(app);
    const type = await makeFileType(app);
    const bytes = 'Certificate of origin. Exporter Consignee Country Description of goods';
    await upload(admin, type, ...[1, 2, 3].map((number) => ({ name: `${number}.txt`, bytes: `${bytes} ${number}` })));
    const [{ id } = { id: 0 }] = await upload(admin, 1, { name: '4.txt', bytes: `${bytes} 4` });
    await extractStored(app);
    assert.deepEqual(await proposalsFor(admin, id), [{ file_id: id, file_type_id: type, matching: 3, similar: 3 }]);
    const { visitor } = await signedInAs(app, { role: 3, team: 1 });
    assert.equal((await visitor.call(typeProposalsContract.byText, { ids: String(id) })).status, 403);
    const present = app.now();
    t.after(() => app.setNow(present));
    app.setNow(new Date(present.getTime() + 15 * dayMs));
    assert.deepEqual(await proposalsFor(await asAdmin(app), id), []);
  });
});
