import { Button, Group, Text } from '@mantine/core';
import { IconCopy, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { generatedLength } from '#features/passwords/passwords.rules.ts';
import { ownTexts } from '#features/users/users.texts.ts';
import { LeaveGuard } from '#web/widgets/LeaveGuard.tsx';
import { Notice } from './Notice.tsx';
import styles from './UserForm.module.css';

export type Created = { name: string; email: string; password: string; isCopied: boolean };

type Props = {
  created: readonly Created[];
  onCopied: (one: Created) => void;
  /** Called when the administrator closes the notice of a user. */
  onDone: (one: Created) => void;
};

/**
 * Shows the passwords of new users in the place of the form, which moves down. A notice stays until it is closed, or until
 * the next user is created after its password was copied. Leaving the page before that asks for confirmation. Our choice.
 */
export function CreatedNotices({ created, onCopied, onDone }: Props) {
  return (
    <>
      <div role="status" className={styles.notices}>
        {created.map((one) => (
          <HandOver key={one.email} created={one} onCopied={() => onCopied(one)} onDone={() => onDone(one)} />
        ))}
      </div>
      <LeaveGuard
        active={created.some(({ isCopied }) => !isCopied)}
        title={ownTexts.leaveTitle}
        question={ownTexts.leaveQuestion}
        leave={ownTexts.leave}
      />
    </>
  );
}

function HandOver({ created, onCopied, onDone }: { created: Created; onCopied: () => void; onDone: () => void }) {
  const { name, email, password, isCopied } = created;
  const [revealed, setRevealed] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${email}\n${password}`);
      onCopied();
    } catch {
      // Without HTTPS the browser has no clipboard. The administrator can select the revealed text.
      setRevealed(true);
    }
  };
  return (
    <Notice title={ownTexts.createdNotice(name)}>
      <p>{ownTexts.handOver}</p>
      <Text component="div" fw={550}>
        <Group gap="md" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{email}</bdi>
          <code>{revealed ? password : '•'.repeat(generatedLength)}</code>
        </Group>
      </Text>
      <Group gap="xs">
        <Button
          size="compact-md"
          autoFocus
          leftSection={<IconCopy size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {isCopied ? ownTexts.copied : ownTexts.copySignIn}
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
        <Button size="compact-md" variant="subtle" onClick={onDone}>
          {ownTexts.handedOver}
        </Button>
      </Group>
    </Notice>
  );
}
