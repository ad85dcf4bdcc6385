import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldLabel, fieldText } from '#features/containers/core/container-fields.texts.ts';
import { containerImportContract } from '#features/containers/import/container-import.contract.ts';
import type {
  ComplaintGroup,
  ImportChoices,
  ImportDraft,
} from '#features/containers/import/container-import.contract.ts';
import { maxCorrections, withCorrection } from '#features/containers/import/import-complaints.rules.ts';
import type { Correction } from '#features/containers/import/import-complaints.rules.ts';
import { importScreenTexts as texts } from '#features/containers/import/import-page.texts.ts';
import type { RowState } from '#features/imports/imports.rules.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { locale } from '#shared/format.ts';
import { call } from '#web/call.ts';
import { containersKey } from '#web/query-keys.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { ImportRows, ImportRowsFilter } from '#web/widgets/ImportRows.tsx';
import { focus } from '#web/widgets/ImportStep.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { importsKey, leftOutLink } from './container-import.data.ts';
import { ImportComplaints } from './ImportComplaints.tsx';
import { ImportCorrections } from './ImportCorrections.tsx';
import { RowCells } from './RowCells.tsx';
import type { ChangeDraft } from './use-kept-draft.ts';
import styles from '#web/styles/import-steps.module.css';

export type ImportResult = AnswerOf<typeof containerImportContract.run>;

type Props = { id: number; draft: ImportDraft; onChange: ChangeDraft; onDone: (result: ImportResult) => void };

/** The rows that a sentence names. */
const maxNamedRows = 10;

/** Reviews the changes of each row, and imports the new and changed rows. */
export function ImportChanges({ id, draft, onChange, onDone }: Props) {
  const client = useQueryClient();
  const { reason, ...choices } = draft;
  const [show, setShow] = useState<RowState | 'warned' | 'delayed'>();
  // The rows before each page that was opened. The last one is shown.
  const [pages, setPages] = useState([0]);
  const after = pages.at(-1) ?? 0;
  const check = useQuery({
    queryKey: [...importsKey, 'check', id, choices, show, after],
    queryFn: ({ signal }) => call(containerImportContract.check, { id, ...choices, show, after }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const run = useAction(containerImportContract.run, {
    failed: texts.runFailed,
    preferServerMessage: true,
    onSuccess: onDone,
    // The next preview has the changes of the other user.
    onRefusal: () => void client.invalidateQueries({ queryKey: importsKey }),
    refresh: [importsKey, containersKey],
  });
  if (!check.data) {
    return (
      <Section title={texts.step3}>
        {check.isError ? <LoadFailed query={check} title={texts.checkFailed} /> : <LoadingRows rows={4} height={44} />}
      </Section>
    );
  }
  const { counts, moved, warned, delayed, delayed_rows, preview, rows, next, complaints } = check.data;
  const applied = counts.new + counts.changed;
  const leftOut = counts.wrong + counts.there + counts.duplicate;
  const showOnly = (shown: typeof show) => {
    setShow(shown);
    setPages([0]);
  };
  const correct = (correction: Correction) => {
    const corrections = withCorrection(draft.corrections, correction);
    if (corrections.length > maxCorrections) toast.error(texts.tooManyCorrections(maxCorrections));
    else onChange({ corrections });
  };
  return (
    <Section title={texts.step3} className={styles.step ?? ''} aria-busy={check.isPlaceholderData}>
      <Text role="status" tabIndex={-1} fw={550} ref={focus} className={styles.sentence ?? ''}>
        {texts.rowsInWords(counts)}
      </Text>
      {warned > 0 && <Note>{texts.warned(warned)}</Note>}
      {delayed > 0 && (
        <Note>
          {texts.delayed(delayed, delayed_rows.slice(0, maxNamedRows))}{' '}
          <MoreButton inline disabled={show === 'delayed'} onClick={() => showOnly('delayed')}>
            {texts.showDelayed}
          </MoreButton>
        </Note>
      )}
      <TotalRows complaints={complaints} choice={draft.totals} onChange={(totals) => onChange({ totals })} />
      <ImportComplaints groups={complaints.filter(({ field }) => field !== null)} onCorrect={correct} />
      <ImportCorrections corrections={draft.corrections} onChange={(corrections) => onChange({ corrections })} />
      <Group align="flex-end" justify="space-between">
        <ImportRowsFilter
          texts={texts}
          counts={counts}
          more={(
            [
              ['warned', texts.warnedRows, warned],
              ['delayed', texts.delayedRows, delayed],
            ] as const
          ).flatMap(([value, label, number]) =>
            number > 0 ? [{ value, label: `${label} (${number.toLocaleString(locale)})` }] : [],
          )}
          shown={show}
          onShow={showOnly}
        />
        {leftOut > 0 && (
          <Anchor href={leftOutLink(id)} download size="sm">
            {texts.downloadLeftOut(leftOut)}
          </Anchor>
        )}
      </Group>
      <ImportRows
        texts={texts}
        subject={texts.container}
        rows={rows}
        labelOf={fieldLabel}
        shown={fieldText}
        renderDetails={(row) => <RowCells row={row} corrections={draft.corrections} onCorrect={correct} />}
      />
      {(pages.length > 1 || next !== null) && (
        <Group gap="xs">
          <Button variant="default" disabled={pages.length === 1} onClick={() => setPages(pages.slice(0, -1))}>
            {texts.previousRows}
          </Button>
          <Button
            variant="default"
            disabled={next === null}
            onClick={() => next !== null && setPages([...pages, next])}
          >
            {texts.nextRows}
          </Button>
        </Group>
      )}
      <Stack className={styles.confirm ?? ''} gap="sm" align="flex-start">
        {moved > 0 && (
          <Textarea
            label={texts.reason(moved)}
            rows={2}
            w="100%"
            maxLength={2000}
            value={reason ?? ''}
            onChange={({ currentTarget }) => onChange({ reason: currentTarget.value }, { isTyped: true })}
          />
        )}
        <Button
          loading={run.busy}
          disabled={applied === 0 || check.isPlaceholderData}
          onClick={() => void run.run({ id, ...choices, reason, preview })}
        >
          {texts.run(applied)}
        </Button>
      </Stack>
    </Section>
  );
}

type Choice = ImportChoices['totals'];
type TotalsProps = { complaints: readonly ComplaintGroup[]; choice: Choice; onChange: (choice: Choice) => void };

/** Rows that look like totals of others, with the choice to import them. */
function TotalRows({ complaints, choice, onChange }: TotalsProps) {
  const rows = complaints.filter(({ code }) => code === 'total').reduce((sum, group) => sum + group.rows, 0);
  if (rows === 0 && choice === 'omit') return null;
  return (
    <Note>
      {choice === 'keep' ? texts.totalsKept : texts.totals(rows)}{' '}
      <MoreButton inline onClick={() => onChange(choice === 'keep' ? 'omit' : 'keep')}>
        {choice === 'keep' ? texts.omitTotals : texts.keepTotals}
      </MoreButton>
    </Note>
  );
}
