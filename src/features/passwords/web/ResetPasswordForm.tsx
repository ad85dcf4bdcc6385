import { Alert, Button, Group, Select } from '@mantine/core';
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { allUsersKey } from '#web/query-keys.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { Form } from '#web/widgets/Form.tsx';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { passwordsContract } from '../passwords.contract.ts';
import { generatePassword, resettableBy } from '../passwords.rules.ts';
import { own, texts } from '../passwords.texts.ts';
import { NewPasswordFields, isMistyped, noPassword } from './NewPasswordFields.tsx';

type User = { id: number; role_id: number; name: string; email: string; role: { role_name: string } };

/** Loads all users. src/app/browser/screens hands it in. */
export type ListUsers = (signal: AbortSignal) => Promise<readonly User[]>;

/** Sets the password of another user. See docs/specification.md#password-forms. */
export function ResetPasswordForm({ self, listUsers }: { self: CurrentUser; listUsers: ListUsers }) {
  const users = useQuery({
    queryKey: allUsersKey,
    queryFn: ({ signal }) => listUsers(signal),
    meta: { failed: texts.loadUsersFailed },
  });
  const reset = useAction(passwordsContract.reset, {
    done: texts.reset,
    failed: texts.resetFailed,
    preferServerMessage: true,
  });
  const [userId, setUserId] = useState<string | null>(null);
  const { values, change, field } = useFields(noPassword, reset.failure);
  const others = resettableBy(self, users.data ?? []);
  const chosen = others.find((user) => String(user.id) === userId);

  const generate = () => {
    const password = generatePassword();
    change({ new_password: password, new_password_confirmation: password });
  };
  const submit = async () => {
    if (!chosen) return toast.error(texts.chooseUser);
    if (isMistyped(values)) return toast.error(texts.mismatch);
    if (!(await reset.run({ user_id: chosen.id, ...values }))) return;
    setUserId(null);
    change(noPassword);
  };

  return (
    <Form action={reset} onSubmit={submit}>
      <Select
        label={own.user}
        placeholder={own.chooseUser}
        data={others.map((user) => ({ value: String(user.id), label: own.userOption(user) }))}
        value={userId}
        onChange={setUserId}
        limit={100}
        searchable
        aria-required
        disabled={users.isPending}
        nothingFoundMessage={own.nobody}
      />
      <NewPasswordFields field={field} />
      {chosen && (
        <Alert color="container" icon={<IconAlertTriangle aria-hidden="true" />} title={texts.adminAction}>
          {own.warning(chosen.name)} {texts.cannotBeUndone}
        </Alert>
      )}
      <Group justify="space-between">
        <IconButton icon={IconSparkles} variant="default" onClick={generate}>
          {texts.generate}
        </IconButton>
        <Button type="submit" loading={reset.busy}>
          {own.reset}
        </Button>
      </Group>
    </Form>
  );
}
