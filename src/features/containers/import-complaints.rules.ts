import { warningCodes } from './container-fields.rules.ts';

/** Doubts about cells that can be read. There is none about a value that the container has already. */
export const doubtCodes = [
  'far_date',
  'turned_date',
  'unclear_date',
  'several_numbers',
  'number_form',
  'lost_digits',
] as const;

/** What a check of an import remarks. Those of `warningCodes` are about the container after the import. */
export const complaintCodes = [
  ...warningCodes,
  'unreadable',
  'total',
  'more_cells',
  'missing',
  'no_container',
  'there',
  'several_there',
  'duplicate',
  'no_person',
  'no_team',
  ...doubtCodes,
  'repeated_number',
  'similar_party',
  'future_day',
  'status_backwards',
] as const;
export type ComplaintCode = (typeof complaintCodes)[number];

/** The corrections of one import. Our choice: the body of a request has a bound. */
export const maxCorrections = 1000;

/** The number of groups of equal complaints in an answer. Our choice. */
export const maxComplaintGroups = 200;

/** A longer cell is cut where a complaint shows it. */
export const maxWrittenLetters = 200;
