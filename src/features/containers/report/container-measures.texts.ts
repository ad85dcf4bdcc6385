import { recordOf } from '#shared/record-of.ts';
import { groupings } from '../core/container-fields.rules.ts';
import type { Absence, DelayCause, Measure, Result } from '../core/container-fields.rules.ts';
import { fieldLabel } from '../core/container-fields.texts.ts';
import { overdueReason } from '../core/containers.rules.ts';
import { categoryLabels, ownTexts } from '../core/containers.texts.ts';

/** The names of the promised dates in the report and its links. */
export const measureTexts: Record<Measure, string> = { pfi: 'PFI', ex_factory: 'Ex-Factory', eta: 'ETA' };

export const groupTexts = recordOf(groupings, fieldLabel);

/** The name of a group whose field is empty. */
export const emptyGroup = (group: Absence) => {
  if (group === 'received_on') return 'No day of the receipt';
  return group === 'departed_on' ? 'No day of the departure' : `No ${groupTexts[group].toLowerCase()}`;
};

export const causeText = (cause: DelayCause): string =>
  cause === 'overdue' ? overdueReason : cause === 'none' ? ownTexts.noCategory : categoryLabels[cause];

const resultTexts: Record<Result, string> = {
  first_on_time: ' on time, first date',
  first_late: ' late, first date',
  last_on_time: ' on time, last date',
  last_late: ' late, last date',
};

export const outcomeText = (measure: Measure, result: Result | undefined) =>
  `${measureTexts[measure]}${result ? resultTexts[result] : ' with an outcome'}`;

export const delayText = (cause: DelayCause | undefined) => (cause ? `Delay: ${causeText(cause)}` : 'Delay logged');
