import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import {
  containerSearchText,
  countsAsDelayed,
  displayedStatus,
  displayedStatuses,
} from '#features/containers/core/containers.rules.ts';
import type { DisplayedStatus } from '#features/containers/core/containers.rules.ts';
import { normalForm, searchParts } from '#shared/fold.ts';
import { asAdmin } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

const calls = containersContract;

describe('the containers page', () => {
  const app = useTestApp();
  const today = '2026-06-15';
  before(async () => {
    await app.ctx.db.transaction().execute(async (tx) => {
      const flags = [0, 1] as const;
      const dates = ['2025-06-15', '2026-01-31', '2026-06-14', '2026-06-15', '2026-06-16', '2026-12-01'];
      for (const [index, pfi_date] of dates.entries())
        for (const status_id of [1, 2, 3])
          for (const is_delayed_pfi of flags)
            for (const is_delayed_ex_factory of flags) {
              const name = `Box ${index}${status_id}${is_delayed_pfi}${is_delayed_ex_factory}`;
              await tx
                .insertInto('containers')
                .values({
                  name,
                  container_no: `Nº-${index}%_`,
                  search_text: containerSearchText(name, `Nº-${index}%_`),
                  pfi_date,
                  ex_factory_date: `2026-0${index + 1}-05`,
                  first_pfi_date: pfi_date,
                  first_ex_factory_date: pfi_date,
                  status_id,
                  is_delayed_pfi,
                  is_delayed_ex_factory,
                  created_by: 1,
                  checked_by: null,
                  created_at: '2025-01-01T00:00:00.000Z',
                  updated_at: '2025-01-01T00:00:00.000Z',
                  deleted_at: null,
                  deleted_by: null,
                })
                .execute();
            }
    });
  });

  const signIn = async () => {
    const admin = await asAdmin(app);
    const page = async (input: object = {}) => (await admin.call(calls.page, { today, limit: 200, ...input })).body;
    const names = async (input: object) => (await page(input)).containers.map(({ name }) => name);
    return { admin, page, names };
  };

  test('filters and counts as the rules do, for every combination of filters', async () => {
    const { admin, page } = await signIn();
    const all = (await admin.call(calls.list, {})).body;
    assert.equal(all.length, 72);
    const isShownAs = (status: DisplayedStatus) => (one: Container) =>
      status === 'Delayed' ? countsAsDelayed(one, today) : displayedStatus(one, today) === status;
    const counts = (await admin.call(calls.counts, { today })).body;
    assert.equal((await page()).found, 72);
    const expected = Object.fromEntries(
      displayedStatuses.map((status) => [status, all.filter(isShownAs(status)).length]),
    );
    assert.deepEqual(counts, {
      all: 72,
      not_received: expected['Not Received'],
      received: expected['Received'],
      departed: expected['Departed'],
      delayed: expected['Delayed'],
    });
    for (const status of [undefined, ...displayedStatuses])
      for (const pfi_month of [undefined, 1, 6])
        for (const ex_factory_month of [undefined, 3, 12])
          for (const search of ['', 'BOX 2', 'no-3%_', '_', 'nothing']) {
            const expectedRows = all.filter(
              (one) =>
                (!status || isShownAs(status)(one)) &&
                (!pfi_month || Number(one.pfi_date.slice(5, 7)) === pfi_month) &&
                (!ex_factory_month || Number(one.ex_factory_date.slice(5, 7)) === ex_factory_month) &&
                (search === '_' ||
                  searchParts(search).every((part) =>
                    [one.name, one.container_no].some((text) => normalForm(text).includes(part)),
                  )),
            );
            const input = { status, pfi_month, ex_factory_month, search };
            const { containers, found } = await page(input);
            assert.deepEqual(
              [found, ...containers.map(({ name }) => name)],
              [expectedRows.length, ...expectedRows.map(({ name }) => name)],
              JSON.stringify(input),
            );
          }
  });

  test('is read page by page, newest first, without gaps or repetitions', async () => {
    const { page } = await signIn();
    const seen: number[] = [];
    let after: number | undefined;
    do {
      const { containers, next, found }: Awaited<ReturnType<typeof page>> = await page({
        limit: 7,
        status: 'Delayed',
        after,
      });
      assert.ok(containers.length <= 7 && found > 7);
      seen.push(...containers.map(({ id }) => id));
      after = next ?? undefined;
    } while (after !== undefined);
    const whole = (await page({ status: 'Delayed' })).containers.map(({ id }) => id);
    assert.deepEqual(seen, whole);
    assert.deepEqual(
      whole,
      whole.toSorted((one, other) => other - one),
    );
  });

  test('the trash and a history are also read page by page', async () => {
    const { admin, page } = await signIn();
    for (const { id } of (await page({ limit: 5 })).containers) await admin.call(calls.remove, { id });
    const first = (await admin.call(calls.trash, { limit: 3 })).body;
    const second = (await admin.call(calls.trash, { limit: 3, after: first.next ?? undefined })).body;
    const ids = [...first.containers, ...second.containers].map(({ id }) => id);
    assert.deepEqual([ids.length, new Set(ids).size, second.next], [5, 5, null]);
    const [one] = (await page({ limit: 1, status: 'Received' })).containers;
    const id = one?.id as number;
    for (const status of ['Departed', 'Received', 'Departed'] as const)
      await admin.call(calls.changeStatus, { id, status });
    const newest = (await admin.call(calls.history, { id, limit: 2 })).body;
    const older = (await admin.call(calls.history, { id, limit: 2, after: newest.next ?? undefined })).body;
    assert.deepEqual([newest.events.length, older.events.length, older.next], [2, 1, null]);
    assert.ok((newest.events[1]?.id ?? 0) > (older.events[0]?.id ?? 0));
  });

  test('any text is stored and found unchanged', async () => {
    const { admin, page, names } = await signIn();
    for (const text of ["Robert'); drop table containers;--", '%', '\\', '😀 Ḽơᶉëᶆ', '<b>x</b>', '‮gnp']) {
      const sent = { name: `N ${text}`, container_no: `C ${text}`, expected_date: today, ex_factory_date: today };
      const created = await admin.call(calls.create, sent);
      assert.equal(created.status, 201, created.raw.body);
      assert.equal(created.body.name, sent.name);
      assert.ok((await names({ search: `n ${text.toUpperCase()}` })).includes(sent.name), text);
      const delayed = await admin.call(calls.changeStatus, {
        id: created.body.id,
        status: 'Delayed',
        delay_reason: text,
      });
      assert.equal(delayed.status, 200);
      assert.equal((await admin.call(calls.delayLogs, { id: created.body.id })).body[0]?.reason, text);
    }
    assert.equal((await page({ search: 'x'.repeat(5000) })).found, 0);
  });
});
