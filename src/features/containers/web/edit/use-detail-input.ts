import { inputOf } from '#features/containers/core/container-details.rules.ts';
import type { FormValues } from '#features/containers/core/container-details.rules.ts';
import { optionalFields, partyFields } from '#features/containers/core/container-fields.rules.ts';
import type { OptionalField } from '#features/containers/core/container-fields.rules.ts';
import type { containersContract } from '#features/containers/core/containers.contract.ts';
import { texts } from '#features/containers/core/containers.texts.ts';
import type { EditableField } from '#features/containers/core/field-changes.rules.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { useAction } from '#web/use-action.ts';
import { partiesKey } from '../parties.data.ts';

type Input = Partial<Pick<InputOf<typeof containersContract.update>, OptionalField>>;

/** Turns the entered fields into the input of the calls. A new name of a party is added first. */
export function useDetailInput() {
  const addition = useAction(partiesContract.add, { failed: texts.saveFailed, refresh: [partiesKey] });

  /** Returns undefined if a party could not be added. */
  const readDetails = async (values: FormValues, changed: readonly EditableField[]): Promise<Input | undefined> => {
    const input: Record<string, string | number | null> = {};
    for (const field of optionalFields.filter((one) => changed.includes(one))) {
      const name = values[field].trim();
      if (name !== '' && partyFields.some((known) => known === field)) {
        const party = await addition.run({ name });
        if (!party) return undefined;
        input[field] = party.id;
      } else input[field] = inputOf(field, values[field]);
    }
    return input;
  };
  return { readDetails, isReading: addition.busy };
}
