import { Button } from '@mantine/core';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { Form } from '#web/widgets/Form.tsx';
import { PasswordField } from '#web/widgets/PasswordField.tsx';
import { passwordsContract } from '../passwords.contract.ts';
import { own, texts } from '../passwords.texts.ts';
import { NewPasswordFields, isMistyped, noPassword } from './NewPasswordFields.tsx';
import { sessionsQuery } from './passwords.data.ts';

const empty = { ...noPassword, current_password: '' };

/** All three fields are required. See docs/specification.md#password-forms. */
export function ChangePasswordForm() {
  const action = useAction(passwordsContract.change, {
    done: texts.changed,
    failed: texts.changeFailed,
    preferServerMessage: true,
    refresh: [sessionsQuery.queryKey],
  });
  const { values, change, field } = useFields(empty, action.failure);
  const submit = async () => {
    if (isMistyped(values)) return toast.error(texts.mismatch);
    if (await action.run(values)) change(empty);
  };
  return (
    <Form action={action} onSubmit={submit}>
      <PasswordField label={own.current} autoComplete="current-password" {...field('current_password')} />
      <NewPasswordFields field={field} />
      <Button type="submit" me="auto" loading={action.busy}>
        {own.change}
      </Button>
    </Form>
  );
}
