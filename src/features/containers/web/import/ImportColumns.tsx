import { Alert, Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { isDateField } from '#features/containers/core/container-fields.rules.ts';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import { containerImportContract } from '#features/containers/import/container-import.contract.ts';
import type { ImportChoices, ImportDraft, ReadFile } from '#features/containers/import/container-import.contract.ts';
import { maxHeadingRow } from '#features/containers/import/import-columns.rules.ts';
import { orderOfOpenColumns } from '#features/containers/import/import-dates.rules.ts';
import { importFields, requiredFields } from '#features/containers/import/import-fields.rules.ts';
import { importScreenTexts as texts } from '#features/containers/import/import-page.texts.ts';
import type { Charset } from '#features/extraction/charset.rules.ts';
import { charsetNames } from '#features/extraction/charset.texts.ts';
import { useAction } from '#web/use-action.ts';
import { ImportColumnsTable } from '#web/widgets/ImportColumnsTable.tsx';
import { ImportStep } from '#web/widgets/ImportStep.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { ImportChanges } from './ImportChanges.tsx';
import type { ImportResult } from './ImportChanges.tsx';
import { useKeptDraft } from './use-kept-draft.ts';

type Props = {
  file: ReadFile;
  kept: ImportDraft | null;
  /** Reads the file again. Undefined after a reload, when the browser has no file any more. */
  onCharset: ((charset: Charset) => void) | undefined;
  onDone: (result: ImportResult) => void;
};
type Sheet = ReadFile['sheets'][number];

const fieldsOf = (sheet: Sheet | undefined) => sheet?.columns.map(({ field }) => field) ?? [];

/** Chooses the sheet and the field of each column. */
export function ImportColumns({ file, kept, onCharset, onDone }: Props) {
  const [sheets, setSheets] = useState(file.sheets);
  const first = Math.max(
    0,
    sheets.findIndex(({ columns }) => columns.some(({ field }) => field !== null)),
  );
  const [draft, change] = useKeptDraft(file.id, {
    sheet: first,
    columns: fieldsOf(sheets[first]),
    day_first: true,
    existing: 'update',
    hidden_rows: 'keep',
    totals: 'omit',
    corrections: [],
    reason: null,
    is_reviewed: false,
    ...kept,
  });
  const sheet = sheets[draft.sheet];
  const headings = useAction(containerImportContract.headings, {
    failed: texts.headingsFailed,
    preferServerMessage: true,
    onSuccess: (described) => {
      if (sheet) setSheets(sheets.with(draft.sheet, { ...sheet, ...described }));
      change({ corrections: [], columns: described.columns.map(({ field }) => field) });
    },
  });
  const columns = sheet?.columns ?? [];
  const dates = columns.filter((_, index) => isDateField(draft.columns[index] ?? null));
  const isOpen = orderOfOpenColumns(dates.map(({ day_order }) => day_order)) === 'open';
  const missing = requiredFields.filter((field) => !draft.columns.includes(field));
  const imported = draft.columns.filter((field) => field !== null).length;
  return (
    <>
      <ImportStep
        title={draft.is_reviewed ? texts.columnsChosen(imported, columns.length) : texts.step2}
        folded={
          draft.is_reviewed
            ? { action: texts.changeColumns, onUnfold: () => change({ is_reviewed: false }) }
            : undefined
        }
        takesFocus
      >
        {sheets.length > 1 && (
          <NativeSelect
            label={texts.sheet}
            value={draft.sheet}
            data={sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
            onChange={({ currentTarget }) => {
              const index = Number(currentTarget.value);
              change({ corrections: [], sheet: index, columns: fieldsOf(sheets[index]) });
            }}
          />
        )}
        {file.sheets_left > 0 && <Note>{texts.sheetsLeft(file.sheets_left)}</Note>}
        <NativeSelect
          label={texts.headingRow}
          description={texts.headingRowHint}
          value={sheet?.heading_row ?? 0}
          disabled={headings.busy}
          data={Array.from({ length: Math.min(maxHeadingRow, sheet?.rows ?? 0) + 1 }, (_, row) => String(row))}
          onChange={({ currentTarget }) =>
            void headings.run({ id: file.id, sheet: draft.sheet, heading_row: Number(currentTarget.value) })
          }
        />
        {file.charset && onCharset && (
          <NativeSelect
            label={texts.charset}
            description={texts.charsetHint}
            value={file.charset}
            data={Object.entries(charsetNames).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => onCharset(currentTarget.value as Charset)}
          />
        )}
        {sheet?.is_cut && <Note>{texts.isCut}</Note>}
        <ImportColumnsTable
          texts={texts}
          columns={columns.map(({ heading, samples, is_hidden }) => ({
            heading: is_hidden ? texts.hiddenColumn(heading) : heading,
            samples: samples.join(', '),
          }))}
          chosen={draft.columns}
          fields={importFields.map((field) => ({ value: field, label: fieldLabels[field] }))}
          onChoose={(chosen) => change({ columns: chosen })}
        />
        {missing.length > 0 && (
          <Alert variant="light" color="yellow">
            {texts.missingColumns(missing.map((field) => fieldLabels[field]))}
          </Alert>
        )}
        {sheet && sheet.hidden_rows > 0 && (
          <NativeSelect
            label={texts.hiddenRows(sheet.hidden_rows)}
            value={draft.hidden_rows}
            data={(['keep', 'omit'] as const).map((value) => ({ value, label: texts.hiddenChoices[value] }))}
            onChange={({ currentTarget }) =>
              change({ hidden_rows: currentTarget.value as ImportChoices['hidden_rows'] })
            }
          />
        )}
        {isOpen && (
          <NativeSelect
            label={texts.dayOrder}
            value={draft.day_first ? 'day' : 'month'}
            data={[
              { value: 'day', label: texts.dayFirst },
              { value: 'month', label: texts.monthFirst },
            ]}
            onChange={({ currentTarget }) => change({ day_first: currentTarget.value === 'day' })}
          />
        )}
        <NativeSelect
          label={texts.existing}
          value={draft.existing}
          data={(['update', 'skip', 'add'] as const).map((value) => ({ value, label: texts.existingChoices[value] }))}
          onChange={({ currentTarget }) => change({ existing: currentTarget.value as ImportChoices['existing'] })}
        />
        <Note>{texts.emptyCells}</Note>
        <Button style={{ justifySelf: 'start' }} onClick={() => change({ is_reviewed: true })}>
          {texts.check}
        </Button>
      </ImportStep>
      {draft.is_reviewed && <ImportChanges id={file.id} draft={draft} onChange={change} onDone={onDone} />}
    </>
  );
}
