import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCalendarEvent,
  IconCheck,
  IconFlag3,
  IconLink,
  IconLinkOff,
  IconMessage,
  IconPaperclip,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { entryTexts } from '#features/containers/core/container-entries.texts.ts';
import type { ContainerEvent, eventKinds } from '#features/containers/core/containers.contract.ts';
import { categoryLabels, eventText, linkedTogetherText, ownTexts } from '#features/containers/core/containers.texts.ts';
import { entriesOf } from '#features/containers/core/timeline.rules.ts';
import { formatDateTime } from '#shared/format.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreFailed, MoreRows } from '#web/widgets/MoreRows.tsx';
import { historyQuery } from '../containers.data.ts';
import { AddDocuments } from './AddDocuments.tsx';
import styles from './ContainerEvents.module.css';

/** The fields that are not here have the icon of an edit. */
const icons: Partial<Record<(typeof eventKinds)[number], Icon>> = {
  created: IconPlus,
  status: IconCheck,
  pfi_date: IconCalendarEvent,
  ex_factory_date: IconCalendarEvent,
  etd: IconCalendarEvent,
  eta: IconCalendarEvent,
  delay_pfi: IconFlag3,
  delay_ex_factory: IconFlag3,
  deleted: IconTrash,
  restored: IconArrowBackUp,
  comment: IconMessage,
  linked: IconLink,
  unlinked: IconLinkOff,
};

type Props = {
  id: number;
  title?: string;
  /** The level of the heading. */
  level?: 2 | 4;
};

/** The events of a container with user and time, page by page. */
export function ContainerEvents({ id, title = ownTexts.events, level = 4 }: Props) {
  const history = useInfiniteQuery(historyQuery(id));
  const events = history.data?.pages.flatMap((page) => page.events);
  return (
    <Stack component="section" gap="sm" align="flex-start">
      <Title order={level} size={level === 2 ? 'h2' : 'h3'}>
        {title}
      </Title>
      {events ? (
        <ol className={styles.events}>
          {entriesOf(events).map(([event, ...others]) => (
            <Event key={event.id} containerId={id} event={event} others={others} />
          ))}
        </ol>
      ) : (
        !history.isError && <LoadingRows rows={4} height={40} />
      )}
      {history.isError && !history.isFetchNextPageError && (
        <MoreFailed onTryAgain={() => void history.refetch()}>{`${ownTexts.historyFailed}.`}</MoreFailed>
      )}
      <MoreRows list={history} more={ownTexts.loadMore} failed={ownTexts.moreEventsFailed} />
    </Stack>
  );
}

type EventProps = {
  containerId: number;
  event: ContainerEvent;
  /** The earlier events of the same entry. */
  others: readonly ContainerEvent[];
};

function Event({ containerId, event, others }: EventProps) {
  const { what, new_value, user_name, reason, category, happened_at } = event;
  const Icon = icons[what] ?? IconPencil;
  const explanation = [...(reason ? [reason] : []), ...(category ? [categoryLabels[category]] : [])].join(' · ');
  return (
    <li className={styles.event} data-delay={what.startsWith('delay')}>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={15} stroke={2} />
      </span>
      <Text fz="sm" fw={550} className={styles.text ?? ''}>
        {what === 'comment' ? (
          <bdi>{new_value}</bdi>
        ) : others.length > 0 ? (
          linkedTogetherText([event, ...others])
        ) : (
          eventText(event)
        )}
        {explanation !== '' && `: ${explanation}`}
      </Text>
      <Documents event={event} />
      <AddDocuments containerId={containerId} event={event} />
      <Group gap="xs" fz="xs" c="dimmed">
        <bdi>{user_name}</bdi>
        <time dateTime={happened_at}>{formatDateTime(happened_at)}</time>
      </Group>
    </li>
  );
}

/** Links to the documents of an entry that the reader may see. */
function Documents({ event: { files = [] } }: { event: ContainerEvent }) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.documents} aria-label={entryTexts.documents}>
      {files.map(({ id, filename }) => (
        <li key={id}>
          <IconPaperclip size={13} stroke={1.8} aria-hidden="true" />{' '}
          <Anchor component={Link} inherit to={`/files?preview=${id}`}>
            <bdi>{filename}</bdi>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
