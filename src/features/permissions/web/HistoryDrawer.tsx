import { Alert, Box, Text, Button, Group, Paper } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import type { HistoryEntry, Module, Role } from '#features/permissions/permissions.contract.ts';
import { changesBetween, matrixAt } from '#features/permissions/permissions.rules.ts';
import type { Matrix } from '#features/permissions/permissions.rules.ts';
import { ownTexts, texts } from '#features/permissions/permissions.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { texts as shared } from '#shared/texts.ts';
import { useAction } from '#web/use-action.ts';
import { SideDialog } from '#web/widgets/Dialog.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { ChangeList } from './ChangeList.tsx';
import { historyQuery, cacheMatrix, permissionsQuery } from './permissions.data.ts';
import type { PermissionMatrixData } from './use-draft.ts';
import styles from './ChangeList.module.css';

type Props = {
  open: boolean;
  matrix: PermissionMatrixData;
  /** Whether there are unsaved changes, which restoring would drop. */
  dirty: boolean;
  onClose: () => void;
};

/** The list of saves, with a button to restore each. */
export function HistoryDrawer({ open, matrix, dirty, onClose }: Props) {
  return (
    <SideDialog opened={open} onClose={onClose} position="right" size="md" title={ownTexts.historyTitle}>
      <History matrix={matrix} dirty={dirty} onClose={onClose} />
    </SideDialog>
  );
}

function History({ matrix, dirty, onClose }: Omit<Props, 'open'>) {
  const client = useQueryClient();
  const history = useQuery(historyQuery);
  const [looked, setLooked] = useState<number>();
  const restore = useAction(permissionsContract.restore, { done: texts.saved, failed: texts.saveFailed });

  const bringBack = async (id: number) => {
    const saved = await restore.run({ id, version: matrix.version });
    // The matrix on screen may be outdated.
    if (!saved) return client.invalidateQueries({ queryKey: permissionsQuery.queryKey });
    await cacheMatrix(client, saved);
    onClose();
  };

  if (history.isPending) return <LoadingRows rows={6} height={64} />;
  if (!history.data) {
    return <LoadFailed query={history} title={ownTexts.historyFailed} />;
  }
  if (history.data.length === 0) {
    return <EmptyState icon={IconHistory} title={ownTexts.historyNone} hint={ownTexts.historyNoneHint} />;
  }
  return (
    <>
      <Text fz="sm" c="dimmed" mb="sm">
        {ownTexts.historyIntro}
      </Text>
      {dirty && <Alert mb="sm">{ownTexts.saveFirst}</Alert>}
      <Box component="ol" m={0} p={0}>
        {history.data.map((entry) => (
          <HistoryRow
            key={entry.id}
            entry={entry}
            names={matrix}
            isCurrent={entry.id === matrix.version}
            looked={looked === entry.id}
            disabled={dirty}
            busy={restore.busy}
            difference={() => changesBetween(matrix.permissions, matrixAt(matrix.permissions, history.data, entry.id))}
            onLook={() => setLooked(entry.id)}
            onCancel={() => setLooked(undefined)}
            onBringBack={() => void bringBack(entry.id)}
          />
        ))}
      </Box>
    </>
  );
}

type HistoryRowProps = {
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
function HistoryRow(props: HistoryRowProps) {
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

function Preview({ names, busy, difference, onCancel, onBringBack }: HistoryRowProps) {
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
