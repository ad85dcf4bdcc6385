import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { containerSearchText } from '#features/containers/core/containers.rules.ts';
import type { StatusWord } from '#features/containers/core/containers.rules.ts';
import { localDate } from '#shared/calendar.ts';
import { randomName } from './test-app.ts';
import type { TestApp } from './test-app.ts';
import type { Visitor } from './visitor.ts';

/** Returns the calendar date that is this many days after today. */
export function dayFromNow(days: number): string {
  const now = new Date();
  return localDate(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
}

/** Creates a container through the API. */
export async function enterContainer(
  visitor: Visitor,
  { name = `Container ${randomName()}`, number = `PO-${randomName()}`, pfi = '2099-09-09', exFactory = '2099-08-08' },
): Promise<Container> {
  const answer = await visitor.call(containersContract.create, {
    name,
    container_no: number,
    expected_date: pfi,
    ex_factory_date: exFactory,
  });
  if (answer.status !== 201) throw new Error(`not created: ${answer.raw.body}`);
  return answer.body;
}

export async function changeStatus(visitor: Visitor, id: number, status: StatusWord, reason?: string): Promise<void> {
  const answer = await visitor.call(containersContract.changeStatus, { id, status, delay_reason: reason });
  if (answer.status !== 200) throw new Error(`not changed: ${answer.raw.body}`);
}

/** Writes the rows of containers without a call for each. */
export async function insertContainers(
  { ctx, now }: TestApp,
  containers: { name: string; number: string }[],
): Promise<void> {
  const at = now().toISOString();
  const rows = containers.map(({ name, number }) => ({
    name,
    container_no: number,
    search_text: containerSearchText(name, number),
    pfi_date: '2098-07-01',
    ex_factory_date: '2098-06-01',
    first_pfi_date: '2098-07-01',
    first_ex_factory_date: '2098-06-01',
    status_id: 1,
    created_by: 1,
    checked_by: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    deleted_by: null,
  }));
  await ctx.db.transaction().execute(async (tx) => {
    for (let index = 0; index < rows.length; index += 1000)
      await tx
        .insertInto('containers')
        .values(rows.slice(index, index + 1000))
        .execute();
  });
}

/** Returns the card of the container with exactly this name. */
export function cardOf(page: Page, name: string): Locator {
  return page.getByRole('listitem', { name, exact: true });
}

/** Functions for tests of the container calls: create containers as an administrator, change and read them. */
export function containersOf(app: TestApp, admin: () => Visitor) {
  const day = (offset: number) => {
    const date = app.now();
    date.setDate(date.getDate() + offset);
    return localDate(date);
  };
  const details = (dueIn = 10) => ({
    name: `Chairs ${randomName()}`,
    container_no: `PO-${randomName()}`,
    expected_date: day(dueIn),
    ex_factory_date: day(dueIn - 20),
  });
  const make = async (dueIn = 10, status_id: 1 | 2 | 3 = 1) => {
    const answer = await admin().call(containersContract.create, { ...details(dueIn), status_id });
    assert.equal(answer.status, 201, answer.raw.body);
    return answer.body;
  };
  /** Without the fields that the answers of writes do not have. */
  const find = async (id: number): Promise<Container> => {
    const { body } = await admin().call(containersContract.find, { id });
    const isShared = ([name]: [string, unknown]) => name !== 'heard_at' && name !== 'pfi_delay_by_rule';
    return Object.fromEntries(Object.entries(body).filter(isShared)) as Container;
  };
  const put = (id: number, status: StatusWord, delay_reason?: string, visitor = admin()) =>
    visitor.call(containersContract.changeStatus, {
      id,
      status,
      ...(delay_reason === undefined ? {} : { delay_reason }),
    });
  const logs = async (id: number) => (await admin().call(containersContract.delayLogs, { id })).body;
  const history = async (id: number) => (await admin().call(containersContract.history, { id })).body.events;
  const noticesOf = async (userId: number) =>
    app.ctx.db.selectFrom('notifications').selectAll().where('user_id', '=', userId).orderBy('id').execute();
  return { day, details, make, find, put, logs, history, noticesOf };
}
