import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { CodeField } from '#web/widgets/CodeField.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { sessionContract } from '../session.contract.ts';
import type { CurrentUser } from '../session.contract.ts';
import { texts } from '../session.texts.ts';

type Props = {
  leaving: boolean;
  /** The button for a passkey, if the user has one. */
  passkey: ReactNode;
  onUser: (user: CurrentUser) => void;
  onBack: () => void;
};

const passwordTooLongAgo = 401;

/** The second step of a two-factor sign-in. */
export function LoginCodeForm({ leaving, passkey, onUser, onBack }: Props) {
  const signIn = useAction(sessionContract.loginCode, { failed: texts.loginFailed, preferServerMessage: true });
  const { values, field } = useFields({ code: '' }, signIn.failure);
  const busy = signIn.busy || leaving;
  const isLate = signIn.failure?.status === passwordTooLongAgo;
  useEffect(() => {
    if (isLate) onBack();
  }, [isLate, onBack]);

  const submit = async () => {
    const answer = await signIn.run(values);
    if (answer) onUser(answer.user);
  };

  return (
    <Form action={{ ...signIn, busy }} onSubmit={submit}>
      <Text>{passkey ? texts.passkeyWanted : texts.codeWanted}</Text>
      {passkey}
      <CodeField label={texts.code} description={texts.codeHint} {...field('code')} size="md" />
      <Button type="submit" {...(passkey && { variant: 'default' })} size="md" fullWidth loading={busy}>
        {texts.signIn}
      </Button>
      <Button variant="subtle" onClick={onBack}>
        {texts.back}
      </Button>
    </Form>
  );
}
