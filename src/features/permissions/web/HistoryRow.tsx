import { Button, Group } from '@mantine/core';
import type { HistoryEntry, Module, Role } from '#features/permissions/permissions.contract.ts';
import type { Matrix } from '#features/permissions/permissions.rules.ts';
import { ownTexts } from '#features/permissions/permissions.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { texts as shared } from '#shared/texts.ts';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { ChangeList } from './ChangeList.tsx';
import styles from './HistoryDrawer.module.css';

type Props = {
  entry: HistoryEntry;
  names: { modules: Module[]; roles: Role[] };
  isCurrent: boolean;
  /** Whether the row shows the changes that restoring would make. */
  looked: boolean;
  disabled: boolean;
  busy: boolean;
  difference: () => Matrix;
  onLook: () => void;
  onCancel: () => void;
  onBringBack: () => void;
};

/** The number of changes that a row lists. */
const maxListed = 4;

/** One save with its time, author and changes. */
export function HistoryRow(props: Props) {
  const { entry, names, isCurrent, looked, disabled, onLook } = props;
  const when = entry.saved_at === null ? ownTexts.historyFirst : formatDateTime(entry.saved_at);

  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <p className={styles.when}>{when}</p>
        {isCurrent ? (
          <StateBadge tone="primary">{ownTexts.current}</StateBadge>
        ) : (
          !looked && (
            <Button
              variant="default"
              size="compact-sm"
              disabled={disabled}
              aria-label={ownTexts.bringBackFrom(when)}
              onClick={onLook}
            >
              {ownTexts.bringBack}
            </Button>
          )
        )}
      </div>
      {entry.saved_by !== null && (
        <p className={styles.who}>
          {ownTexts.savedBy(entry.saved_by)}
          {' · '}
          {ownTexts.changes(entry.changes)}
        </p>
      )}
      {looked ? <Preview {...props} /> : <ChangeList changes={entry.changed} names={names} max={maxListed} />}
    </li>
  );
}

function Preview({ names, busy, difference, onCancel, onBringBack }: Props) {
  const changes = difference();
  return (
    <div className={styles.preview}>
      <p>{changes.length === 0 ? ownTexts.wouldChangeNothing : ownTexts.wouldChange}</p>
      <ChangeList changes={changes} names={names} />
      <Group gap="xs" mt="sm">
        <Button size="compact-md" variant="default" autoFocus disabled={busy} onClick={onCancel}>
          {shared.cancel}
        </Button>
        {changes.length > 0 && (
          <Button size="compact-md" loading={busy} onClick={onBringBack}>
            {ownTexts.bringBack}
          </Button>
        )}
      </Group>
    </div>
  );
}
