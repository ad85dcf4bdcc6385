import { Alert, Button, Group, Select, Stack } from '@mantine/core';
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { allUsersKey } from '#web/query-keys.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { useFocusOnError } from '#web/use-focus-on-error.ts';
import { PasswordField } from '#web/widgets/PasswordField.tsx';
import { passwordsContract } from '../passwords.contract.ts';
import { generatePassword, resettableBy } from '../passwords.rules.ts';
import { own, texts } from '../passwords.texts.ts';

const none = { userId: null, fresh: '', confirmation: '' };

type User = { id: number; role_id: number; name: string; email: string; role: { role_name: string } };

/** Loads all users. src/app/browser/screens hands it in. */
export type ListUsers = (signal: AbortSignal) => Promise<readonly User[]>;

/** Sets the password of another user. See docs/specification.md#password-forms. */
export function ResetPasswordForm({ self, listUsers }: { self: CurrentUser; listUsers: ListUsers }) {
  const [form, setForm] = useState<{ userId: string | null; fresh: string; confirmation: string }>(none);
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
  const errors = reset.failure?.errors;
  const formRef = useFocusOnError(reset.failure);
  const others = resettableBy(self, users.data ?? []);
  const chosen = others.find((user) => String(user.id) === form.userId);

  const generate = () => {
    const password = generatePassword();
    setForm({ ...form, fresh: password, confirmation: password });
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (reset.busy) return;
    if (!chosen) {
      toast.error(texts.chooseUser);
      return;
    }
    if (form.fresh !== form.confirmation) {
      toast.error(texts.mismatch);
      return;
    }
    const input = { user_id: chosen.id, new_password: form.fresh, new_password_confirmation: form.confirmation };
    if (await reset.run(input)) setForm(none);
  };

  return (
    <form ref={formRef} onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Select
          label={own.user}
          placeholder={own.chooseUser}
          data={others.map((user) => ({ value: String(user.id), label: own.userOption(user) }))}
          value={form.userId}
          onChange={(userId) => setForm({ ...form, userId })}
          limit={100}
          searchable
          aria-required
          disabled={users.isPending}
          nothingFoundMessage={own.nobody}
        />
        <PasswordField
          label={own.fresh}
          description={own.rules}
          autoComplete="new-password"
          error={errors?.['new_password']?.[0]}
          value={form.fresh}
          onChange={(event) => setForm({ ...form, fresh: event.currentTarget.value })}
          required
          withAsterisk={false}
        />
        <PasswordField
          label={own.confirm}
          autoComplete="new-password"
          error={errors?.['new_password_confirmation']?.[0]}
          value={form.confirmation}
          onChange={(event) => setForm({ ...form, confirmation: event.currentTarget.value })}
          required
          withAsterisk={false}
        />
        {chosen && (
          <Alert color="container" icon={<IconAlertTriangle aria-hidden="true" />} title={texts.adminAction}>
            {own.warning(chosen.name)} {texts.cannotBeUndone}
          </Alert>
        )}
        <Group justify="space-between">
          <Button variant="default" leftSection={<IconSparkles size={17} aria-hidden="true" />} onClick={generate}>
            {texts.generate}
          </Button>
          <Button type="submit" loading={reset.busy}>
            {own.reset}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
