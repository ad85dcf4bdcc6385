import { Text } from '@mantine/core';
import type { ComplaintGroup, ImportChoices } from '#features/containers/import/container-import.contract.ts';
import { importScreenTexts as texts } from '#features/containers/import/import-page.texts.ts';
import { MoreButton } from '#web/widgets/MoreButton.tsx';

type Choice = ImportChoices['totals'];
type Props = { complaints: readonly ComplaintGroup[]; choice: Choice; onChange: (choice: Choice) => void };

/** Rows that look like totals of others, with the choice to import them. */
export function TotalRows({ complaints, choice, onChange }: Props) {
  const rows = complaints.filter(({ code }) => code === 'total').reduce((sum, group) => sum + group.rows, 0);
  if (rows === 0 && choice === 'omit') return null;
  return (
    <Text fz="sm" c="dimmed">
      {choice === 'keep' ? texts.totalsKept : texts.totals(rows)}{' '}
      <MoreButton inline onClick={() => onChange(choice === 'keep' ? 'omit' : 'keep')}>
        {choice === 'keep' ? texts.omitTotals : texts.keepTotals}
      </MoreButton>
    </Text>
  );
}
