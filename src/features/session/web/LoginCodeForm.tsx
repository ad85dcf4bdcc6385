import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useAction } from '#web/use-action.ts';
import { CodeField } from '#web/widgets/CodeField.tsx';
import { sessionContract } from '../session.contract.ts';
import type { CurrentUser } from '../session.contract.ts';
import { texts } from '../session.texts.ts';
import styles from './LoginPage.module.css';

type Props = { leaving: boolean; onUser: (user: CurrentUser) => void; onBack: () => void };

const passwordTooLongAgo = 401;

/** The second step of a two-factor sign-in. */
export function LoginCodeForm({ leaving, onUser, onBack }: Props) {
  const [code, setCode] = useState('');
  const signIn = useAction(sessionContract.loginCode, { failed: texts.loginFailed, preferServerMessage: true });
  const isLate = signIn.failure?.status === passwordTooLongAgo;
  useEffect(() => {
    if (isLate) onBack();
  }, [isLate, onBack]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (signIn.busy || leaving) return;
    const answer = await signIn.run({ code });
    if (answer) onUser(answer.user);
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Text>{texts.codeWanted}</Text>
      <CodeField
        label={texts.code}
        description={texts.codeHint}
        error={signIn.failure?.errors?.['code']?.[0]}
        value={code}
        onChange={setCode}
        size="md"
      />
      <Button type="submit" size="md" fullWidth loading={signIn.busy || leaving}>
        {texts.signIn}
      </Button>
      <Button variant="subtle" onClick={onBack}>
        {texts.back}
      </Button>
    </form>
  );
}
