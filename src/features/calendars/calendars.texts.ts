import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import type { CalendarEntry } from './calendars.rules.ts';

/** Our choice throughout: the specification has no calendar. */
export const refusals = {
  gone: 'This calendar address is not valid. It was revoked or renewed. Copy a new one from the account page.',
  none: 'You have no calendar address. It was revoked meanwhile.',
  viewGone: 'This saved view no longer exists. Choose another one.',
  tooManyReads: (wait: string) => `This calendar was read too often. Try again in ${wait}.`,
  tooManyWrong: (wait: string) => `Too many wrong calendar addresses came from this network. Try again in ${wait}.`,
} as const;

/** 'ETA: ZZNU 211245-5 Ball bearings' */
export const entryTitle = ({ container, field }: CalendarEntry): string => `${fieldLabels[field]}: ${container.name}`;

export const entryText = ({ container }: CalendarEntry): string =>
  [
    `${fieldLabels.container_no}: ${container.container_no}`,
    `${fieldLabels.status}: ${container.status_name}`,
    ...(container.vessel ? [`${fieldLabels.vessel}: ${container.vessel}`] : []),
    ...(container.carrier_name ? [`${fieldLabels.carrier_name}: ${container.carrier_name}`] : []),
  ].join('\n');

export const texts = {
  title: 'Calendar',
  description:
    'A secret address for a calendar program, with the PFI, ex-factory, ETD and ETA dates, last free days and empty returns of containers. A new password revokes it.',
  containers: 'Containers',
  followed: 'Containers that I follow',
  loadFailed: 'The calendar address could not be loaded',
  create: 'Create Address',
  created: (at: string) => `Created ${at}`,
  read: (at: string | null) => (at === null ? 'not read yet' : `last read ${at}`),
  createFailed: 'The calendar address could not be created',
  chosen: 'Calendar changed',
  chooseFailed: 'The calendar could not be changed',
  renew: 'Renew Address',
  renewTitle: 'Renew the calendar address?',
  renewQuestion: 'Calendar programs stop getting dates until they have the new address.',
  revoke: 'Revoke',
  revokeTitle: 'Revoke the calendar address?',
  revokeQuestion: 'Calendar programs stop getting dates at once. This cannot be undone.',
  revoked: 'Calendar address revoked',
  revokeFailed: 'The calendar address could not be revoked',
  madeTitle: 'Copy the address now',
  madeHint: 'It is shown only once. Add it to your calendar program as a subscription, and keep it like a password.',
  label: 'Calendar address',
} as const;
