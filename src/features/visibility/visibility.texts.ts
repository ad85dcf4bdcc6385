import type { SeeingReason } from '#features/papers/seeing.rules.ts';
import { counted } from '#shared/format.ts';
import type { EffectOnUser } from './visibility.contract.ts';

type Kind = 'file' | 'container';
type Counts = { files: number; containers: number };

/** Returns '12 files and 1 container', or '' if there is nothing. */
const things = ({ files, containers }: Counts): string =>
  [files > 0 && counted(files, 'file'), containers > 0 && counted(containers, 'container')]
    .filter(Boolean)
    .join(' and ');

/** Our choice throughout: the specification shows no sentence for these. */
export const texts = {
  whoSees: 'Who can see this, and why?',
  people: (count: number, kind: Kind) => `${counted(count, 'person', 'people')} can see this ${kind}.`,
  needsModule: (module: string, roles: string) => `Only roles with '${module}' see containers: ${roles}.`,
  reasons: 'People by reason',
  everyone: (count: number) => `All ${count}`,
  group: (reason: SeeingReason, team: string, kind: Kind): string =>
    ({
      administrator: 'Super Admins',
      everybody: 'Everybody, because it is of no team',
      member: `Members of ${team}`,
      viewer: `Can view ${team}`,
      owner: kind === 'file' ? 'Uploader' : 'Creator',
    })[reason],
  reason: (reason: SeeingReason, team: string, kind: Kind): string =>
    ({
      administrator: `Super Admins see every ${kind}`,
      everybody: 'The container is of no team',
      member: `Member of ${team}`,
      viewer: `Can view ${team}`,
      owner: kind === 'file' ? 'Uploaded this file' : 'Created this container',
    })[reason],
  viewersFailed: 'The people could not be loaded',
  more: 'Show more',
  moreFailed: 'The next rows could not be loaded.',

  seenBy: (name: string) => `What ${name} can see`,
  total: (counts: Counts) => things(counts) || 'No file and no container.',
  suspended: 'This user is suspended, so they cannot sign in and see nothing.',
  noContainers: (module: string) => `Their role does not have '${module}', so they see no container.`,
  limited: 'Only files and containers that you can see yourself are counted.',
  teams: 'Teams',
  reasonOfTeam: (reason: SeeingReason): string =>
    ({
      administrator: 'Super Admins see every team',
      everybody: '',
      member: 'Member of this team',
      viewer: "In 'Teams Can View'",
      owner: 'Only what they uploaded or created',
    })[reason],
  typeCount: (name: string | null, id: number, files: number) => `${name ?? `Unknown (ID: ${id})`}: ${files}`,
  noTeam: 'No team',
  noTeamReason: (module: string) => `Everybody with '${module}' sees these`,
  things,
  visibleFailed: 'What this user sees could not be loaded',

  counting: 'Counting what this changes...',
  notCounted: 'What this changes could not be counted. You can save all the same.',
  onUser: (name: string, { gains, loses }: EffectOnUser): string => {
    const parts = [things(gains) && `gains ${things(gains)}`, things(loses) && `loses ${things(loses)}`].filter(
      Boolean,
    );
    return parts.length > 0
      ? `${name} ${parts.join(' and ')}.`
      : `${name} sees the same files and containers as before.`;
  },
  onCell: (
    module: string,
    role: string,
    { people, containers, can_view }: { people: number; containers: number; can_view: number },
  ): string =>
    `${role}: ${counted(people, 'person', 'people')} ${people === 1 ? (can_view ? 'gains' : 'loses') : can_view ? 'gain' : 'lose'} '${module}'${
      containers > 0 ? ` and ${counted(containers, 'container')}` : ''
    }.`,
  moreCells: (count: number) => `and ${counted(count, 'more change')}`,
} as const;
