import { Button, Group, Stack, Text } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { copyText } from '#web/copy-text.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { CodeField } from '#web/widgets/CodeField.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { twoFactorContract } from '../two-factor.contract.ts';
import { texts } from '../two-factor.texts.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { sessionsQuery, twoFactorQuery } from './passwords.data.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './TwoFactor.module.css';

const QrCode = lazyPart(() => import('./QrCode.tsx').then((file) => file.QrCode));

type Props = {
  onDone: () => void;
  /** Missing for users who must set it up. */
  onCancel?: () => void;
};

/** Three steps: the password, then the key and a first code, then the recovery codes. */
export function TwoFactorSetup({ onDone, onCancel }: Props) {
  const begin = useAction(twoFactorContract.begin, { failed: texts.beginFailed, preferServerMessage: true });
  const enable = useAction(twoFactorContract.enable, {
    done: texts.turnedOn,
    failed: texts.turnOnFailed,
    preferServerMessage: true,
    refresh: [twoFactorQuery.queryKey, sessionsQuery.queryKey],
  });
  const [made, setMade] = useState<{ secret: string; link: string }>();
  const action = made ? enable : begin;
  const { values, field } = useFields({ current_password: '', code: '' }, action.failure);
  const [codes, setCodes] = useState<string[]>();

  const submit = async () => {
    if (!made) return setMade(await begin.run(values));
    const enabled = await enable.run(values);
    // Beside a passkey, the recovery codes stay as they are.
    if (enabled?.recovery_codes.length === 0) onDone();
    else setCodes(enabled?.recovery_codes);
    return undefined;
  };

  if (codes) return <RecoveryCodes codes={codes} onSaved={onDone} />;
  return (
    <Form action={action} submit={made ? texts.turnOn : texts.next} onCancel={onCancel} onSubmit={submit}>
      {made ? (
        <>
          <Key {...made} />
          <CodeField label={texts.firstCode} description={texts.firstCodeHint} {...field('code')} />
        </>
      ) : (
        <CurrentPasswordField {...field('current_password')} />
      )}
    </Form>
  );
}

/** The key for the app, as a QR code, as text, and as a link for an app on the same device. */
function Key({ secret, link }: { secret: string; link: string }) {
  const key = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(key.current !== null && (await copyText(key.current)));
  return (
    <div className={styles.key}>
      <Suspense fallback={<div className={styles.qr} />}>
        <QrCode text={link} label={texts.qrCode} className={styles.qr} />
      </Suspense>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{texts.scan}</Text>
        <Text size="sm">{texts.byHand}</Text>
        <code className={styles.secret} ref={key}>
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <Group gap="sm">
          <Button variant="default" size="xs" onClick={() => void copy()}>
            {copied ? texts.copied : texts.copyKey}
          </Button>
          <Button component="a" variant="default" size="xs" href={link}>
            {texts.openApp}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}
