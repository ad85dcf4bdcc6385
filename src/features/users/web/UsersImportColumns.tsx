import { Button, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import type { ImportedUsers, ReadUsers, UsersImport } from '#features/users/users-import.contract.ts';
import { userFields } from '#features/users/users-import.rules.ts';
import type { UserField } from '#features/users/users-import.rules.ts';
import { ImportColumnsTable } from '#web/widgets/ImportColumnsTable.tsx';
import { ImportStep } from '#web/widgets/ImportStep.tsx';
import { usersImportScreenTexts as texts } from '../users-import-page.texts.ts';
import { rowsOf } from './import-rows.ts';
import { UsersImportChanges } from './UsersImportChanges.tsx';

type Props = { file: ReadUsers; onDone: (answer: ImportedUsers) => void };
type Sheet = ReadUsers['sheets'][number];

const maxSamples = 3;

const fieldsOf = (sheet: Sheet | undefined) => sheet?.columns.map(({ field }) => field) ?? [];
const samplesOf = (sheet: Sheet, column: number) =>
  sheet.rows
    .map(({ cells }) => cells[column] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, maxSamples)
    .join(', ');

/** Chooses the sheet, the field of each column, and the handling of existing users. */
export function UsersImportColumns({ file, onDone }: Props) {
  const { sheets } = file;
  const best = Math.max(
    0,
    sheets.findIndex(({ columns }) => columns.some(({ field }) => field === 'email')),
  );
  const [index, setIndex] = useState(best);
  const [fields, setFields] = useState<(UserField | null)[]>(fieldsOf(sheets[best]));
  const [teamId, setTeamId] = useState<number>();
  const [existing, setExisting] = useState<UsersImport['existing']>('skip');
  const [checked, setChecked] = useState<UsersImport>();
  const { data: teams = [] } = useQuery(teamsQuery);
  const sheet = sheets[index];
  const change = (set: () => void) => {
    set();
    setChecked(undefined);
  };
  if (!sheet) return null;
  const imported = fields.filter((field) => field !== null).length;
  return (
    <>
      <ImportStep
        title={checked ? texts.columnsChosen(imported, fields.length) : texts.step2}
        folded={checked && { action: texts.changeColumns, onUnfold: () => setChecked(undefined) }}
        takesFocus
      >
        {sheets.length > 1 && (
          <NativeSelect
            label={texts.sheet}
            value={index}
            data={sheets.map(({ name }, one) => ({ value: String(one), label: name }))}
            onChange={({ currentTarget }) => {
              const chosen = Number(currentTarget.value);
              change(() => {
                setIndex(chosen);
                setFields(fieldsOf(sheets[chosen]));
              });
            }}
          />
        )}
        {sheet.is_cut && <Text c="dimmed">{texts.isCut}</Text>}
        {sheet.rows.length === 0 && <Text c="dimmed">{texts.noRows}</Text>}
        <ImportColumnsTable
          texts={texts}
          columns={sheet.columns.map(({ heading }, column) => ({
            heading: heading || texts.column(column + 1),
            samples: samplesOf(sheet, column),
          }))}
          chosen={fields}
          fields={userFields.map((field) => ({ value: field, label: texts.fields[field] }))}
          onChoose={(chosen) => change(() => setFields(chosen))}
        />
        <NativeSelect
          label={texts.usualTeam}
          value={teamId ?? ''}
          data={[
            { value: '', label: texts.noTeam },
            ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) => {
            const chosen = Number(currentTarget.value) || undefined;
            change(() => setTeamId(chosen));
          }}
        />
        <NativeSelect
          label={texts.existing}
          value={existing}
          data={(['skip', 'update'] as const).map((value) => ({ value, label: texts.existingChoices[value] }))}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.value === 'update' ? 'update' : 'skip';
            change(() => setExisting(chosen));
          }}
        />
        <Text c="dimmed">{texts.hint}</Text>
        <Button
          style={{ justifySelf: 'start' }}
          disabled={sheet.rows.length === 0}
          onClick={() => setChecked({ rows: rowsOf(sheet, fields), team_id: teamId, existing })}
        >
          {texts.check}
        </Button>
      </ImportStep>
      {checked && (
        <UsersImportChanges
          input={checked}
          source={{
            name: file.name,
            columns: sheet.columns.map(({ heading }, column) => ({ heading, field: fields[column] ?? null })),
          }}
          onDone={onDone}
        />
      )}
    </>
  );
}
