import { Button, Group, Paper, Text } from '@mantine/core';
import type { HistoryEntry, Module, Role } from '#features/permissions/permissions.contract.ts';
import type { Matrix } from '#features/permissions/permissions.rules.ts';
import { ownTexts } from '#features/permissions/permissions.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { texts as shared } from '#shared/texts.ts';
import { Row } from '#web/widgets/Row.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { ChangeList } from './ChangeList.tsx';
import styles from './ChangeList.module.css';

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
    <Row className={styles.entry ?? ''}>
      <Group justify="space-between" gap="sm" mih={26}>
        <Text fw={550}>{when}</Text>
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
      </Group>
      {entry.saved_by !== null && (
        <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {ownTexts.savedBy(entry.saved_by)}
          {' · '}
          {ownTexts.changes(entry.changes)}
        </Text>
      )}
      {looked ? <Preview {...props} /> : <ChangeList changes={entry.changed} names={names} max={maxListed} />}
    </Row>
  );
}

function Preview({ names, busy, difference, onCancel, onBringBack }: Props) {
  const changes = difference();
  return (
    <Paper p="sm" mt="xs" shadow="none" bg="var(--primary-soft)">
      <Text fz="sm">{changes.length === 0 ? ownTexts.wouldChangeNothing : ownTexts.wouldChange}</Text>
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
    </Paper>
  );
}
