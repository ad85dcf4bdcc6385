import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { answers, own, texts as passwords } from '#features/passwords/passwords.texts.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { PasswordField } from '#web/widgets/PasswordField.tsx';

type Props = {
  token: string;
  onClose: (isSaved: boolean) => void;
};

/** The target of a mailed link: a form for a new password, typed twice. */
export function NewPasswordDialog({ token, onClose }: Props) {
  const [fresh, setFresh] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const save = useAction(passwordsContract.setByLink, {
    done: answers.linkUsed,
    failed: passwords.changeFailed,
    preferServerMessage: true,
  });

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (fresh !== confirmation) {
      toast.error(passwords.mismatch);
      return;
    }
    if (await save.run({ token, new_password: fresh, new_password_confirmation: confirmation })) onClose(true);
  };

  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      title={own.newPasswordTitle}
      size="sm"
      centered
      closeButtonProps={{ 'aria-label': own.close }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <PasswordField
            label={own.fresh}
            description={own.rules}
            autoComplete="new-password"
            value={fresh}
            onChange={(event) => setFresh(event.currentTarget.value)}
            required
            withAsterisk={false}
            data-autofocus
          />
          <PasswordField
            label={own.confirm}
            autoComplete="new-password"
            value={confirmation}
            onChange={(event) => setConfirmation(event.currentTarget.value)}
            required
            withAsterisk={false}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.busy}>
              {own.newPasswordSave}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
