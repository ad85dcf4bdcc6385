import { Alert, Box, Text, Button, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import type { HistoryEntry, PermissionMatrixData } from '#features/permissions/permissions.contract.ts';
import { changesBetween, matrixAt } from '#features/permissions/permissions.rules.ts';
import type { Matrix } from '#features/permissions/permissions.rules.ts';
import { ownTexts, texts } from '#features/permissions/permissions.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { SideDialog } from '#web/widgets/Dialog.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { ChangeList } from './ChangeList.tsx';
import { historyQuery, cacheMatrix, permissionsQuery } from './permissions.data.ts';
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
  const { confirm, dialog } = useConfirm();
  const restore = useAction(permissionsContract.restore, { done: texts.saved, failed: texts.saveFailed });

  const bringBack = async (id: number, when: string, changes: Matrix) => {
    const affected = <ChangeList changes={changes} names={matrix} />;
    const asked = { title: `${ownTexts.bringBackFrom(when)}?`, question: ownTexts.wouldChange, affected };
    if (!(await confirm({ ...asked, action: ownTexts.bringBack, isHarmless: true }))) return;
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
            matrix={matrix}
            difference={changesBetween(matrix.permissions, matrixAt(matrix.permissions, history.data, entry.id))}
            disabled={dirty || restore.busy}
            onBringBack={(when, changes) => void bringBack(entry.id, when, changes)}
          />
        ))}
      </Box>
      {dialog}
    </>
  );
}

type HistoryRowProps = {
  entry: HistoryEntry;
  matrix: PermissionMatrixData;
  /** The changes that restoring would make. */
  difference: Matrix;
  disabled: boolean;
  onBringBack: (when: string, changes: Matrix) => void;
};

/** The number of changes that a row lists. */
const maxListed = 4;

/** One save with its time, author and changes. */
function HistoryRow({ entry, matrix, difference, disabled, onBringBack }: HistoryRowProps) {
  const when = entry.saved_at === null ? ownTexts.historyFirst : formatDateTime(entry.saved_at);
  const isCurrent = entry.id === matrix.version;
  return (
    <Row className={styles.entry ?? ''}>
      <Group justify="space-between" gap="sm" mih={26}>
        <Text fw={550}>{when}</Text>
        {isCurrent && <StateBadge tone="primary">{ownTexts.current}</StateBadge>}
        {difference.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={disabled}
            aria-label={ownTexts.bringBackFrom(when)}
            onClick={() => onBringBack(when, difference)}
          >
            {ownTexts.bringBack}
          </Button>
        )}
      </Group>
      {entry.saved_by !== null && (
        <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {ownTexts.savedBy(entry.saved_by)}
          {' · '}
          {ownTexts.changes(entry.changes)}
        </Text>
      )}
      {!isCurrent && difference.length === 0 && <Text fz="sm">{ownTexts.wouldChangeNothing}</Text>}
      <ChangeList changes={entry.changed} names={matrix} max={maxListed} />
    </Row>
  );
}
