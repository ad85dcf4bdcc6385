import { Box, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { invitationsContract } from '#features/users/invitations.contract.ts';
import type { Invitation } from '#features/users/invitations.contract.ts';
import { invitationTexts as texts } from '#features/users/invitations.texts.ts';
import { mayShutOut } from '#features/users/users.rules.ts';
import { formatDateTime } from '#shared/format.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { MoreRows } from '#web/widgets/MoreRows.tsx';
import { Row, RowButton, RowText } from '#web/widgets/Row.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { ShownOnce } from '#web/widgets/ShownOnce.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { invitationsQuery, linkOf, staleUserQueries } from './users.data.ts';

const refresh = [...staleUserQueries, invitationsQuery.queryKey];

const tones = { queued: 'neutral', open: 'primary', not_sent: 'danger', expired: 'accent' } as const;

/** The users who have not chosen a password yet. Nothing is shown if there are none. */
export function InvitationList() {
  const query = useInfiniteQuery(invitationsQuery);
  const { confirm, dialog } = useConfirm();
  const revocation = useAction(invitationsContract.revoke, {
    done: texts.revoked,
    failed: texts.revokeFailed,
    preferServerMessage: true,
    refresh,
  });
  const invitations = query.data?.pages.flatMap((page) => page.invitations);
  const revoke = async ({ user_id, name }: Invitation) => {
    const request = { title: texts.revokeTitle(name), question: texts.revokeQuestion, action: texts.revoke };
    if (await confirm(request)) await revocation.run({ id: user_id });
  };

  if (query.isError && !invitations) return <LoadFailed query={query} title={texts.listFailed} />;
  if (!invitations?.length) return dialog;
  return (
    <Section title={texts.listTitle} description={texts.listHint}>
      <Box component="ul" m={0} mx="-sm" p={0} aria-label={texts.listTitle}>
        {invitations.map((one) => (
          <InvitationRow key={one.user_id} invitation={one} onRevoke={() => void revoke(one)} />
        ))}
      </Box>
      <MoreRows list={query} more={texts.more} failed={texts.moreFailed} />
      {dialog}
    </Section>
  );
}

function InvitationRow({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { user_id, name, email, role_id, state, expires_at, invited_by, invited_at } = invitation;
  const self = useCurrentUser();
  const [link, setLink] = useState<string>();
  const again = useAction(invitationsContract.sendAgain, {
    failed: texts.againFailed,
    preferServerMessage: true,
    onSuccess: ({ token }) => setLink(token === null ? undefined : linkOf(token)),
    refresh,
  });
  const hint = state === 'open' ? expires_at !== null && texts.until(formatDateTime(expires_at)) : texts.hints[state];
  return (
    <Row style={{ flexWrap: 'wrap' }}>
      <RowText
        name={name}
        mark={<StateBadge tone={tones[state]}>{texts.states[state]}</StateBadge>}
        lines={[
          <Fragment key="invited">
            <bdi>{email}</bdi>
            {` · ${texts.by(invited_by, formatDateTime(invited_at))}`}
          </Fragment>,
          hint,
        ]}
      >
        {link !== undefined && (
          <Box role="status" mt="xs">
            <ShownOnce
              secret={link}
              label={texts.linkOf(name)}
              hint={texts.handOver}
              onDone={() => setLink(undefined)}
            />
          </Box>
        )}
      </RowText>
      {mayShutOut(self, { id: user_id, role_id }) && (
        <Group gap="xxs">
          <RowButton name={texts.againTo(name)} loading={again.busy} onClick={() => void again.run({ id: user_id })}>
            {texts.again}
          </RowButton>
          <RowButton name={texts.revokeOf(name)} color="red" onClick={onRevoke}>
            {texts.revoke}
          </RowButton>
        </Group>
      )}
    </Row>
  );
}
