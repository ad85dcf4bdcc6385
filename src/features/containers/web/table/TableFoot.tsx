import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { cellTexts } from '#features/containers/cells/container-cells.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { sumsText, tableTexts } from '#features/containers/list/container-table.texts.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { countOf, useContainerSelection } from '../container-selection.context.ts';
import { useContainersPage } from '../containers-page.context.ts';
import { totalsQuery } from '../containers.data.ts';
import styles from './ContainersTable.module.css';

type Props = { view: ContainersView; today: string; containers: readonly Container[]; found: number; keysId: string };

/** The sums of all filtered containers, or of the selected ones, and the keys of the table. */
export function TableFoot({ view, today, containers, found, keysId }: Props) {
  const { managing } = useContainersPage();
  const { selection } = useContainerSelection();
  const { data, isError } = useQuery(totalsQuery(view, today));
  const rows = countOf(selection, found);
  const named = sumOf(containers.filter(({ id }) => selection.ids.has(id)));
  const rest = data && { packages: data.packages - named.packages, weight_kg: data.weight_kg - named.weight_kg };
  const selected = selection.all ? rest : named;
  const keys = managing ? `${tableTexts.keysToManage} ${cellTexts.keys}` : tableTexts.keys;
  return (
    <Group className={styles.foot ?? ''} gap="md" wrap="nowrap" justify="space-between">
      <Text fz="sm" fw={550} maw="100%" truncate className={styles.sums ?? ''}>
        {rows > 0 && selected
          ? `${tableTexts.selectedSums} ${sumsText({ rows, ...selected })}`
          : data
            ? sumsText(data)
            : isError && tableTexts.sumsFailed}
      </Text>
      <VisuallyHidden id={keysId}>{keys}</VisuallyHidden>
      {managing && (
        <Text fz="xs" c="dimmed" visibleFrom="lg" aria-hidden="true" title={keys} className={styles.keys ?? ''}>
          {cellTexts.mainKeys}
        </Text>
      )}
    </Group>
  );
}

/** A container can be selected by itself only when it is loaded. */
const sumOf = (containers: readonly Container[]) => ({
  packages: containers.reduce((sum, { packages = 0 }) => sum + packages, 0),
  weight_kg: containers.reduce((sum, { weight_kg = 0 }) => sum + weight_kg, 0),
});
