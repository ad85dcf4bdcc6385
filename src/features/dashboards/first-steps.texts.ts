import { productModules } from '#shared/product-modules.ts';
import type { ProductModule } from '#shared/product-modules.ts';
import type { FirstSteps } from './dashboards.contract.ts';

/** Our choice throughout: the specification shows neither part. */
export const texts = {
  title: 'First steps',
  intro: 'Prepare the new installation before you invite your users.',
  managersIntro: 'There are no files yet. You can start here.',
  hide: 'Hide',
  hideLabel: 'Hide the first steps',
  hideFailed: 'The first steps could not be hidden. Please try again.',
  done: 'Done',
  givenTitle: 'Choose your own password',
  givenHint: 'The current one was set by somebody else, or in the settings. Choose one that only you know.',
  changePassword: 'Change password',
} as const;

/** A user sees the steps of the modules that they may open. Administrators may open the system page, which has no module. */
export type Step = { name: string; to: string; label: string; hint: string; module?: ProductModule };

const importContainers = {
  name: 'containers',
  to: '/container-status/import',
  label: 'Import your containers',
  hint: 'From your spreadsheet. You review the changes before anything is saved.',
  module: productModules.containers,
} as const;

const addPeople = {
  name: 'users',
  to: '/register',
  label: 'Add your people',
  hint: 'Each user has a role and a team, and changes the password that you set.',
  module: productModules.register,
} as const;

const uploadFiles = {
  name: 'files',
  to: '/uploadPage',
  label: 'Upload the first files',
  module: productModules.upload,
} as const;

/** The steps of administrators. */
export const steps: readonly (Step & { name: Exclude<keyof FirstSteps, 'hidden'> })[] = [
  {
    name: 'teams',
    to: '/teammodule',
    label: 'Add your teams',
    hint: 'Every file belongs to a team. The members of the team see it.',
    module: productModules.teams,
  },
  {
    name: 'file_types',
    to: '/file-type',
    label: 'Name your file types',
    hint: 'For example invoice, packing list or contract. Users choose one at each upload.',
    module: productModules.fileTypes,
  },
  addPeople,
  importContainers,
  { ...uploadFiles, hint: 'Drop a folder of documents to try it out.' },
  {
    name: 'mail',
    to: '/system',
    label: 'Connect a mail server',
    hint: 'For links to a new password and alerts about late containers. The system page names the settings.',
  },
  {
    name: 'backup',
    to: '/system',
    label: 'Set up a backup',
    hint: 'Every night to another drive or a bucket. The system page names the setting.',
  },
];

/** The steps of managers, who may open some of the screens. */
export const managersSteps: readonly Step[] = [
  { ...uploadFiles, hint: 'Drop a folder of documents. Your team sees them.' },
  importContainers,
  addPeople,
];
