import { counted, locale } from '#shared/format.ts';

/** See docs/specification.md#team-form-and-list and docs/specification.md#messages, unless marked 'Our choice'. */
export const texts = {
  title: 'Team Management',
  name: 'Name',
  description: 'Description',
  existing: 'Existing Teams',
  none: 'No teams found.',
  create: 'Create Team',
  update: 'Update Team',
  edit: 'Edit',
  delete: 'Delete',
  created: 'Team created successfully',
  updated: 'Team updated successfully',
  deleted: 'Team deleted',
  saveFailed: 'Failed to save team',
  deleteFailed: 'Delete failed',
  loadFailed: 'Failed to fetch teams',
  confirmDelete: 'Are you sure you want to delete this team?',
  /** Our choice, like the two after it. */
  nameRequired: 'Give the team a name.',
  nameTooLong: 'The name may have at most 120 characters.',
  descriptionTooLong: 'The description may have at most 2000 characters.',
} as const;

/** Our choice throughout: the specification shows no sentence for these. */
export const ownTexts = {
  subtitle: 'Every file belongs to a team, and a team decides who sees it.',
  members: (count: number) => counted(count, 'member'),
  files: (count: number) => counted(count, 'file'),
  addNew: 'Add New Team',
  editTitle: 'Edit Team',
  optional: 'Optional',
  filter: 'Filter teams...',
  found: (count: number) => `${counted(count, 'team')} found`,
  loading: 'Loading the teams...',
  failedTitle: 'The teams could not be loaded',
  lookingUp: 'Looking up the files, containers and members of this team...',
} as const;

/** The effects of deleting a team, for the confirmation. Our choice. */
export function affectedByDelete({ files, trashed, containers, members }: TeamUsage): string {
  const owned = files + trashed;
  if (owned + containers + members === 0) return `It has no files, no containers and no members. ${forGood}`;
  const ofFiles =
    owned === 0
      ? []
      : [
          `It owns ${filesOf({ files, trashed })}. A team that owns files cannot be deleted. Delete its files or give them to another team first.`,
        ];
  const ofContainers =
    containers === 0
      ? []
      : [
          `It has ${counted(containers, 'container')}, also counting the trash. A team that has containers cannot be deleted. Give its containers to another team first.`,
        ];
  const ofMembers = members === 0 ? [] : [`It has ${counted(members, 'member')}, who would be left without a team.`];
  return [...ofFiles, ...ofContainers, ...ofMembers, ...(owned + containers === 0 ? [forGood] : [])].join(' ');
}

/** For example '3 files, 1 of them in the trash'. */
function filesOf({ files, trashed }: Pick<TeamUsage, 'files' | 'trashed'>): string {
  const all = counted(files + trashed, 'file');
  if (trashed === 0) return all;
  if (files > 0) return `${all}, ${trashed.toLocaleString(locale)} of them in the trash`;
  return trashed === 1 ? `${all}, which is in the trash` : `${all}, all of them in the trash`;
}

const forGood = 'A deleted team cannot be restored.';

type TeamUsage = { files: number; trashed: number; containers: number; members: number };

/** Our choice: the specification shows no sentence for these. */
export const refusals = {
  gone: 'This team does not exist any more.',
  tooMany: (max: number) => `There are already ${counted(max, 'team')}. Delete one that is not used any more first.`,
  ownsFiles: (files: number, trashed: number) =>
    trashed === 0
      ? `This team still owns ${counted(files, 'file')}. Delete its files or give them to another team first.`
      : `This team still owns ${filesOf({ files, trashed })}. Empty the trash or give the files to another team first.`,
  ownsContainers: (containers: number) =>
    `This team still has ${counted(containers, 'container')}. Give its containers to another team, or clear their team, first.`,
} as const;
