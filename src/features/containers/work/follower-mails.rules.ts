import { revisedDates } from '../core/container-fields.rules.ts';

type RevisedDate = (typeof revisedDates)[number];

/** The events that are mailed to the followers of a container: delays, and moves of its estimated dates. */
export const delayEvents = ['delay_pfi', 'delay_ex_factory'] as const;
export const mailedEvents = [...delayEvents, ...revisedDates] as const;

/** The number of containers that a mail lists. It names the number of the others. */
export const maxListed = 30;

/** An event in the history of a container that the recipient follows and may see. */
export type FollowedEvent = {
  container_id: number;
  name: string;
  container_no: string;
  what: string;
  old_value: string | null;
  new_value: string | null;
  /** Null for the server itself. */
  by: string | null;
  reason: string | null;
  /** Of a delay: 'overdue' if the date has passed, and the date at that time. */
  cause: string | null;
  promised_date: string | null;
};

export type Delay = { kind: (typeof delayEvents)[number] } & Pick<
  FollowedEvent,
  'by' | 'reason' | 'cause' | 'promised_date'
>;
export type Move = { field: RevisedDate; from: string | null; to: string | null } & Pick<
  FollowedEvent,
  'by' | 'reason'
>;
export type FollowedContainer = {
  id: number;
  name: string;
  container_no: string;
  delays: Delay[];
  moves: Move[];
};

const isDelay = (what: string): what is Delay['kind'] => delayEvents.some((one) => one === what);
const isMove = (what: string): what is RevisedDate => revisedDates.some((one) => one === what);

/**
 * Returns the net changes of each container, from events in order: the last delay of each kind, and one move of each date,
 * from the first value to the last. A date that is back where it was is left out, as after the undo of a bulk change.
 */
export function netChanges(events: readonly FollowedEvent[]): FollowedContainer[] {
  const containers: FollowedContainer[] = [];
  for (const [id, all] of Map.groupBy(events, (event) => event.container_id)) {
    const [first] = all as [FollowedEvent];
    const delays = new Map<string, Delay>();
    const moves = new Map<string, Move>();
    for (const { what, old_value, new_value, by, reason, cause, promised_date } of all) {
      if (isDelay(what)) delays.set(what, { kind: what, by, reason, cause, promised_date });
      if (!isMove(what)) continue;
      const from = moves.has(what) ? (moves.get(what)?.from ?? null) : old_value;
      moves.set(what, { field: what, from, to: new_value, by, reason });
    }
    const moved = [...moves.values()].filter(({ from, to }) => from !== to);
    if (delays.size + moved.length === 0) continue;
    const { name, container_no } = first;
    containers.push({ id, name, container_no, delays: [...delays.values()], moves: moved });
  }
  return containers;
}
