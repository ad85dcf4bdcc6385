import { Box, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import type { ComponentType, FormEvent } from 'react';
import { lazyPart } from '#web/lazy-part.ts';
import { hasSharedFiles, sharedFilesScreen } from '#web/shared-files.ts';
import { signInProvider } from '#web/sign-in-provider.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { PasswordField } from '#web/widgets/PasswordField.tsx';
import { TextButton } from '#web/widgets/TextButton.tsx';
import { sessionContract } from '../session.contract.ts';
import type { CurrentUser } from '../session.contract.ts';
import { landingScreen } from '../session.rules.ts';
import { texts } from '../session.texts.ts';
import styles from './LoginPage.module.css';

const LoginCodeForm = lazyPart(() => import('./LoginCodeForm.tsx').then((file) => file.LoginCodeForm));

/** The heights of a button, and of one with a divider, so that nothing moves when they are loaded. */
const buttonHeight = 42;
const providerHeight = 88;

/** The dialogs of passwords and the sign-in at a provider, which src/app/browser hands in. */
export type LoginSlots = {
  /** `typedEmail`: the text in the login form. */
  ForgotPasswordDialog: ComponentType<{ typedEmail: string; onClose: () => void }>;
  /** The sign-in at the provider of single sign-on. */
  ProviderSignIn: ComponentType<{ provider: string; onUser: (user: CurrentUser) => void }>;
  /** The sign-in with a passkey. Missing where passkeys do not work. */
  PasskeySignIn:
    | ComponentType<{ isSecondStep: boolean; isRemembered: () => boolean; onUser: (user: CurrentUser) => void }>
    | undefined;
  NewPasswordDialog: ComponentType<{ token: string; onClose: (isSaved: boolean) => void }>;
};

type Props = {
  slots: LoginSlots;
  /** The token of a link for a new password. */
  token: string | undefined;
  /** Called when the dialog of the link is closed. */
  onTokenDone: (isSaved: boolean) => void;
};

/** See docs/specification.md#sign-in. */
export function LoginForm({ slots, token, onTokenDone }: Props) {
  const login = useAction(sessionContract.login, { failed: texts.loginFailed, preferServerMessage: true });
  const [awaited, setAwaited] = useState<'code' | 'passkey or code'>();
  const [leaving, setLeaving] = useState(false);
  const [forgottenOf, setForgottenOf] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const forgotButton = useRef<HTMLButtonElement>(null);

  const closeNewPassword = (isSaved: boolean) => {
    setForgottenOf(undefined);
    onTokenDone(isSaved);
    form.current?.querySelector('input')?.focus();
  };
  const closeForgotten = () => {
    setForgottenOf(undefined);
    forgotButton.current?.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const answer = await login.run({
      email: textOf(form, 'email'),
      password: textOf(form, 'password'),
      remember: form.has('remember'),
    });
    if (!answer) return;
    if ('two_factor' in answer) setAwaited(answer.passkey ? 'passkey or code' : 'code');
    // An answer may also be the user itself. See docs/specification.md#calls.
    else await enter('user' in answer ? answer.user : answer);
  };

  const enter = async ({ role_id }: CurrentUser) => {
    const landing = landingScreen(role_id);
    if (landing === undefined) {
      toast.error(texts.unknownRole);
      return;
    }
    setLeaving(true);
    // Reloads the page at the landing screen, as the specification requires. Our choice: files that were shared before
    // the sign-in lead to the upload screen.
    window.location.replace((await hasSharedFiles()) ? sharedFilesScreen : landing);
  };

  const passkey = slots.PasskeySignIn && (
    <slots.PasskeySignIn
      isSecondStep={awaited !== undefined}
      isRemembered={() => form.current !== null && new FormData(form.current).has('remember')}
      onUser={(user) => void enter(user)}
    />
  );
  if (awaited) {
    return (
      <Suspense fallback={null}>
        <LoginCodeForm
          leaving={leaving}
          passkey={awaited === 'code' ? undefined : passkey}
          onUser={(user) => void enter(user)}
          onBack={() => setAwaited(undefined)}
        />
      </Suspense>
    );
  }
  return (
    // The dialogs are outside the form, because submitting a nested form would submit both.
    <>
      <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextInput label={texts.email} name="email" type="email" autoComplete="username" required size="md" />
        <PasswordField label={texts.password} name="password" autoComplete="current-password" required size="md" />
        <Group justify="space-between" gap="xs">
          <Checkbox label={texts.rememberMe} name="remember" />
          <TextButton
            ref={forgotButton}
            onClick={({ currentTarget: { form } }) => setForgottenOf(form ? textOf(new FormData(form), 'email') : '')}
          >
            {texts.forgotPassword}
          </TextButton>
        </Group>
        <Button type="submit" size="md" fullWidth loading={login.busy || leaving}>
          {texts.signIn}
        </Button>
      </form>
      {passkey && (
        <Box mt="sm" h={buttonHeight}>
          <Suspense fallback={null}>{passkey}</Suspense>
        </Box>
      )}
      {signInProvider !== undefined && (
        <Suspense fallback={<Box h={providerHeight} />}>
          <slots.ProviderSignIn provider={signInProvider} onUser={(user) => void enter(user)} />
        </Suspense>
      )}
      {token !== undefined && (
        <Suspense fallback={null}>
          <slots.NewPasswordDialog key={token} token={token} onClose={closeNewPassword} />
        </Suspense>
      )}
      {token === undefined && forgottenOf !== undefined && (
        <Suspense fallback={null}>
          <slots.ForgotPasswordDialog typedEmail={forgottenOf} onClose={closeForgotten} />
        </Suspense>
      )}
    </>
  );
}

/** Returns the value of a text field. Only file fields have values that are not strings. */
function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
