import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SeeingReason } from '#features/papers/seeing.rules.ts';
import { productModules } from '#shared/product-modules.ts';
import { roleBadge } from '#shared/role-badge.ts';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreRows } from '#web/widgets/MoreRows.tsx';
import { Row } from '#web/widgets/Row.tsx';
import type { Viewers as Answer } from '../visibility.contract.ts';
import { texts } from '../visibility.texts.ts';
import { viewersQuery } from './visibility.data.ts';

const roleLabel = (role_id: number) => roleBadge({ role_id, role_name: '' }).label;

/** Who can see a file or a container, and why: the number of people by reason, and the people. */
export function Viewers({ kind, id }: { kind: 'file' | 'container'; id: number }) {
  const [reason, setReason] = useState<SeeingReason>();
  const list = useInfiniteQuery(viewersQuery(kind, id, reason));
  const first = list.data?.pages[0];
  if (list.isError && !first) return <LoadFailed query={list} title={texts.viewersFailed} />;
  if (!first) return <LoadingRows rows={4} height={48} />;
  const team = first.team?.name ?? '';
  const choices: [SeeingReason | undefined, string][] = [
    [undefined, texts.everyone(first.people)],
    ...first.groups.map((group): [SeeingReason, string] => [
      group.reason,
      `${texts.group(group.reason, team, kind)}: ${group.people}`,
    ]),
  ];
  return (
    <Stack gap="sm">
      <Text fz="sm">
        {texts.people(first.people, kind)}{' '}
        {first.role_ids && texts.needsModule(productModules.containers, first.role_ids.map(roleLabel).join(', '))}
      </Text>
      <Group gap="xs" role="group" aria-label={texts.reasons}>
        {choices.map(([choice, label]) => (
          <Button
            key={label}
            size="compact-md"
            variant={choice === reason ? 'light' : 'default'}
            aria-pressed={choice === reason}
            onClick={() => setReason(choice)}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Box component="ul" m={0} mx="-sm" p={0} aria-label={texts.whoSees} aria-busy={list.isPlaceholderData}>
        {list.data?.pages.flatMap(({ users }) =>
          users.map((user) => <Viewer key={user.id} {...{ user, team, kind }} />),
        )}
      </Box>
      <MoreRows list={list} more={texts.more} failed={texts.moreFailed} />
    </Stack>
  );
}

type ViewerProps = { user: Answer['users'][number]; team: string; kind: 'file' | 'container' };

const Viewer = ({ user, team, kind }: ViewerProps) => (
  <Row>
    <Box flex={1} miw={0} fz="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text inherit fw={550}>
        <bdi>{user.name}</bdi>
      </Text>
      <Text inherit c="dimmed">
        {user.reasons.map((reason) => texts.reason(reason, team, kind)).join(', ')}
      </Text>
    </Box>
    <Text fz="sm" c="dimmed">
      {roleLabel(user.role_id)}
    </Text>
  </Row>
);
