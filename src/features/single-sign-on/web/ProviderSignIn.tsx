import { Button, Divider } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { useAction } from '#web/use-action.ts';
import { singleSignOnContract } from '../single-sign-on.contract.ts';
import { singleSignOnTexts as texts } from '../single-sign-on.texts.ts';

type Props = {
  /** The name of the provider. */
  provider: string;
  onUser: (user: CurrentUser) => void;
};

/** The query with which the provider has sent the browser back. */
const answerInAddress = () => {
  const { search } = window.location;
  return new URLSearchParams(search).has('state') ? search : undefined;
};

/** The button that opens the provider's login screen. On the way back, completes the sign-in. */
export function ProviderSignIn({ provider, onUser }: Props) {
  const [answer] = useState(answerInAddress);
  const [isLeaving, setIsLeaving] = useState(false);
  const outcome = { failed: texts.failed, preferServerMessage: true };
  const begin = useAction(singleSignOnContract.begin, outcome);
  const finish = useAction(singleSignOnContract.finish, { ...outcome, onSuccess: ({ user }) => onUser(user) });
  const { run } = finish;
  useEffect(() => {
    if (answer === undefined) return;
    // A code works once, so a reload must not send it again.
    window.history.replaceState(null, '', window.location.pathname);
    void run({ query: answer });
    // Once, for the answer with which the page was opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [answer]);

  const open = async () => {
    const opened = await begin.run({});
    if (!opened) return;
    setIsLeaving(true);
    window.location.assign(opened.address);
  };
  return (
    <>
      <Divider my="md" label={texts.or} />
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={begin.busy || finish.busy || isLeaving}
        onClick={() => void open()}
      >
        {texts.signIn(provider)}
      </Button>
    </>
  );
}
