import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#shared/format.ts';
import { useAction } from '#web/use-action.ts';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { Row, RowButton, RowText } from '#web/widgets/Row.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { passwordsContract } from '../passwords.contract.ts';
import { deviceOf } from '../passwords.rules.ts';
import { own } from '../passwords.texts.ts';
import { sessionsQuery } from './passwords.data.ts';

/** The caller's sessions, with buttons to end them. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery);
  const outcome = { failed: own.endFailed, refresh: [sessionsQuery.queryKey] };
  const end = useAction(passwordsContract.endSession, { ...outcome, done: own.ended });
  const endOthers = useAction(passwordsContract.endOtherSessions, { ...outcome, done: own.othersEnded });
  const others = sessions.data?.filter((session) => !session.current) ?? [];

  return (
    <Section
      title={own.sessions}
      actions={
        others.length > 0 && (
          <Button variant="default" size="xs" loading={endOthers.busy} onClick={() => void endOthers.run({})}>
            {own.endOthers}
          </Button>
        )
      }
    >
      {sessions.isPending && <LoadingRows rows={1} height={56} />}
      {sessions.isError && !sessions.data && <LoadFailed query={sessions} title={own.sessionsFailed} />}
      <Box component="ul" m={0} mx="-sm" p={0}>
        {sessions.data?.map((session) => (
          <Row key={session.id}>
            <RowText
              name={deviceOf(session.user_agent)}
              mark={session.current && <StateBadge tone="primary">{own.thisOne}</StateBadge>}
              lines={[own.used(session.address, formatDateTime(session.last_used_at))]}
            />
            {!session.current && (
              <RowButton
                name={own.endNamed(deviceOf(session.user_agent))}
                onClick={() => void end.run({ id: session.id })}
              >
                {own.end}
              </RowButton>
            )}
          </Row>
        ))}
      </Box>
    </Section>
  );
}
