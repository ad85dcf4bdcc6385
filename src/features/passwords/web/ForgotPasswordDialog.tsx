import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { texts } from '#features/session/session.texts.ts';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { Form } from '#web/widgets/Form.tsx';
import { passwordsContract } from '../passwords.contract.ts';
import { own } from '../passwords.texts.ts';

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
  const [answer, setAnswer] = useState<string>();
  const ask = useAction(passwordsContract.forgot, { failed: own.forgotFailed, preferServerMessage: true });
  const { values, field } = useFields({ email: typedEmail }, undefined);
  return (
    <Modal opened onClose={onClose} title={texts.forgotPassword} size="sm">
      {answer === undefined ? (
        <Form
          action={ask}
          submit={own.forgotSend}
          onCancel={onClose}
          onSubmit={async () => setAnswer((await ask.run(values))?.message)}
        >
          <TextInput
            label={texts.email}
            description={own.forgotHint}
            type="email"
            autoComplete="username"
            {...field('email')}
            data-autofocus
          />
        </Form>
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
