import type { Locator, Page } from 'playwright-core';
import { containersContract } from '#features/containers/containers.contract.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import type { StatusWord } from '#features/containers/containers.rules.ts';
import { localDate } from '#shared/calendar.ts';
import { randomName } from './test-app.ts';
import type { Visitor } from './visitor.ts';

/** The calendar date so many days from today. */
export function dayFromNow(days: number): string {
  const now = new Date();
  return localDate(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
}

/** Enters a container through the call, as a person does. */
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

/** The card of the container with exactly this name. */
export function cardOf(page: Page, name: string): Locator {
  return page.getByRole('listitem', { name, exact: true });
}
