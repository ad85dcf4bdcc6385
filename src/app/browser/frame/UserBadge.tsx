import { Stack, Text } from '@mantine/core';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { Initial } from '#web/widgets/Initial.tsx';
import { texts } from './frame.texts.ts';
import styles from './NavBar.module.css';

/** The signed-in user: initial, name and e-mail. */
export function UserBadge({ user, className = '' }: { user: CurrentUser; className?: string }) {
  return (
    <div className={`${styles.badge} ${className}`} role="group" aria-label={texts.signedInAs}>
      <Initial name={user.name} />
      <Stack gap={0} miw={0} lh={1.25}>
        <Text span fz="sm" fw={550} c="var(--person-name)" lh="inherit" truncate>
          {user.name}
        </Text>
        <Text span fz="xs" lh="inherit" truncate>
          {user.email}
        </Text>
      </Stack>
    </div>
  );
}
