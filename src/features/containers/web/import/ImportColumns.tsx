import { Alert, Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { isDateField } from '#features/containers/container-fields.rules.ts';
import { fieldLabels } from '#features/containers/container-fields.texts.ts';
import { importScreenTexts as texts } from '#features/containers/container-import-screen.texts.ts';
import { containerImportContract } from '#features/containers/container-import.contract.ts';
import type { ImportChoices, ReadFile } from '#features/containers/container-import.contract.ts';
import { maxHeadingRow } from '#features/containers/import-columns.rules.ts';
import { orderOfOpenColumns } from '#features/containers/import-dates.rules.ts';
import { importFields, requiredFields } from '#features/containers/import-fields.rules.ts';
import { useAction } from '#web/use-action.ts';
import { ImportColumnsTable } from '#web/widgets/ImportColumnsTable.tsx';
import { ImportStep } from '#web/widgets/ImportStep.tsx';
import { ImportChanges } from './ImportChanges.tsx';
import styles from '#web/styles/import-steps.module.css';

type Props = { file: ReadFile; onDone: (message: string) => void };
type Sheet = ReadFile['sheets'][number];

const fieldsOf = (sheet: Sheet | undefined) => sheet?.columns.map(({ field }) => field) ?? [];

/** Chooses the sheet and the field of each column. */
export function ImportColumns({ file, onDone }: Props) {
  const [sheets, setSheets] = useState(file.sheets);
  const first = Math.max(
    0,
    sheets.findIndex(({ columns }) => columns.some(({ field }) => field !== null)),
  );
  const [choices, setChoices] = useState<ImportChoices>({
    sheet: first,
    columns: fieldsOf(sheets[first]),
    day_first: true,
    corrections: [],
    existing: 'update',
    hidden_rows: 'keep',
    totals: 'omit',
  });
  const [checked, setChecked] = useState<ImportChoices>();
  const set = (part: Partial<ImportChoices>) => {
    setChoices((choices) => ({ ...choices, ...part }));
    setChecked(undefined);
  };
  const sheet = sheets[choices.sheet];
  const headings = useAction(containerImportContract.headings, {
    failed: texts.headingsFailed,
    preferServerMessage: true,
    onSuccess: (described) => {
      if (sheet) setSheets(sheets.with(choices.sheet, { ...sheet, ...described }));
      set({ columns: described.columns.map(({ field }) => field) });
    },
  });
  const columns = sheet?.columns ?? [];
  const dates = columns.filter((_, index) => isDateField(choices.columns[index] ?? null));
  const isOpen = orderOfOpenColumns(dates.map(({ day_order }) => day_order)) === 'open';
  const missing = requiredFields.filter((field) => !choices.columns.includes(field));
  const imported = choices.columns.filter((field) => field !== null).length;
  return (
    <>
      <ImportStep
        title={checked ? texts.columnsChosen(imported, columns.length) : texts.step2}
        folded={checked && { action: texts.changeColumns, onUnfold: () => setChecked(undefined) }}
        takesFocus
      >
        {sheets.length > 1 && (
          <NativeSelect
            label={texts.sheet}
            value={choices.sheet}
            data={sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
            onChange={({ currentTarget }) => {
              const index = Number(currentTarget.value);
              set({ sheet: index, columns: fieldsOf(sheets[index]) });
            }}
          />
        )}
        {file.sheets_left > 0 && <p className={styles.note}>{texts.sheetsLeft(file.sheets_left)}</p>}
        <NativeSelect
          label={texts.headingRow}
          description={texts.headingRowHint}
          value={sheet?.heading_row ?? 0}
          disabled={headings.busy}
          data={Array.from({ length: Math.min(maxHeadingRow, sheet?.rows ?? 0) + 1 }, (_, row) => String(row))}
          onChange={({ currentTarget }) =>
            void headings.run({ id: file.id, sheet: choices.sheet, heading_row: Number(currentTarget.value) })
          }
        />
        {sheet?.is_cut && <p className={styles.note}>{texts.isCut}</p>}
        <ImportColumnsTable
          texts={texts}
          columns={columns.map(({ heading, samples }) => ({ heading, samples: samples.join(', ') }))}
          chosen={choices.columns}
          fields={importFields.map((field) => ({ value: field, label: fieldLabels[field] }))}
          onChoose={(chosen) => set({ columns: chosen })}
        />
        {missing.length > 0 && (
          <Alert variant="light" color="yellow">
            {texts.missingColumns(missing.map((field) => fieldLabels[field]))}
          </Alert>
        )}
        {isOpen && (
          <NativeSelect
            label={texts.dayOrder}
            value={choices.day_first ? 'day' : 'month'}
            data={[
              { value: 'day', label: texts.dayFirst },
              { value: 'month', label: texts.monthFirst },
            ]}
            onChange={({ currentTarget }) => set({ day_first: currentTarget.value === 'day' })}
          />
        )}
        <NativeSelect
          label={texts.existing}
          value={choices.existing}
          data={(['update', 'skip', 'add'] as const).map((value) => ({ value, label: texts.existingChoices[value] }))}
          onChange={({ currentTarget }) => set({ existing: currentTarget.value as ImportChoices['existing'] })}
        />
        <p className={styles.note}>{texts.emptyCells}</p>
        <Button className={styles.action ?? ''} onClick={() => setChecked(choices)}>
          {texts.check}
        </Button>
      </ImportStep>
      {checked && <ImportChanges id={file.id} choices={checked} onDone={onDone} />}
    </>
  );
}
