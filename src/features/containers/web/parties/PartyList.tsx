import { Anchor, Box, Group } from '@mantine/core';
import { IconArrowsJoin, IconBuilding, IconCoin, IconPencil } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { moneyText } from '#features/containers/core/free-time.texts.ts';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import { partyKinds } from '#features/containers/parties/parties.contract.ts';
import type { PartyKind, UsedParty } from '#features/containers/parties/parties.contract.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreRows } from '#web/widgets/MoreRows.tsx';
import { rowAction } from '#web/widgets/row-action.ts';
import { Row } from '#web/widgets/Row.tsx';
import { usedPartiesQuery } from './parties-page.data.ts';
import type { PartyChange } from './PartyDialog.tsx';

type OnOpen = (change: PartyChange) => void;
type Props = { filter: { search: string; kind: PartyKind | 'unused' | undefined }; onOpen: OnOpen };

export function PartyList({ filter, onOpen }: Props) {
  const list = useInfiniteQuery(usedPartiesQuery(filter));
  if (list.isPending) return <LoadingRows label={texts.loading} />;
  if (!list.data) return <LoadFailed query={list} title={texts.failed} />;
  const parties = list.data.pages.flatMap((page) => page.parties);
  const isNarrowed = filter.search !== '' || filter.kind !== undefined;
  if (parties.length === 0)
    return <EmptyState icon={IconBuilding} title={texts.none} hint={isNarrowed ? texts.noMatch : texts.noneYet} />;
  return (
    <>
      <Box component="ul" m={0} p={0} aria-label={texts.names} aria-busy={list.isPlaceholderData}>
        {parties.map((party) => (
          <PartyRow key={party.id} party={party} onOpen={onOpen} />
        ))}
      </Box>
      <MoreRows list={list} more={texts.more} failed={texts.moreFailed} />
    </>
  );
}

function PartyRow({ party, onOpen }: { party: UsedParty; onOpen: OnOpen }) {
  const nameId = `party-${party.id}`;
  const used = partyKinds.filter((kind) => party[kind] > 0);
  const tool = (action: PartyChange['action'], ToolIcon: Icon) => (
    <button type="button" {...rowAction(texts[action], nameId)} onClick={() => onOpen({ action, one: party })}>
      <ToolIcon size={18} stroke={1.7} aria-hidden="true" />
    </button>
  );
  return (
    <Row data-row-id={party.id}>
      <Box flex={1} miw={0}>
        <b id={nameId}>
          <bdi>{party.name}</bdi>
        </b>
        <Group gap="md" fz="sm" c="dimmed">
          {used.map((kind) => (
            <Anchor key={kind} component={Link} to={`/container-status?${kind}_id=${party.id}`} size="sm">
              {texts.use(kind, party[kind])}
            </Anchor>
          ))}
          {used.length === 0 && texts.noUse}
          {party.day_rate !== null && <span>{texts.aDay(moneyText(party.day_rate, party.currency ?? ''))}</span>}
        </Group>
      </Box>
      <Group gap={0} wrap="nowrap">
        {(party.carrier > 0 || party.day_rate !== null) && tool('cost', IconCoin)}
        {tool('rename', IconPencil)}
        {tool('merge', IconArrowsJoin)}
      </Group>
    </Row>
  );
}
