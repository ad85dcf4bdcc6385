import { Modal } from '@mantine/core';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { Form } from '#web/widgets/Form.tsx';
import { passwordsContract } from '../passwords.contract.ts';
import { answers, own, texts } from '../passwords.texts.ts';
import { NewPasswordFields, isMistyped, noPassword } from './NewPasswordFields.tsx';

type Props = {
  token: string;
  onClose: (isSaved: boolean) => void;
};

/** The target of a mailed link: a form for a new password, typed twice. */
export function NewPasswordDialog({ token, onClose }: Props) {
  const save = useAction(passwordsContract.setByLink, {
    done: answers.linkUsed,
    failed: texts.changeFailed,
    preferServerMessage: true,
  });
  const { values, field } = useFields(noPassword, undefined);
  const submit = async () => {
    if (isMistyped(values)) return toast.error(texts.mismatch);
    if (await save.run({ token, ...values })) onClose(true);
  };
  return (
    <Modal opened onClose={() => onClose(false)} title={own.newPasswordTitle} size="sm">
      <Form action={save} submit={own.newPasswordSave} onSubmit={submit}>
        <NewPasswordFields field={field} />
      </Form>
    </Modal>
  );
}
