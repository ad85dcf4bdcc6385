import { counted, locale } from '#shared/format.ts';
import type { Stage } from './checklist.rules.ts';

/** The checklist of papers. Our choice throughout. */
export const refusals = {
  typeRequired: 'Choose a file type.',
  stageRequired: 'Choose the step before which the documents are expected.',
  exists: 'The checklist already has this file type for these containers. Remove that line first.',
  gone: 'This line is no longer in the checklist.',
  tooMany: (max: number) => `The checklist already has ${counted(max, 'line')}. Remove one first.`,
} as const;

export const stageLabels: Record<Stage, string> = { received: 'Before Received', departed: 'Before Departed' };

/** The containers of a rule. */
export const scopeText = (party: string | null) => party ?? 'All containers';

/** The details of an audit entry about a rule. */
export const ruleDetail = (stage: Stage, party: string | null) => `${stageLabels[stage]}: ${scopeText(party)}`;

/** The part of the audit entry of a deleted file type. */
export const deletedRules = (count: number) => `${counted(count, 'line')} of the checklist deleted`;

/** '3/5': the types that are there, and those that are expected. */
export const papersText = (there: number, expected: number) => `${there}/${expected}`;

/** The same in exports, where spreadsheet programs would read '3/5' as a date. */
export const papersInWords = (there: number, expected: number) => `${there} of ${expected}`;

/** The most types that the reason of a status event names. */
const maxNamed = 20;

/** 'Bill of lading, Packing list and 3 more' */
export function namedTypes(types: readonly string[], max = maxNamed): string {
  const more = types.length - max;
  return `${types.slice(0, max).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The reason of a status event. The types are named even if the reason is left out. */
export function withoutPapers(types: readonly string[], reason: string | null): string {
  const missing = `Documents missing: ${namedTypes(types)}`;
  return reason === null ? missing : `${missing}. ${reason}`;
}

/** The card on the file types screen. */
export const settingTexts = {
  title: 'Checklist of containers',
  intro: 'The documents that a container should have before it is marked Received or Departed.',
  type: 'File type',
  chooseType: 'Choose a file type',
  stage: 'Expected',
  party: 'For',
  allContainers: 'All containers',
  searchParty: 'Leave empty, or type a supplier or carrier.',
  nothingFound: 'Nothing found',
  add: 'Add to the checklist',
  added: 'Added to the checklist',
  addFailed: 'The checklist was not changed',
  remove: 'Remove',
  removed: 'Removed from the checklist',
  removeFailed: 'The line was not removed',
  none: 'No documents are expected yet.',
  loadFailed: 'The checklist could not be loaded',
} as const;

/** The papers of a container. */
export const paperTexts = {
  expected: 'Expected documents',
  there: 'Linked',
  missing: 'Missing',
  counted: (there: number, expected: number) => `${there} of ${counted(expected, 'expected document')} linked`,
  missingNow: (count: number) => `${counted(count, 'document')} missing for the next step`,
  papers: 'Documents',
  loadFailed: 'The expected documents could not be loaded',
} as const;

/** The dialog before a status change. */
export const gapTexts = {
  title: (status: string) => `Mark ${status} without all documents?`,
  intro: 'These expected documents are not linked:',
  loadFailed: 'The missing documents could not be listed. You can continue.',
  nothing: 'All expected documents are linked now.',
  reason: 'Reason (optional)',
  reasonForAll: 'Reason for the missing documents (optional)',
  reasonPlaceholder: 'For example: the originals come by courier',
  proceed: (status: string) => `Mark ${status}`,
  /** In the preview of a bulk change. */
  inBulk: (count: number) =>
    `${count.toLocaleString(locale)} of these containers ${count === 1 ? 'has' : 'have'} expected documents missing.`,
} as const;
