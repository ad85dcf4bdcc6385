import { Button } from '@mantine/core';
import { useState } from 'react';
import { fieldLabels, fieldText } from '#features/containers/core/container-fields.texts.ts';
import type { CheckedRow } from '#features/containers/import/container-import.contract.ts';
import type { Correction } from '#features/containers/import/import-complaints.rules.ts';
import { importFieldOf, importFields } from '#features/containers/import/import-fields.rules.ts';
import type { ImportField } from '#features/containers/import/import-fields.rules.ts';
import { importScreenTexts as texts } from '#features/containers/import/import-page.texts.ts';
import { FactList } from '#web/widgets/FactList.tsx';
import { CellInput } from './CellInput.tsx';

type Props = { row: CheckedRow; corrections: readonly Correction[]; onCorrect: (correction: Correction) => void };

/** The cells of a row. Each is edited in place, and then the row is reviewed again. */
export function RowCells({ row, corrections, onCorrect }: Props) {
  const [edited, setEdited] = useState<ImportField>();
  const changes = new Map(row.changes.map((change) => [importFieldOf(change.field), change]));
  const written = new Map(row.cells.map(({ field, value }) => [field, value]));
  const complained = new Set(row.complaints.map(({ field }) => field));
  const fields = importFields.filter((field) => changes.has(field) || written.has(field) || complained.has(field));
  return (
    <FactList
      columns={4}
      facts={fields.map((field) => {
        const value = written.get(field) ?? null;
        const own = corrections.findLast(
          (one) => one.field === field && one.value === value && (one.row ?? row.row) === row.row,
        );
        const change = changes.get(field);
        const label = texts.cellOf(fieldLabels[field], row.row);
        const content =
          edited === field ? (
            <CellInput
              label={label}
              field={field}
              initial={own?.to ?? value ?? change?.to ?? ''}
              onApply={(to) => {
                setEdited(undefined);
                onCorrect({ field, value, to, row: row.row });
              }}
              onCancel={() => setEdited(undefined)}
            />
          ) : (
            <>
              {change && row.state === 'changed' && (
                <del>{change.from === null ? texts.empty : fieldText(change.field, change.from)}</del>
              )}{' '}
              <span>{change?.to ? fieldText(change.field, change.to) : (own?.to ?? value) || texts.empty}</span>{' '}
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={texts.editCell(label)}
                onClick={() => setEdited(field)}
              >
                {texts.edit}
              </Button>
            </>
          );
        return [fieldLabels[field], content];
      })}
    />
  );
}
