import { Button, Group, Text } from '@mantine/core';
import { IconCopy, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { generatedLength } from '#features/passwords/passwords.rules.ts';
import { invitationTexts } from '#features/users/invitations.texts.ts';
import { ownTexts } from '#features/users/users.texts.ts';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { LeaveGuard } from '#web/widgets/LeaveGuard.tsx';
import { Notice } from './Notice.tsx';
import styles from './UserForm.module.css';

/** A new user with the password or the link to hand over. An invitation that is mailed has no secret. */
export type Created = {
  name: string;
  email: string;
  secret: { kind: 'password' | 'link'; text: string } | undefined;
  isCopied: boolean;
};

type Props = {
  created: readonly Created[];
  onCopied: (one: Created) => void;
  /** Called when the administrator closes the notice of a user. */
  onDone: (one: Created) => void;
};

/**
 * Shows the passwords and links of new users in the place of the form, which moves down. A notice stays until it is closed, or until
 * the next user is created after its secret was copied. Leaving the page before that asks for confirmation. Our choice.
 */
export function CreatedNotices({ created, onCopied, onDone }: Props) {
  const kept = created.find(({ isCopied }) => !isCopied)?.secret?.kind;
  return (
    <>
      <div role="status" className={styles.notices}>
        {created.map((one) => (
          <HandOver key={one.email} created={one} onCopied={() => onCopied(one)} onDone={() => onDone(one)} />
        ))}
      </div>
      <LeaveGuard
        active={kept !== undefined}
        title={kept === 'link' ? invitationTexts.leaveTitle : ownTexts.leaveTitle}
        question={kept === 'link' ? invitationTexts.leaveQuestion : ownTexts.leaveQuestion}
        leave={ownTexts.leave}
      />
    </>
  );
}

type OneProps = { created: Created; onCopied: () => void; onDone: () => void };

const kinds = {
  password: { title: ownTexts.createdNotice, explained: ownTexts.handOver, copy: ownTexts.copySignIn },
  link: { title: invitationTexts.linkNotice, explained: invitationTexts.handOver, copy: invitationTexts.copyLink },
};

function HandOver({ created, onCopied, onDone }: OneProps) {
  const { name, email, secret, isCopied } = created;
  const [revealed, setRevealed] = useState(false);
  const done = (
    <Button size="compact-md" variant="subtle" autoFocus={!secret} onClick={onDone}>
      {ownTexts.handedOver}
    </Button>
  );
  if (!secret)
    return (
      <Notice title={invitationTexts.mailedNotice(name)}>
        <Group>{done}</Group>
      </Notice>
    );
  const { title, explained, copy: copyLabel } = kinds[secret.kind];
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret.kind === 'link' ? secret.text : `${email}\n${secret.text}`);
      onCopied();
    } catch {
      // Without HTTPS the browser has no clipboard. The administrator can select the revealed text.
      setRevealed(true);
    }
  };
  return (
    <Notice title={title(name)}>
      <p>{explained}</p>
      <Text component="div" fw={550}>
        <Group gap="md" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{email}</bdi>
          <code>{revealed ? secret.text : '•'.repeat(generatedLength)}</code>
        </Group>
      </Text>
      <Group gap="xs">
        <IconButton icon={IconCopy} size="compact-md" autoFocus onClick={() => void copy()}>
          {isCopied ? ownTexts.copied : copyLabel}
        </IconButton>
        {!revealed && (
          <IconButton icon={IconEye} size="compact-md" variant="subtle" onClick={() => setRevealed(true)}>
            {ownTexts.reveal}
          </IconButton>
        )}
        {done}
      </Group>
    </Notice>
  );
}
