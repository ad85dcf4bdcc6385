import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { dayFromNow } from '#tests/containers.ts';
import { asAdmin, makeTeam } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

const calls = containersContract;
type PageInput = InputOf<typeof calls.page>;

describe('the search and the orders of containers', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    const page = async (input: PageInput) => (await admin.call(calls.page, { limit: 200, ...input })).body;
    const names = async (input: PageInput) => (await page(input)).containers.map(({ name }) => name);
    const create = async (input: Partial<InputOf<typeof calls.create>> & { name: string }): Promise<Container> => {
      const answer = await admin.call(calls.create, {
        container_no: `PO-${input.name.length}`,
        expected_date: dayFromNow(400),
        ex_factory_date: dayFromNow(300),
        ...input,
      });
      assert.equal(answer.status, 201, answer.raw.body);
      return answer.body;
    };
    return { admin, page, names, create };
  };

  test('every spelling finds a container, with words in any order', async () => {
    const { page, names, create } = await signIn();
    await create({ name: 'QKYU 234623-0 Red wine', container_no: 'PO-2701-00413', vessel: 'Évora Star', pol: 'CNSHA' });
    await create({ name: 'Other', container_no: 'PO-2702-00414', bl_number: 'HLCU/SHA 99' });
    const spellings = ['QKYU 234623-0', 'QKYU234623-0', 'QKYU2346230', 'QKYU 2346230', 'qkyu 234 623', 'wine red'];
    spellings.push('PO 2701 00413', '2701 00413', '270100413', 'evora', 'star evora wine', 'shanghai', '23462', 'RED');
    for (const search of spellings) assert.deepEqual(await names({ search }), ['QKYU 234623-0 Red wine'], search);
    assert.deepEqual(await names({ search: 'hlcusha99' }), ['Other']);
    // A search of two letters at the end of a text, and beside another word.
    for (const search of ['99', 'ot', '99 er']) assert.deepEqual(await names({ search }), ['Other'], search);
    for (const search of ['qkyu wines', 'xqkyu', '23462 99', 'zz'])
      assert.deepEqual(await names({ search }), [], search);
    assert.equal((await page({ search: 'po' })).found, 2);
    assert.deepEqual(await names({ search: '"' }), []);
    for (const search of ['x'.repeat(3000), 'ab '.repeat(2000), "' or 9 = 9 --", '"qq" OR', '%', '_'])
      assert.deepEqual(await names({ search }), [], search.slice(0, 20));
  });

  test('the search follows edits, the trash and a restore', async () => {
    const { admin, names, create } = await signIn();
    const { id, ...rest } = { ...(await create({ name: 'Bollard' })), version: undefined };
    await admin.call(calls.update, { id, ...rest, seal: 'XK 4711' });
    assert.deepEqual(await names({ search: 'xk4711' }), ['Bollard']);
    await admin.call(calls.update, { id, ...rest, seal: null });
    assert.deepEqual(await names({ search: 'xk4711' }), []);
    await admin.call(calls.remove, { id });
    assert.deepEqual(await names({ search: 'bollard' }), []);
    await admin.call(calls.restore, { id });
    assert.deepEqual(await names({ search: 'bollard' }), ['Bollard']);
    await admin.call(calls.remove, { id });
  });

  test('late first: the longest overdue, then by expected date, then received and departed ones', async () => {
    const { names, create } = await signIn();
    const at = (days: number) => ({ expected_date: dayFromNow(days), ex_factory_date: dayFromNow(days - 30) });
    await create({ name: 'L soon', ...at(5) });
    await create({ name: 'L late', ...at(-3) });
    await create({ name: 'L very late', ...at(-9) });
    await create({ name: 'L received', ...at(-20), status_id: 2 });
    await create({ name: 'L departed', ...at(-40), status_id: 3 });
    await create({ name: 'L departed later', ...at(-35), status_id: 3 });
    const search = 'L';
    const expected = ['L very late', 'L late', 'L soon', 'L received', 'L departed later', 'L departed'];
    const mine = async (input: PageInput) => (await names(input)).filter((name) => name.startsWith('L '));
    assert.deepEqual(await mine({ search, sort: 'late' }), expected);
    assert.deepEqual(await mine({ search, sort: 'late', order: 'desc' }), expected.toReversed());
    assert.deepEqual(await mine({ preset: 'late_now' }), ['L very late', 'L late']);
    assert.deepEqual(await mine({ preset: 'next_7' }), ['L soon']);
    const inDays = { 14: 9, 30: 25 };
    for (const [days, dueIn] of Object.entries(inDays)) await create({ name: `L within ${days}`, ...at(dueIn) });
    await create({ name: 'L after', ...at(31) });
    assert.deepEqual(await mine({ preset: 'next_14', sort: 'late' }), ['L soon', 'L within 14']);
    assert.deepEqual(await mine({ preset: 'next_30', sort: 'late' }), ['L soon', 'L within 14', 'L within 30']);
    assert.deepEqual(await mine({ pfi_date_from: dayFromNow(-9), pfi_date_to: dayFromNow(-3), sort: 'pfi_date' }), [
      'L very late',
      'L late',
    ]);
  });

  test('a delay without a new date is listed until the date is moved', async () => {
    const { admin, names, create } = await signIn();
    const one = await create({ name: 'Waits' });
    await admin.call(calls.changeStatus, { id: one.id, status: 'Delayed', delay_reason: 'Strike' });
    assert.deepEqual(await names({ preset: 'no_new_date', search: 'waits' }), ['Waits']);
    await admin.call(calls.update, { ...one, version: undefined, expected_date: dayFromNow(410) });
    assert.deepEqual(await names({ preset: 'no_new_date', search: 'waits' }), []);
  });

  test('every order is read page by page without gaps, empty fields last, and back by its neighbours', async () => {
    const { admin, page, create } = await signIn();
    const team = await makeTeam(app);
    const parties = [];
    for (const name of ['Zeta', 'Alpha', 'Mid'])
      parties.push((await admin.call(partiesContract.add, { name })).body.id);
    for (let index = 0; index < 14; index += 1)
      await create({
        name: `S ${String.fromCharCode(97 + ((index * 5) % 14))}`,
        ...(index % 3 === 0
          ? {}
          : { eta: dayFromNow((index * 7) % 11), weight_kg: index % 4, vessel: `V${index % 2}` }),
        supplier_id: parties[index % 4] ?? null,
        ...(index % 5 === 0 ? { team_id: team } : {}),
        status_id: (index % 3) + 1,
      });
    const all = (await page({})).found;
    for (const sort of [
      'id',
      'late',
      'name',
      'eta',
      'weight_kg',
      'vessel',
      'supplier',
      'assignee',
      'team',
      'updated_at',
    ] as const)
      for (const order of ['asc', 'desc'] as const) {
        const seen: number[] = [];
        let after: number | undefined;
        do {
          const { containers, next } = await page({ sort, order, after, limit: 4 });
          seen.push(...containers.map(({ id }) => id));
          after = next ?? undefined;
        } while (after !== undefined);
        assert.equal(new Set(seen).size, all, `${sort} ${order}`);
        assert.equal(seen.length, all);
        assert.deepEqual(
          seen,
          (await page({ sort, order })).containers.map(({ id }) => id),
        );
        const index = 9;
        const near = await admin.call(containerWorkContract.neighbours, { id: seen[index] as number, sort, order });
        assert.deepEqual(near.body, { previous: seen[index - 1], next: seen[index + 1] }, `${sort} ${order}`);
      }
    const etas = (await page({ sort: 'eta' })).containers.map(({ eta }) => eta);
    const given = etas.filter((eta) => eta !== undefined);
    assert.deepEqual(etas.slice(0, given.length), given.toSorted());
    const suppliers = (await page({ sort: 'supplier', order: 'desc' })).containers.map((one) => one.supplier_name);
    assert.deepEqual([...new Set(suppliers)], ['Zeta', 'Mid', 'Alpha', undefined]);
    assert.equal((await page({ supplier_id: parties[1] })).found, 4);
    assert.equal((await page({ vessel: 'V1', search: 's' })).found, 5);
    const [first, second] = (await page({})).containers;
    assert.equal((await page({ ids: `${first?.id},${second?.id},999999` })).found, 2);
  });

  test('a party that is renamed while its container is in the trash is found by the new name only', async () => {
    const { admin, names, create } = await signIn();
    const { id: supplier_id } = (await admin.call(partiesContract.add, { name: 'Oldname Ltd' })).body;
    const { id } = await create({ name: 'Binned', supplier_id });
    await admin.call(calls.remove, { id });
    await admin.call(partiesContract.rename, { id: supplier_id, name: 'Zebrafirm' });
    await admin.call(calls.restore, { id });
    assert.deepEqual([await names({ search: 'zebrafirm' }), await names({ search: 'oldname' })], [['Binned'], []]);
  });

  test('an edit that sends the same party again leaves the container found by it', async () => {
    const { admin, names, create } = await signIn();
    const { id: supplier_id } = (await admin.call(partiesContract.add, { name: 'Kept Supplier' })).body;
    const made = await create({ name: 'Same supplier', supplier_id });
    assert.equal((await admin.call(calls.update, { ...made, vessel: 'Other vessel' })).status, 200);
    assert.deepEqual(await names({ search: 'kept supplier' }), ['Same supplier']);
  });
});
