import { refusals } from '../core/containers.texts.ts';

/** Refusals of changed cells. Our choice throughout. */
export const cellRefusals = {
  tooManyRows: 'Too many rows at once. Change at most 1000.',
  tooManyCells: 'Too many cells at once. Change at most 10,000.',
  repeatedRow: 'Each container can be in the block only once.',
  required: {
    name: refusals.nameRequired,
    container_no: refusals.numberRequired,
    pfi_date: refusals.pfiDateRequired,
    ex_factory_date: refusals.exFactoryDateRequired,
  },
  noPerson: (name: string) => `There is no person named ${name}, or there are several.`,
  wrongRow: (container: string, text: string) => `${container}: ${text} Nothing was changed.`,
} as const;
