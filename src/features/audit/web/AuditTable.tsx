import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import {
  IconBuildingFactory2,
  IconContainer,
  IconDatabase,
  IconFile,
  IconHistory,
  IconKey,
  IconLogin2,
  IconShieldLock,
  IconTag,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { memo } from 'react';
import { actNames } from '#features/audit/audit-acts.texts.ts';
import type { AuditEntry } from '#features/audit/audit.contract.ts';
import { kindOf } from '#features/audit/audit.rules.ts';
import type { Act } from '#features/audit/audit.rules.ts';
import { texts } from '#features/audit/audit.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { relativeTime } from '#shared/relative-time.ts';
import { DataCell, DataRow, DataRows, DataTable } from '#web/widgets/DataTable.tsx';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';
import styles from './AuditTable.module.css';

type Props = {
  pages: readonly (readonly AuditEntry[])[];
  /** The time of the request, for the ages of the entries. */
  now: Date;
  onPerson: (userId: number) => void;
};

const headings = Object.values(texts.columns);

/** The table of entries. On narrow screens its rows are cards. */
export function AuditTable({ pages, now, onPerson }: Props) {
  return (
    <DataTable look="cards" aria-label={texts.entries} headings={headings} className={styles.table}>
      <DataRows>
        {pages.map((entries) =>
          entries.map((entry) => <AuditRow key={entry.id} entry={entry} now={now} onPerson={onPerson} />),
        )}
      </DataRows>
    </DataTable>
  );
}

type RowProps = Omit<Props, 'pages'> & { entry: AuditEntry };

const AuditRow = memo(
  function AuditRow({ entry, now, onPerson }: RowProps) {
    const { number, at, user, address, act, thing, detail } = entry;
    return (
      <DataRow className={styles.row} data-row-id={entry.id}>
        <DataCell className={styles.time}>
          <span className={styles.main}>{relativeTime(at, now)}</span>{' '}
          {number !== null && (
            <Text span fz="xs" c="dimmed">
              {texts.number(number)}
            </Text>
          )}
          <Text component="time" display="block" fz="xs" c="dimmed" dateTime={at}>
            {formatDateTime(at)}
          </Text>
        </DataCell>
        <DataCell className={styles.person}>
          <Person user={user} onPerson={onPerson} />
        </DataCell>
        <DataCell className={styles.act}>
          <ActMark act={act} />
          {actNames[act]}
        </DataCell>
        <DataCell className={styles.thing}>
          {thing.name && (
            <Text component="bdi" inherit display="block" className={styles.main ?? ''}>
              {thing.name}
            </Text>
          )}
          {/* The CSV has the full text. */}
          {detail && (
            <Text component="bdi" inherit c="dimmed" lineClamp={3}>
              {detail}
            </Text>
          )}
        </DataCell>
        <DataCell className={styles.address}>
          <Text fz="xs" c="dimmed">
            {address}
          </Text>
        </DataCell>
      </DataRow>
    );
  },
  (before, after) => before.entry === after.entry && before.now.getTime() === after.now.getTime(),
);

function Person({ user, onPerson }: { user: AuditEntry['user']; onPerson: (userId: number) => void }) {
  const { id, name } = user;
  if (id === null)
    return (
      <Text component="bdi" inherit c="dimmed">
        {name}
      </Text>
    );
  return (
    <Anchor
      component="button"
      inherit
      c="inherit"
      className={styles.main ?? ''}
      ta="start"
      title={texts.onlyOf(name)}
      onClick={() => onPerson(id)}
    >
      <bdi>{name}</bdi>
      <VisuallyHidden>{`, ${texts.onlyOf(name)}`}</VisuallyHidden>
    </Anchor>
  );
}

const icons: Partial<Record<string, Icon>> = {
  session: IconLogin2,
  user: IconUser,
  token: IconKey,
  permissions: IconShieldLock,
  team: IconUsersGroup,
  file_type: IconTag,
  file: IconFile,
  container: IconContainer,
  party: IconBuildingFactory2,
  records: IconDatabase,
};

/** Returns a conspicuous tone for failures and for acts that delete or block. */
function toneOf(act: Act): Tone {
  if (/failed|refused/.test(act)) return 'danger';
  if (/deleted|purged|trashed|suspended|pruned|revoked/.test(act)) return 'accent';
  if (/created|uploaded|restored|reactivated/.test(act)) return 'success';
  return 'neutral';
}

/** The icon of the kind of object, in the tone of the act. Hidden from screen readers: the text beside it says the same. */
function ActMark({ act }: { act: Act }) {
  return <IconTile icon={icons[kindOf(act)] ?? IconHistory} size={26} data-tone={toneOf(act)} />;
}
