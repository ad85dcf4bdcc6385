import { Box, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { productModules } from '#shared/product-modules.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreRows } from '#web/widgets/MoreRows.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { texts } from '../visibility.texts.ts';
import { visibleQuery } from './visibility.data.ts';

type Person = { id: number; name: string };

/** The dialog that says what a user can see, and why. */
export function VisibleDialog({ user, opened, onClose }: { user: Person; opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.seenBy(user.name)}>
      <Seen key={user.id} id={user.id} />
    </Dialog>
  );
}

function Seen({ id }: { id: number }) {
  const list = useInfiniteQuery(visibleQuery(id));
  const first = list.data?.pages[0];
  if (list.isError && !first) return <LoadFailed query={list} title={texts.visibleFailed} />;
  if (!first) return <LoadingRows rows={4} height={48} />;
  if (first.is_suspended) return <Text fz="sm">{texts.suspended}</Text>;
  const { containers_of_no_team: ofNoTeam } = first;
  return (
    <Stack gap="sm">
      <div>
        <Text fw={550}>{texts.total(first)}</Text>
        {!first.may_open_containers && <Text fz="sm">{texts.noContainers(productModules.containers)}</Text>}
        {first.is_limited && (
          <Text fz="sm" c="dimmed">
            {texts.limited}
          </Text>
        )}
      </div>
      <Box component="ul" m={0} mx="-sm" p={0} aria-label={texts.teams}>
        {ofNoTeam > 0 && (
          <SeenRow
            name={texts.noTeam}
            why={texts.noTeamReason(productModules.containers)}
            count={texts.things({ files: 0, containers: ofNoTeam })}
          />
        )}
        {list.data?.pages.flatMap(({ teams }) =>
          teams.map((team) => (
            <SeenRow
              key={team.id}
              name={team.name}
              why={team.reasons.map(texts.reasonOfTeam).join(', ')}
              count={texts.things(team)}
              types={team.file_types.map((type) => texts.typeCount(type.name, type.id, type.files)).join(', ')}
            />
          )),
        )}
      </Box>
      <MoreRows list={list} more={texts.more} failed={texts.moreFailed} />
    </Stack>
  );
}

type SeenRowProps = { name: string; why: string; count: string; types?: string };

const SeenRow = ({ name, why, count, types }: SeenRowProps) => (
  <Row>
    <Box flex={1} miw={0} fz="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text inherit fw={550}>
        <bdi>{name}</bdi>
      </Text>
      <Text inherit c="dimmed">
        {why}
      </Text>
      {types && <Text inherit>{types}</Text>}
    </Box>
    <Text fz="sm" maw="40%" ta="end">
      {count}
    </Text>
  </Row>
);
