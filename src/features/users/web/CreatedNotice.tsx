import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { generatedLength } from '#features/passwords/passwords.rules.ts';
import { ownTexts } from '#features/users/users.texts.ts';
import styles from './UserForm.module.css';

export type Created = { name: string; email: string; password: string };

/**
 * Our choice: the form is empty once the user is there, and with it the password that was made for them; here it can
 * still be handed over, until the next one is created or the screen is left.
 */
export function CreatedNotice({ created }: { created: Created | undefined }) {
  return (
    <div role="status">{created && <HandOver key={`${created.email}:${created.password}`} created={created} />}</div>
  );
}

function HandOver({ created: { name, email, password } }: { created: Created }) {
  const [revealed, setRevealed] = useState(false);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${email}\n${password}`);
      setCopied(true);
    } catch {
      // Without https a browser has no clipboard; what is shown can be copied by hand.
      setRevealed(true);
    }
  };
  return (
    <section className={styles.notice}>
      <p className={styles.noticeTitle}>
        <IconCheck size={18} stroke={2} aria-hidden="true" />
        {ownTexts.createdNotice(name)}
      </p>
      <p className={styles.noticeText}>{ownTexts.handOver}</p>
      <p className={styles.secrets}>
        <bdi>{email}</bdi>
        <code>{revealed ? password : '•'.repeat(generatedLength)}</code>
      </p>
      <div className={styles.noticeActions}>
        <Button
          size="compact-md"
          variant="light"
          leftSection={<IconCopy size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {copied ? ownTexts.copied : ownTexts.copySignIn}
        </Button>
        {!revealed && (
          <Button
            size="compact-md"
            variant="subtle"
            leftSection={<IconEye size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => setRevealed(true)}
          >
            {ownTexts.reveal}
          </Button>
        )}
      </div>
    </section>
  );
}
