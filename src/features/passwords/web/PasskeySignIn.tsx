import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { useAction } from '#web/use-action.ts';
import { passkeysContract } from '../passkeys.contract.ts';
import { texts } from '../passkeys.texts.ts';
import { askForPasskey } from './ask-for-passkey.ts';

type Props = {
  /** Whether the password was entered, so that a passkey of its user is asked for. */
  isSecondStep: boolean;
  isRemembered: () => boolean;
  onUser: (user: CurrentUser) => void;
};

/** The button that signs in with a passkey. */
export function PasskeySignIn({ isSecondStep, isRemembered, onUser }: Props) {
  const outcome = { failed: texts.signInFailed, preferServerMessage: true };
  const begin = useAction(passkeysContract.beginSignIn, outcome);
  const finish = useAction(passkeysContract.signIn, { ...outcome, onSuccess: ({ user }) => onUser(user) });
  const [isBusy, setIsBusy] = useState(false);
  const signIn = async () => {
    const options = await begin.run({ after_password: isSecondStep });
    const response = options && (await askForPasskey(options));
    if (response) await finish.run({ response, remember: isRemembered() });
  };
  const press = async () => {
    setIsBusy(true);
    await signIn().finally(() => setIsBusy(false));
  };
  return (
    <Button
      variant={isSecondStep ? 'filled' : 'default'}
      size="md"
      fullWidth
      loading={isBusy}
      onClick={() => void press()}
    >
      {texts.signIn}
    </Button>
  );
}
