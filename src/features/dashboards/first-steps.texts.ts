/** Our choice throughout: the specification shows neither part. */
export const texts = {
  title: 'First steps',
  intro: 'What a new installation needs before everybody is asked in.',
  hide: 'Hide',
  hideLabel: 'Hide the first steps',
  hideFailed: 'The first steps could not be hidden. Please try again.',
  done: 'Done',
  givenTitle: 'Somebody else chose your password',
  givenHint: 'Choose one that only you know.',
  changePassword: 'Change password',
} as const;

type Step = { what: 'teams' | 'file_types' | 'users' | 'files'; to: string; label: string; hint: string };

export const steps: readonly Step[] = [
  {
    what: 'teams',
    to: '/teammodule',
    label: 'Add your teams',
    hint: 'Every file belongs to a team; its members see it.',
  },
  {
    what: 'file_types',
    to: '/file-type',
    label: 'Name your file types',
    hint: 'Invoice, packing list, contract: what people choose when they upload.',
  },
  {
    what: 'users',
    to: '/register',
    label: 'Add your people',
    hint: 'Each with a role and a team. They change the password you give them.',
  },
  {
    what: 'files',
    to: '/uploadPage',
    label: 'Upload the first files',
    hint: 'Drop a folder of documents to see how it goes.',
  },
];
