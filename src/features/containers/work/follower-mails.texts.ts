import { asLine } from '#features/audit/audit.rules.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { daysBetween } from '#shared/calendar.ts';
import { counted, formatCalendarDate } from '#shared/format.ts';
import { fieldLabels } from '../core/container-fields.texts.ts';
import { maxListed } from './follower-mails.rules.ts';
import type { Delay, FollowedContainer, Move } from './follower-mails.rules.ts';

/** Names may have 255 characters and reasons 2,000. Longer texts are cut, so that a mail has a bounded size. */
const maxName = 120;
const maxReason = 300;

/** One line, so that a text of a user can neither look like another part of the mail nor become a link of its own. */
const short = (text: string, max: number) => {
  const line = asLine(text.replace(/\s+/g, ' '), max + 1);
  return line.length > max ? `${asLine(line, max - 1)}…` : line;
};

const nameOf = ({ name, container_no }: FollowedContainer) =>
  labelOf({ name: short(name, maxName), container_no: short(container_no, maxName) });

const dateOf = (date: string | null) => (date === null ? 'none' : formatCalendarDate(date));

/** Users can delay and move dates without a reason. */
const becauseOf = (reason: string | null) => (reason ? `: ${short(reason, maxReason)}` : '');

const actor = (by: string | null) => (by === null ? 'the server' : short(by, maxName));

function delayLine({ kind, by, reason, cause, promised_date }: Delay): string {
  if (cause === 'overdue') return `Late: not received by its PFI date, ${dateOf(promised_date)}`;
  return `Late: ${kind === 'delay_pfi' ? 'PFI' : 'Ex-Factory'} delayed by ${actor(by)}${becauseOf(reason)}`;
}

function moveLine({ field, from, to, by, reason }: Move): string {
  const days = from !== null && to !== null ? daysBetween(from, to) : 0;
  const shift = days === 0 ? '' : ` (${counted(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'})`;
  return `${fieldLabels[field]}: ${dateOf(from)} → ${dateOf(to)}${shift}, changed by ${actor(by)}${becauseOf(reason)}`;
}

/** One paragraph for a container and one for its address, which becomes a link in HTML. */
const partOf = (container: FollowedContainer, publicUrl: string) => [
  [nameOf(container), ...container.delays.map(delayLine), ...container.moves.map(moveLine)].join('\n'),
  `${publicUrl}/container-status/${container.id}`,
];

/** The mail to a follower. Our choice throughout. */
export const followerMail = {
  subject: (brand: string, containers: readonly FollowedContainer[]) => {
    const [first, ...others] = containers as [FollowedContainer, ...FollowedContainer[]];
    const isLate = containers.some(({ delays }) => delays.length > 0);
    const isMoved = containers.some(({ moves }) => moves.length > 0);
    const several = others.length > 0;
    const state = [
      ...(isLate ? [several ? 'are late' : 'is late'] : []),
      ...(isMoved ? [several ? 'have new dates' : 'has a new date'] : []),
    ].join(several ? ' or ' : ' and ');
    const subject = several ? `${counted(containers.length, 'container')} that you follow` : nameOf(first);
    return `${brand}: ${subject} ${state}`;
  },
  text: (
    containers: readonly FollowedContainer[],
    { name, brand, publicUrl }: { name: string; brand: string; publicUrl: string },
  ) => {
    const others = containers.length - maxListed;
    return [
      `Hello ${short(name, maxName)},`,
      'this has changed in containers that you follow:',
      ...containers.slice(0, maxListed).flatMap((container) => partOf(container, publicUrl)),
      ...(others > 0 ? [`And ${counted(others, 'more container')}:`, `${publicUrl}/container-status`] : []),
      `You get this mail because you follow these containers and have turned on such mails in ${brand}. Turn them off here:`,
      `${publicUrl}/notifications`,
    ].join('\n\n');
  },
} as const;
