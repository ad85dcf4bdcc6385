import { useQuery } from '@tanstack/react-query';
import { warningsOf } from '#features/containers/core/container-warnings.rules.ts';
import type { Checked } from '#features/containers/core/container-warnings.rules.ts';
import { numberOf } from '#features/papers/container-number.rules.ts';
import { sameNumberQuery } from '../containers.data.ts';

/** The notes about probably wrong values by field. */
export type Hints = Record<string, string>;

/** Compares the entered values with each other, and the container number with those of other containers. */
export function useContainerHints(entered: Checked, id: number | undefined): Hints {
  const number = numberOf(entered)?.value;
  const { data: isDuplicate = false } = useQuery(sameNumberQuery(number, id));
  const hints: Hints = {};
  for (const { field, message } of warningsOf(entered, isDuplicate))
    hints[field] = hints[field] === undefined ? message : `${hints[field]} ${message}`;
  return hints;
}
