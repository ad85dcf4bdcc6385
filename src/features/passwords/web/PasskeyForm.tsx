import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { Form } from '#web/widgets/Form.tsx';
import { passkeysContract } from '../passkeys.contract.ts';
import { texts } from '../passkeys.texts.ts';
import { deviceOf } from '../passwords.rules.ts';
import { createPasskey } from './ask-for-passkey.ts';
import { sessionsQuery, twoFactorQuery } from './passwords.data.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Props = {
  /** Whether two-factor sign-in is off until then. */
  turnsOn: boolean;
  onDone: () => void;
  /** Missing for users who must set up a second factor. */
  onCancel?: () => void;
};

/** Names and creates a passkey. The first second factor comes with recovery codes. */
export function PasskeyForm({ turnsOn, onDone, onCancel }: Props) {
  const outcome = { failed: texts.addFailed, preferServerMessage: true };
  const begin = useAction(passkeysContract.beginAdding, outcome);
  const add = useAction(passkeysContract.add, {
    ...outcome,
    done: texts.isAdded,
    refresh: [twoFactorQuery.queryKey, sessionsQuery.queryKey],
  });
  const [isAsking, setIsAsking] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const { values, field } = useFields({ name: deviceOf(navigator.userAgent) }, add.failure);

  const create = async () => {
    const options = await begin.run({});
    const response = options && (await createPasskey(options));
    const added = response && (await add.run({ ...values, response }));
    if (!added) return;
    if (added.recovery_codes.length > 0) setCodes(added.recovery_codes);
    else onDone();
  };
  const submit = async () => {
    setIsAsking(true);
    await create().finally(() => setIsAsking(false));
  };

  if (codes) return <RecoveryCodes codes={codes} onSaved={onDone} />;
  return (
    <Form action={{ busy: isAsking, failure: add.failure }} submit={texts.create} onCancel={onCancel} onSubmit={submit}>
      {turnsOn && <Text size="sm">{texts.turnsOn}</Text>}
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        maxLength={80}
        {...field('name')}
        autoFocus={onCancel !== undefined}
      />
    </Form>
  );
}
