import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { partiesContract as calls } from '#features/containers/parties/parties.contract.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { randomName, useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const noRate = { day_rate: null, currency: null };

describe('the names of suppliers, customers and carriers', () => {
  const app = useTestApp();
  const addParty = async (visitor: Visitor, name: string) => (await visitor.call(calls.add, { name })).body.id;
  const enter = async (visitor: Visitor, fields: object) => {
    const dates = { pfi_date: '2099-01-01', ex_factory_date: '2099-01-02' };
    const body = { name: 'C', container_no: `PO-${randomName()}`, ...dates, ...fields };
    assert.equal((await visitor.call(containersContract.create, body)).status, 201);
  };
  const pageOf = async (visitor: Visitor, input: object) => (await visitor.call(calls.page, input)).body;
  const asManager = async (team: number) => (await signedInAs(app, { role: 2, team })).visitor;

  test('are listed with the number of containers of each kind, in pages', async () => {
    const admin = await asAdmin(app);
    const word = randomName();
    const [a, b, c] = [
      await addParty(admin, `${word} A`),
      await addParty(admin, `${word} B`),
      await addParty(admin, `${word} C`),
    ];
    await enter(admin, { supplier_id: a, carrier_id: b });
    await enter(admin, { supplier_id: a });
    const found = [
      { id: a, name: `${word} A`, supplier: 2, customer: 0, carrier: 0, ...noRate },
      { id: b, name: `${word} B`, supplier: 0, customer: 0, carrier: 1, ...noRate },
      { id: c, name: `${word} C`, supplier: 0, customer: 0, carrier: 0, ...noRate },
    ];
    const first = await pageOf(admin, { search: word, limit: 2 });
    assert.deepEqual(first.parties, found.slice(0, 2));
    const { next } = first;
    assert.ok(next);
    assert.deepEqual(await pageOf(admin, { search: word, limit: 2, after: next }), {
      parties: found.slice(2),
      next: null,
    });
    for (const [kind, id] of [
      ['supplier', a],
      ['carrier', b],
      ['unused', c],
    ] as const)
      assert.deepEqual(
        (await pageOf(admin, { search: word, kind })).parties.map((party) => party.id),
        [id],
      );
    assert.deepEqual((await pageOf(admin, { search: word, kind: 'customer' })).parties, []);
  });

  test('tell nothing of containers that the caller does not see', async () => {
    const [admin, word] = [await asAdmin(app), randomName()];
    const [own, foreign] = [await makeTeam(app), await makeTeam(app)];
    const manager = await asManager(own);
    const [shared, hidden, free] = [
      await addParty(admin, `${word} Shared`),
      await addParty(admin, `${word} Hidden`),
      await addParty(admin, `${word} Free`),
    ];
    await addParty(admin, `${word} Hidden Line`);
    await enter(admin, { team_id: own, supplier_id: shared });
    await enter(admin, { team_id: foreign, supplier_id: shared });
    await enter(admin, { team_id: foreign, customer_id: hidden });
    const { parties } = await pageOf(manager, { search: word });
    assert.deepEqual(
      parties.map(({ id, supplier }) => [id, supplier]).filter(([id]) => id !== undefined && id <= free),
      [
        [free, 0],
        [shared, 1],
      ],
    );
    const { changes } = (await manager.call(calls.change, { id: shared, name: `${word} New` })).body;
    assert.deepEqual(
      changes.map(({ containers, teams }) => [containers, teams.length]),
      [[1, 1]],
    );
    const isOfTest = ({ one }: { one: { name: string } }) => one.name.startsWith(word);
    assert.deepEqual((await manager.call(calls.doubles, {})).body.filter(isOfTest), []);
    assert.equal((await admin.call(calls.doubles, {})).body.filter(isOfTest).length, 1);
  });

  test('are proposed for a merge if they are likely doubles', async () => {
    const [admin, word] = [await asAdmin(app), randomName()];
    for (const name of [`${word} Footwear Co., Ltd.`, `${word} Toys`, `${word.toUpperCase()} FOOT WEAR`])
      await addParty(admin, name);
    const { body } = await admin.call(calls.doubles, {});
    const names = body
      .map(({ one, other }) => [one.name, other.name].toSorted())
      .filter(([name]) => name?.toLowerCase().startsWith(word));
    assert.deepEqual(names, [[`${word} Footwear Co., Ltd.`, `${word.toUpperCase()} FOOT WEAR`].toSorted()]);
  });

  test('have a review of a rename and of a merge, by name and team', async () => {
    const [admin, word] = [await asAdmin(app), randomName()];
    const team = await makeTeam(app, `Team ${word}`);
    const [wrong, right] = [await addParty(admin, `MAERSK ${word}`), await addParty(admin, `Maersk Line ${word}`)];
    for (const fields of [{ team_id: team }, { team_id: team, supplier_id: wrong }, {}])
      await enter(admin, { ...fields, carrier_id: wrong });
    await enter(admin, { carrier_id: right });
    const review = async (name: string) => (await admin.call(calls.change, { id: wrong, name })).body;
    const ofWrong = {
      from: `MAERSK ${word}`,
      containers: 3,
      teams: [
        { name: `Team ${word}`, containers: 2 },
        { name: null, containers: 1 },
      ],
    };
    assert.deepEqual(await review(`Maersk ${word}`), { into: null, changes: [ofWrong] });
    assert.deepEqual(await review(`MAERSK ${word}`), { into: null, changes: [] });
    const into = { id: right, name: `Maersk Line ${word}` };
    assert.deepEqual(await review(into.name), { into, changes: [ofWrong] });
    const ofRight = { from: into.name, containers: 1, teams: [{ name: null, containers: 1 }] };
    assert.deepEqual(await review(`MAERSK LINE ${word}`), { into, changes: [ofWrong, ofRight] });

    const unexpected = await admin.call(calls.rename, { id: wrong, name: into.name, into: null });
    assert.deepEqual([unexpected.status, unexpected.failure.code], [409, 'party.changed']);
    assert.equal((await admin.call(calls.rename, { id: wrong, name: into.name, into: right })).status, 200);
    const { parties } = await pageOf(admin, { search: word });
    assert.deepEqual(parties, [{ ...into, supplier: 1, customer: 0, carrier: 4, ...noRate }]);
    assert.equal((await admin.call(calls.change, { id: wrong, name: 'x' })).status, 404);
  });

  test('are changed by roles 1 and 2 only', async () => {
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const id = await addParty(await asAdmin(app), randomName());
    assert.equal((await visitor.call(calls.page, {})).status, 403);
    assert.equal((await visitor.call(calls.doubles, {})).status, 403);
    assert.equal((await visitor.call(calls.change, { id, name: 'x' })).status, 403);
  });
});
