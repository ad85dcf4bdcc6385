import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Container, DelayLog } from '#features/containers/core/containers.contract.ts';
import { categoryLabels, ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { formatDateTime, locale } from '#shared/format.ts';
import { texts as common } from '#web/texts.ts';
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
      <h3 className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={bodyId}
          aria-describedby={nameId}
          onClick={() => setOpen(!open)}
        >
          <IconChevronDown className={styles.chevron} size={16} stroke={2} aria-hidden="true" />
          {kind === 'pfi' ? texts.pfiHistory : texts.exFactoryHistory}{' '}
          <span className={styles.count}>{count.toLocaleString(locale)}</span>
        </button>
      </h3>
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
      <p className={styles.none}>
        {ownTexts.delaysFailed}{' '}
        <button type="button" className={styles.again} disabled={isFetching} onClick={() => void refetch()}>
          {common.tryAgain}
        </button>
      </p>
    );
  }
  if (!data) {
    return (
      <p className={styles.none} role="status">
        {ownTexts.loadingDelays}
      </p>
    );
  }
  if (data.length === 0) return <p className={styles.none}>{texts.noDelays}</p>;
  return (
    <>
      <ol className={styles.entries}>
        {data.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {data.length < count && <p className={styles.none}>{ownTexts.newestOnly(data.length)}</p>}
    </>
  );
}

function Entry({ entry: { user_name, reason, logged_at, category } }: { entry: DelayLog }) {
  return (
    <li className={styles.entry}>
      <p className={styles.reason}>{reason}</p>
      <p className={styles.meta}>
        <bdi className={styles.who}>{user_name}</bdi>
        <time dateTime={logged_at}>{formatDateTime(logged_at)}</time>
        {category && <span className={styles.category}>{categoryLabels[category]}</span>}
      </p>
    </li>
  );
}
