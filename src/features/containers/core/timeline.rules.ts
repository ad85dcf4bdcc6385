import type { ContainerEvent } from './containers.contract.ts';

/** Files that one person links within this time are one entry, such as those of one upload. */
const togetherMs = 120_000;

const areTogether = (one: ContainerEvent, other: ContainerEvent) =>
  one.what === 'linked' &&
  other.what === 'linked' &&
  one.user_name === other.user_name &&
  Date.parse(one.happened_at) - Date.parse(other.happened_at) < togetherMs;

/** Returns the events of each entry of a timeline. Both are newest first. */
export function entriesOf(events: readonly ContainerEvent[]): [ContainerEvent, ...ContainerEvent[]][] {
  const entries: [ContainerEvent, ...ContainerEvent[]][] = [];
  for (const event of events) {
    const entry = entries.at(-1);
    if (entry && areTogether(entry[0], event)) entry.push(event);
    else entries.push([event]);
  }
  return entries;
}
