import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type { Failure } from '#shared/failure.ts';
import { useFocusOnError } from '#web/use-focus-on-error.ts';
import { CodeField } from '#web/widgets/CodeField.tsx';
import { DialogButtons } from '#web/widgets/DialogButtons.tsx';
import { texts } from '../two-factor.texts.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

type Props = {
  explained: string;
  /** The label of the submit button. */
  label: string;
  color?: string;
  busy: boolean;
  /** The errors of the fields. */
  errors: Failure['errors'];
  onProof: (proof: { current_password: string; code: string }) => void;
  onCancel: () => void;
};

/** Asks for password and code before a change of two-factor sign-in. */
export function TwoFactorProof({ explained, label, color, busy, errors, onProof, onCancel }: Props) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const form = useFocusOnError(errors);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!busy) onProof({ current_password: password, code });
  };

  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{explained}</Text>
        <CurrentPasswordField value={password} onChange={setPassword} errors={errors?.['current_password']} />
        <CodeField label={texts.code} error={errors?.['code']?.[0]} value={code} onChange={setCode} autoFocus={false} />
        <DialogButtons onCancel={onCancel}>
          <Button type="submit" loading={busy} {...(color !== undefined && { color })}>
            {label}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
