import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { own } from '#features/passwords/passwords.texts.ts';
import { texts } from '#features/session/session.texts.ts';
import { useAction } from '#web/use-action.ts';
import { DialogButtons } from '#web/widgets/DialogButtons.tsx';

type Props = {
  /** The text in the login form. */
  typedEmail: string;
  onClose: () => void;
};

/**
 * Asks for the e-mail address. The server's answer is the same for every address.
 * See docs/choices.md#forgotten-password.
 */
export function ForgotPasswordDialog({ typedEmail, onClose }: Props) {
  const [email, setEmail] = useState(typedEmail);
  const [answer, setAnswer] = useState<string>();
  const ask = useAction(passwordsContract.forgot, { failed: own.forgotFailed, preferServerMessage: true });

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setAnswer((await ask.run({ email }))?.message);
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.forgotPassword}
      size="sm"
      centered
      closeButtonProps={{ 'aria-label': own.close }}
    >
      {answer === undefined ? (
        <form onSubmit={(event) => void submit(event)}>
          <Stack gap="md">
            <TextInput
              label={texts.email}
              description={own.forgotHint}
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              required
              withAsterisk={false}
              data-autofocus
            />
            <DialogButtons onCancel={onClose}>
              <Button type="submit" loading={ask.busy}>
                {own.forgotSend}
              </Button>
            </DialogButtons>
          </Stack>
        </form>
      ) : (
        <>
          <Text role="status">{answer}</Text>
          <Group justify="flex-end" mt="lg">
            <Button onClick={onClose}>{texts.understood}</Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
