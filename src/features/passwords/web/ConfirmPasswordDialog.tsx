import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { useAction } from '#web/use-action.ts';
import { useFocusOnError } from '#web/use-focus-on-error.ts';
import { DialogButtons } from '#web/widgets/DialogButtons.tsx';
import { passwordsContract } from '../passwords.contract.ts';
import { own } from '../passwords.texts.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

/** Asks for the caller's own password before a sensitive action. */
export function ConfirmPasswordDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const [password, setPassword] = useState('');
  // The field shows a wrong password. A notification shows other errors, such as too many tries.
  const confirm = useAction(passwordsContract.confirm, { failed: own.confirmFailed, preferServerMessage: true });
  const form = useFocusOnError(confirm.failure);
  const cancel = () => onAnswer(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (confirm.busy) return;
    if (await confirm.run({ password })) onAnswer(true);
  };

  return (
    <Modal
      opened
      onClose={cancel}
      title={own.confirmTitle}
      size="sm"
      centered
      closeButtonProps={{ 'aria-label': own.close }}
    >
      <form ref={form} onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text size="sm">{own.confirmExplained}</Text>
          <CurrentPasswordField
            value={password}
            onChange={setPassword}
            errors={confirm.failure?.errors?.['password']}
          />
          <DialogButtons onCancel={cancel}>
            <Button type="submit" loading={confirm.busy}>
              {own.confirmPassword}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
