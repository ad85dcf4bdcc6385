import { Group, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Container, DelayLog } from '#features/containers/core/containers.contract.ts';
import { categoryLabels, ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { formatDateTime, locale } from '#shared/format.ts';
import { texts as common } from '#web/texts.ts';
import { Note } from '#web/widgets/Note.tsx';
import { TextButton } from '#web/widgets/TextButton.tsx';
import { delaysQuery } from '../containers.data.ts';
import type { DelayHistoryKind } from '../containers.data.ts';
import styles from './DelayHistory.module.css';

type Props = { kind: DelayHistoryKind; container: Container; nameId: string };

/** Collapsed at first, with the count of its entries. See docs/specification.md#containers-the-card. */
export function DelayHistory({ kind, container, nameId }: Props) {
  const [open, setOpen] = useState(false);
  const bodyId = useId();
  const count = kind === 'pfi' ? container.pfi_delays : container.ex_factory_delays;
  return (
    <div className={styles.history}>
      <Text component="h3" inherit>
        <UnstyledButton
          className={styles.toggle ?? ''}
          fz="xs"
          aria-expanded={open}
          aria-controls={bodyId}
          aria-describedby={nameId}
          onClick={() => setOpen(!open)}
        >
          <IconChevronDown size={14} stroke={2} aria-hidden="true" />
          {kind === 'pfi' ? texts.pfiHistory : texts.exFactoryHistory}{' '}
          <Text span inherit fw={550}>
            {count.toLocaleString(locale)}
          </Text>
        </UnstyledButton>
      </Text>
      <div id={bodyId} hidden={!open} className={styles.body}>
        {open && <Delays kind={kind} container={container} count={count} />}
      </div>
    </div>
  );
}

function Delays({ kind, container, count }: { kind: DelayHistoryKind; container: Container; count: number }) {
  const { data, isError, isFetching, refetch } = useQuery(delaysQuery(kind, container.id));
  if (!data && isError) {
    return (
      <Text fz="sm" c="dimmed">
        {ownTexts.delaysFailed}{' '}
        <TextButton disabled={isFetching} onClick={() => void refetch()}>
          {common.tryAgain}
        </TextButton>
      </Text>
    );
  }
  if (!data) {
    return (
      <Text fz="sm" c="dimmed" role="status">
        {ownTexts.loadingDelays}
      </Text>
    );
  }
  return (
    <>
      {data.length > 0 && (
        <ol className={styles.entries}>
          {data.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {data.length < Math.max(count, 1) && (
        <Note>{data.length === 0 ? texts.noDelays : ownTexts.newestOnly(data.length)}</Note>
      )}
    </>
  );
}

function Entry({ entry: { user_name, reason, logged_at, category } }: { entry: DelayLog }) {
  return (
    <li>
      <Text fz="sm" className={styles.reason ?? ''}>
        {reason}
      </Text>
      <Group gap="xs" fz="xs" c="dimmed">
        <Text component="bdi" inherit fw={550}>
          {user_name}
        </Text>
        <time dateTime={logged_at}>{formatDateTime(logged_at)}</time>
        {category && <span>{categoryLabels[category]}</span>}
      </Group>
    </li>
  );
}
