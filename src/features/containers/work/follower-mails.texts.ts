import { maxNameInMail, shortLine } from '#features/notifications/outbox.rules.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { daysBetween } from '#shared/calendar.ts';
import { counted, formatCalendarDate } from '#shared/format.ts';
import type { MailPart } from '#shared/mail-content.ts';
import { fieldLabels } from '../core/container-fields.texts.ts';
import { maxListed } from './follower-mails.rules.ts';
import type { Delay, FollowedContainer, Move } from './follower-mails.rules.ts';

/** Names may have 255 characters and reasons 2,000. Longer texts are cut, so that a mail has a bounded size. */
const maxReason = 300;

const nameOf = ({ name, container_no }: FollowedContainer) =>
  labelOf({ name: shortLine(name, maxNameInMail), container_no: shortLine(container_no, maxNameInMail) });

const dateOf = (date: string | null) => (date === null ? 'none' : formatCalendarDate(date));

/** Users can delay and move dates without a reason. */
const becauseOf = (reason: string | null) => (reason ? `: ${shortLine(reason, maxReason)}` : '');

const actor = (by: string | null) => (by === null ? 'the server' : shortLine(by, maxNameInMail));

function delayLine({ kind, by, reason, cause, promised_date }: Delay): string {
  if (cause === 'overdue') return `Late: not received by its PFI date, ${dateOf(promised_date)}`;
  return `Late: ${kind === 'delay_pfi' ? 'PFI' : 'Ex-Factory'} delayed by ${actor(by)}${becauseOf(reason)}`;
}

function moveLine({ field, from, to, by, reason }: Move): string {
  const days = from !== null && to !== null ? daysBetween(from, to) : 0;
  const shift = days === 0 ? '' : ` (${counted(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'})`;
  return `${fieldLabels[field]}: ${dateOf(from)} → ${dateOf(to)}${shift}, changed by ${actor(by)}${becauseOf(reason)}`;
}

const partOf = (container: FollowedContainer, publicUrl: string): MailPart => ({
  title: nameOf(container),
  lines: [...container.delays.map(delayLine), ...container.moves.map(moveLine)],
  href: `${publicUrl}/container-status/${container.id}`,
});

/** The mail to a follower. Our choice throughout. */
export const followerMail = {
  subject: (containers: readonly FollowedContainer[]) => {
    const [first, ...others] = containers as [FollowedContainer, ...FollowedContainer[]];
    const isLate = containers.some(({ delays }) => delays.length > 0);
    const isMoved = containers.some(({ moves }) => moves.length > 0);
    const several = others.length > 0;
    const state = [
      ...(isLate ? [several ? 'are late' : 'is late'] : []),
      ...(isMoved ? [several ? 'have new dates' : 'has a new date'] : []),
    ].join(several ? ' or ' : ' and ');
    const subject = several ? `${counted(containers.length, 'container')} that you follow` : nameOf(first);
    return `${subject} ${state}`;
  },
  intro: 'this has changed in containers that you follow:',
  parts: (containers: readonly FollowedContainer[], publicUrl: string): MailPart[] => {
    const others = containers.length - maxListed;
    return [
      ...containers.slice(0, maxListed).map((container) => partOf(container, publicUrl)),
      ...(others > 0
        ? [
            `And ${counted(others, 'more container')}:`,
            { button: 'Open the list', href: `${publicUrl}/container-status` },
          ]
        : []),
    ];
  },
} as const;
