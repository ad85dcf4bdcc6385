import { addDays } from '#shared/calendar.ts';
import type { ListGroup } from '../core/container-fields.rules.ts';
import type { Container } from '../core/containers.contract.ts';

/** Returns the Monday of the week of a calendar date. */
export const mondayOf = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7));

/** What identifies the group of a container: an id, the name of a vessel, or the Monday of a week. Null without a value. */
export function groupKeyOf(container: Container, group: ListGroup): string | number | null {
  if (group === 'week') return container.eta === undefined ? null : mondayOf(container.eta);
  if (group === 'vessel') return container.vessel ?? null;
  return container[`${group}_id`] ?? null;
}

/** A line of the table: a container with its index in the list, or the heading of the group that begins with it. */
export type TableLine = { container: Container; index: number; isHeading: boolean };

/** Returns the lines of the loaded containers, which are in the order of their groups. */
export function linesOf(containers: readonly Container[], group: ListGroup | undefined): TableLine[] {
  let last: string | number | null | undefined;
  return containers.flatMap((container, index) => {
    const key = group && groupKeyOf(container, group);
    const isFirst = key !== last;
    last = key;
    const line = { container, index, isHeading: false };
    return isFirst ? [{ ...line, isHeading: true }, line] : [line];
  });
}
