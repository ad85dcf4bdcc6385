import { Alert, Box, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { changesBetween, matrixAt } from '#features/permissions/permissions.rules.ts';
import { ownTexts, texts } from '#features/permissions/permissions.texts.ts';
import { useAction } from '#web/use-action.ts';
import { SideDialog } from '#web/widgets/Dialog.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import { historyQuery, cacheMatrix, permissionsQuery } from './permissions.data.ts';
import type { PermissionMatrixData } from './use-draft.ts';

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
