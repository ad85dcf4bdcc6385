import { Button, Stack } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { useFocusOnError } from '#web/use-focus-on-error.ts';
import { PasswordField } from '#web/widgets/PasswordField.tsx';
import { passwordsContract } from '../passwords.contract.ts';
import { own, texts } from '../passwords.texts.ts';
import { fieldsOf } from './form-fields.ts';
import { sessionsQuery } from './passwords.data.ts';

/** All three fields are required. See docs/specification.md#password-forms. */
export function ChangePasswordForm() {
  const change = useAction(passwordsContract.change, {
    done: texts.changed,
    failed: texts.changeFailed,
    preferServerMessage: true,
    refresh: [sessionsQuery.queryKey],
  });
  const errors = change.failure?.errors;
  const form = useFocusOnError(change.failure);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!form.current || change.busy) return;
    const input = fieldsOf(form.current, ['current_password', 'new_password', 'new_password_confirmation']);
    if (input.new_password !== input.new_password_confirmation) {
      toast.error(texts.mismatch);
      return;
    }
    if (await change.run(input)) form.current.reset();
  };

  return (
    <form ref={form} onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <PasswordField
          label={own.current}
          name="current_password"
          autoComplete="current-password"
          error={errors?.['current_password']?.[0]}
          required
          withAsterisk={false}
        />
        <PasswordField
          label={own.fresh}
          description={own.rules}
          name="new_password"
          autoComplete="new-password"
          error={errors?.['new_password']?.[0]}
          required
          withAsterisk={false}
        />
        <PasswordField
          label={own.confirm}
          name="new_password_confirmation"
          autoComplete="new-password"
          error={errors?.['new_password_confirmation']?.[0]}
          required
          withAsterisk={false}
        />
        <Button type="submit" me="auto" loading={change.busy}>
          {own.change}
        </Button>
      </Stack>
    </form>
  );
}
