import { Button, Group, TextInput } from '@mantine/core';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import type { UsedParty } from '#features/containers/parties/parties.contract.ts';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { Form } from '#web/widgets/Form.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { withParties } from './parties-page.data.ts';

type Props = { party: UsedParty; onClose: () => void; onDone: () => void };

/** The amount that a carrier charges for a day over free time, and its currency. */
export function CostForm({ party: { id, day_rate, currency }, onClose, onDone }: Props) {
  const saving = useAction(partiesContract.setRate, {
    done: texts.costSaved,
    failed: texts.costFailed,
    preferServerMessage: true,
    refresh: withParties,
    onSuccess: onDone,
  });
  const { values, field } = useFields(
    { day_rate: day_rate === null ? '' : String(day_rate), currency: currency ?? '' },
    saving.failure,
  );
  return (
    <Form
      action={saving}
      submit={texts.save}
      onCancel={onClose}
      onSubmit={() => saving.run({ id, day_rate: Number(values.day_rate), currency: values.currency })}
    >
      <Note>{texts.costHint}</Note>
      <Group align="flex-start" grow>
        <TextInput label={texts.amount} type="number" min="0" step="0.01" {...field('day_rate')} data-autofocus />
        <TextInput label={texts.currency} placeholder="EUR" maxLength={3} {...field('currency')} />
      </Group>
      {day_rate !== null && (
        <Button
          variant="subtle"
          color="red"
          style={{ alignSelf: 'start' }}
          onClick={() => void saving.run({ id, day_rate: null, currency: null })}
        >
          {texts.removeCost}
        </Button>
      )}
    </Form>
  );
}
