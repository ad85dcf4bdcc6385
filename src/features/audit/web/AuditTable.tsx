/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the style sheet
   changes the table layout, and some browsers then drop the table roles; so the roles are explicit */
import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import type { AuditEntry } from '#features/audit/audit.contract.ts';
import { actNames, texts } from '#features/audit/audit.texts.ts';
import { relativeTime } from '#features/notifications/notifications.rules.ts';
import { formatDateTime } from '#shared/format.ts';
import { ActMark } from './ActMark.tsx';
import styles from './AuditTable.module.css';

type Props = {
  pages: readonly (readonly AuditEntry[])[];
  /** The time of the request, for the ages of the entries. */
  now: Date;
  onPerson: (userId: number) => void;
};

/** The table of entries. On narrow screens its rows are cards. */
export function AuditTable({ pages, now, onPerson }: Props) {
  return (
    <table role="table" aria-label={texts.entries} className={styles.table}>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row" className={styles.headRow}>
          {Object.values(texts.columns).map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={styles.body}>
        {pages.map((entries) =>
          entries.map((entry) => <AuditRow key={entry.id} entry={entry} now={now} onPerson={onPerson} />),
        )}
      </tbody>
    </table>
  );
}

type RowProps = Omit<Props, 'pages'> & { entry: AuditEntry };

const AuditRow = memo(
  function AuditRow({ entry, now, onPerson }: RowProps) {
    const { number, at, user, address, act, thing, detail } = entry;
    return (
      <tr role="row" className={styles.row} data-row-id={entry.id}>
        <td role="cell" className={styles.time}>
          <span className={styles.ago}>{relativeTime(at, now)}</span>
          {number !== null && <span className={styles.number}>{texts.number(number)}</span>}
          <time dateTime={at} className={styles.exact}>
            {formatDateTime(at)}
          </time>
        </td>
        <td role="cell" className={styles.person}>
          <Person user={user} onPerson={onPerson} />
        </td>
        <td role="cell" className={styles.act}>
          <ActMark act={act} />
          {actNames[act]}
        </td>
        <td role="cell" className={styles.thing}>
          {thing.name && <bdi className={styles.name}>{thing.name}</bdi>}
          {detail && <bdi className={styles.detail}>{detail}</bdi>}
        </td>
        <td role="cell" className={styles.address}>
          {address}
        </td>
      </tr>
    );
  },
  (before, after) => before.entry === after.entry && before.now.getTime() === after.now.getTime(),
);

function Person({ user, onPerson }: { user: AuditEntry['user']; onPerson: (userId: number) => void }) {
  const { id, name } = user;
  if (id === null) return <bdi className={styles.nobody}>{name}</bdi>;
  return (
    <button type="button" className={styles.who} title={texts.onlyOf(name)} onClick={() => onPerson(id)}>
      <bdi>{name}</bdi>
      <VisuallyHidden>{`, ${texts.onlyOf(name)}`}</VisuallyHidden>
    </button>
  );
}
