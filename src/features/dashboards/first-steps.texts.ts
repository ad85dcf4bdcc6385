/** Our choice throughout: the specification shows neither part. */
export const texts = {
  title: 'First steps',
  intro: 'Prepare the new installation before you invite your users.',
  hide: 'Hide',
  hideLabel: 'Hide the first steps',
  hideFailed: 'The first steps could not be hidden. Please try again.',
  done: 'Done',
  givenTitle: 'Choose your own password',
  givenHint: 'Your current password was created for you. Choose one that only you know.',
  changePassword: 'Change password',
} as const;

type Step = { name: 'teams' | 'file_types' | 'users' | 'files'; to: string; label: string; hint: string };

export const steps: readonly Step[] = [
  {
    name: 'teams',
    to: '/teammodule',
    label: 'Add your teams',
    hint: 'Every file belongs to a team. The members of the team see it.',
  },
  {
    name: 'file_types',
    to: '/file-type',
    label: 'Name your file types',
    hint: 'For example invoice, packing list or contract. Users choose one at each upload.',
  },
  {
    name: 'users',
    to: '/register',
    label: 'Add your people',
    hint: 'Each user has a role and a team, and changes the password that you set.',
  },
  {
    name: 'files',
    to: '/uploadPage',
    label: 'Upload the first files',
    hint: 'Drop a folder of documents to try it out.',
  },
];
