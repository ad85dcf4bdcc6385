import { Modal, Text } from '@mantine/core';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { Form } from '#web/widgets/Form.tsx';
import { passwordsContract } from '../passwords.contract.ts';
import { own } from '../passwords.texts.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

/** Asks for the caller's own password before a sensitive action. */
export function ConfirmPasswordDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  // The field shows a wrong password. A notification shows other errors, such as too many tries.
  const confirm = useAction(passwordsContract.confirm, { failed: own.confirmFailed, preferServerMessage: true });
  const { values, field } = useFields({ password: '' }, confirm.failure);
  const cancel = () => onAnswer(false);
  const submit = async () => {
    if (await confirm.run(values)) onAnswer(true);
  };
  return (
    <Modal opened onClose={cancel} title={own.confirmTitle} size="sm">
      <Form action={confirm} submit={own.confirmPassword} onCancel={cancel} onSubmit={submit}>
        <Text size="sm">{own.confirmExplained}</Text>
        <CurrentPasswordField {...field('password')} />
      </Form>
    </Modal>
  );
}
