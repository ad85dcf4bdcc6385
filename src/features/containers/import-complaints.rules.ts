import { warningCodes } from './container-fields.rules.ts';

/** What a check of an import remarks. Those of `warningCodes` are about the container after the import. */
export const complaintCodes = [
  ...warningCodes,
  'unreadable',
  'lost_digits',
  'missing',
  'no_container',
  'there',
  'several_there',
  'duplicate',
  'no_person',
  'no_team',
] as const;
export type ComplaintCode = (typeof complaintCodes)[number];

/** The corrections of one import. Our choice: the body of a request has a bound. */
export const maxCorrections = 1000;

/** The number of groups of equal complaints in an answer. Our choice. */
export const maxComplaintGroups = 200;

/** A longer cell is cut where a complaint shows it. */
export const maxWrittenLetters = 200;
