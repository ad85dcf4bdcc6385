import { Button, Checkbox, TextInput } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import type { FormEvent } from 'react';
import { toast } from '#web/toast.ts';
import { useAction } from '#web/use-action.ts';
import { PasswordField } from '#web/widgets/PasswordField.tsx';
import { sessionContract } from '../session.contract.ts';
import type { CurrentUser } from '../session.contract.ts';
import { landingScreen } from '../session.rules.ts';
import { texts } from '../session.texts.ts';
import styles from './LoginPage.module.css';

const ForgotPasswordDialog = lazy(() =>
  import('./ForgotPasswordDialog.tsx').then((file) => ({ default: file.ForgotPasswordDialog })),
);

const NewPasswordDialog = lazy(() =>
  import('./NewPasswordDialog.tsx').then((file) => ({ default: file.NewPasswordDialog })),
);

const LoginCodeForm = lazy(() => import('./LoginCodeForm.tsx').then((file) => ({ default: file.LoginCodeForm })));

/** What the link of a mail carries behind the #. */
const tokenInAddress = () => /^#new-password=([\w-]+)$/.exec(window.location.hash)?.[1];

/** Source: spec sections 2, 4 and 5, Login. */
export function LoginForm() {
  const login = useAction(sessionContract.login, { failed: texts.loginFailed, preferServerMessage: true });
  const [awaitsCode, setAwaitsCode] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [forgot, setForgot] = useState(false);
  const [token, setToken] = useState(tokenInAddress);

  const forgetToken = () => {
    window.history.replaceState(null, '', window.location.pathname);
    setToken(undefined);
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
    if ('two_factor' in answer) setAwaitsCode(true);
    else enter(answer.user);
  };

  const enter = ({ role_id }: CurrentUser) => {
    const landing = landingScreen(role_id);
    if (landing === undefined) {
      toast.error(texts.unknownRole);
      return;
    }
    setLeaving(true);
    // Loads the page anew at the landing screen, as the specification has it.
    window.location.replace(landing);
  };

  if (awaitsCode) {
    return (
      <Suspense fallback={null}>
        <LoginCodeForm leaving={leaving} onUser={enter} onBack={() => setAwaitsCode(false)} />
      </Suspense>
    );
  }
  return (
    // The dialogs stand outside the form: a form in a form would send both.
    <>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label={texts.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          size="md"
        />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          size="md"
        />
        <div className={styles.options}>
          <Checkbox label={texts.rememberMe} name="remember" />
          <button type="button" className={styles.forgot} onClick={() => setForgot(true)}>
            {texts.forgotPassword}
          </button>
        </div>
        <Button type="submit" size="md" fullWidth loading={login.busy || leaving}>
          {texts.signIn}
        </Button>
      </form>
      {token !== undefined && (
        <Suspense fallback={null}>
          <NewPasswordDialog token={token} onClose={forgetToken} />
        </Suspense>
      )}
      {forgot && (
        <Suspense fallback={null}>
          <ForgotPasswordDialog onClose={() => setForgot(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A text field is a string; only a file would be something else. */
function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
