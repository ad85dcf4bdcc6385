import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#shared/format.ts';
import { useAction } from '#web/use-action.ts';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { passwordsContract } from '../passwords.contract.ts';
import { deviceOf } from '../passwords.rules.ts';
import { own } from '../passwords.texts.ts';
import { sessionsQuery } from './passwords.data.ts';
import styles from './PasswordPage.module.css';

/** The caller's sessions, with buttons to end them. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery);
  const outcome = { failed: own.endFailed, refresh: [sessionsQuery.queryKey] };
  const end = useAction(passwordsContract.endSession, { ...outcome, done: own.ended });
  const endOthers = useAction(passwordsContract.endOtherSessions, { ...outcome, done: own.othersEnded });
  const others = sessions.data?.filter((session) => !session.current) ?? [];

  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2}>{own.sessions}</Title>
        {others.length > 0 && (
          <Button variant="default" size="xs" loading={endOthers.busy} onClick={() => void endOthers.run({})}>
            {own.endOthers}
          </Button>
        )}
      </Group>
      {sessions.isPending && <LoadingRows rows={1} height={56} />}
      {sessions.isError && !sessions.data && <LoadFailed query={sessions} title={own.sessionsFailed} />}
      <ul className={styles.sessions}>
        {sessions.data?.map((session) => (
          <li key={session.id} className={styles.session}>
            <div>
              <span className={styles.device}>{deviceOf(session.user_agent)}</span>{' '}
              {session.current && <StateBadge tone="primary">{own.thisOne}</StateBadge>}
              <p className={styles.facts}>{own.used(session.address, formatDateTime(session.last_used_at))}</p>
            </div>
            {!session.current && (
              <Button
                variant="subtle"
                size="xs"
                aria-label={own.endNamed(deviceOf(session.user_agent))}
                onClick={() => void end.run({ id: session.id })}
              >
                {own.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
