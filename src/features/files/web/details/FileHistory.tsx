import { Box, Group, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconDownload,
  IconEye,
  IconLink,
  IconLinkOff,
  IconPencil,
  IconReplace,
  IconRestore,
  IconTag,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { File } from '#features/files/core/files.contract.ts';
import { maxEventsListed } from '#features/files/core/files.rules.ts';
import type { FileEvent } from '#features/files/core/versions.contract.ts';
import { detailsTexts as texts, eventSentence } from '#features/files/core/versions.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { historyQuery } from '../versions.data.ts';
import { DetailsPending } from './DetailsPending.tsx';
import styles from './FileDetails.module.css';

const icons: Record<FileEvent['what'], Icon> = {
  uploaded: IconUpload,
  viewed: IconEye,
  downloaded: IconDownload,
  renamed: IconPencil,
  replaced: IconReplace,
  version_restored: IconRestore,
  type_changed: IconTag,
  moved: IconArrowsExchange,
  trashed: IconTrash,
  restored: IconArrowBackUp,
  linked: IconLink,
  unlinked: IconLinkOff,
};

/** The events of a file, newest first. */
export function FileHistory({ file }: { file: File }) {
  const history = useQuery(historyQuery(file.id));
  return (
    <DetailsPending query={history}>
      {(events) => (
        <>
          <ol className={styles.list} aria-label={texts.activity}>
            {events.map((event) => (
              <Event key={`${event.happened_at} ${event.what} ${event.user?.id} ${event.new_value}`} event={event} />
            ))}
          </ol>
          {events.length >= maxEventsListed && (
            <Text className={styles.note ?? ''} fz="sm" c="dimmed" pt="sm">
              {texts.maxEvents(maxEventsListed)}
            </Text>
          )}
        </>
      )}
    </DetailsPending>
  );
}

function Event({ event }: { event: FileEvent }) {
  const Mark = icons[event.what];
  return (
    <Group component="li" className={styles.event ?? ''} gap="sm" wrap="nowrap" align="flex-start" py="xs">
      <span className={styles.eventIcon} aria-hidden="true">
        <Mark size={16} stroke={1.8} />
      </span>
      <Box miw={0} pt="xxs">
        <Text fz="sm">{eventSentence(event)}</Text>
        <Text component="time" fz="xs" c="dimmed" dateTime={event.happened_at}>
          {formatDateTime(event.happened_at)}
        </Text>
      </Box>
    </Group>
  );
}
