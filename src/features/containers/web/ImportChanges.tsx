import { Button, NativeSelect, Textarea } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldLabels } from '#features/containers/container-fields.texts.ts';
import { importScreenTexts as texts } from '#features/containers/container-import-screen.texts.ts';
import { containerImportContract } from '#features/containers/container-import.contract.ts';
import type { CheckedRow, ImportChoices } from '#features/containers/container-import.contract.ts';
import { rowStates } from '#features/containers/container-import.rules.ts';
import type { RowState } from '#features/containers/container-import.rules.ts';
import { call } from '#web/call.ts';
import { useAction } from '#web/use-action.ts';
import { Card } from '#web/widgets/Card.tsx';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { importsKey } from './container-import.data.ts';
import { containersKey } from './containers.data.ts';
import styles from '#web/styles/import-steps.module.css';

type Props = { id: number; choices: ImportChoices; onDone: (message: string) => void };

/** Shows the changes of each row, and imports the new and changed rows. */
export function ImportChanges({ id, choices, onDone }: Props) {
  const [show, setShow] = useState<RowState | 'warned'>();
  const [reason, setReason] = useState('');
  const check = useInfiniteQuery({
    queryKey: [...importsKey, 'check', id, choices, show],
    queryFn: ({ pageParam: after, signal }) =>
      call(containerImportContract.check, { id, ...choices, show, after }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const run = useAction(containerImportContract.run, {
    failed: texts.runFailed,
    preferServerMessage: true,
    onSuccess: ({ created, updated, left_out }) => onDone(texts.done(created, updated, left_out)),
    refresh: [importsKey, containersKey],
  });
  const [first] = check.data?.pages ?? [];
  if (!first) {
    return (
      <Card as="section" className={styles.card ?? ''}>
        {check.isError ? <LoadFailed query={check} title={texts.checkFailed} /> : <LoadingRows rows={4} height={44} />}
      </Card>
    );
  }
  const { counts, moved, warned } = first;
  const rows = check.data?.pages.flatMap((page) => page.rows) ?? [];
  const applied = counts.new + counts.changed;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Card as="section" className={styles.card ?? ''}>
      <h2 className={styles.heading}>{texts.step3}</h2>
      <NativeSelect
        label={texts.state}
        value={show ?? ''}
        data={[
          { value: '', label: `${texts.allRows} (${total})` },
          ...rowStates.map((state) => ({ value: state, label: `${texts.states[state]} (${counts[state]})` })),
          ...(warned > 0 ? [{ value: 'warned', label: `${texts.warnedRows} (${warned})` }] : []),
        ]}
        onChange={({ currentTarget }) => setShow((currentTarget.value || undefined) as RowState | 'warned' | undefined)}
      />
      {warned > 0 && <p className={styles.note}>{texts.warned(warned)}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={texts.step3}>
        <DataTable
          look="texts"
          headings={[texts.row, texts.state, texts.container, texts.changes]}
          className={styles.table}
        >
          {rows.map((row) => (
            <Row key={row.row} row={row} />
          ))}
        </DataTable>
        {rows.length === 0 && <p className={styles.note}>{texts.none}</p>}
      </div>
      {check.hasNextPage && (
        <MoreButton disabled={check.isFetchingNextPage} onClick={() => void check.fetchNextPage()}>
          {texts.more}
        </MoreButton>
      )}
      {moved > 0 && (
        <Textarea
          label={texts.reason(moved)}
          maxLength={2000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      <Button
        className={styles.action ?? ''}
        loading={run.busy}
        disabled={applied === 0}
        onClick={() => void run.run({ id, ...choices, reason })}
      >
        {texts.run(applied)}
      </Button>
    </Card>
  );
}

const labelOf = (field: string) =>
  fieldLabels[field.replace(/^(supplier|customer|carrier|assignee|team)_id$/, '$1_name') as keyof typeof fieldLabels];

function Row({ row: { row, state, label, changes, problems, warnings } }: { row: CheckedRow }) {
  return (
    <tr data-state={state}>
      <th scope="row">{row}</th>
      <td>
        <span className={styles.state}>{texts.states[state]}</span>
      </td>
      <td>{label}</td>
      <td>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
        {changes.map(({ field, from, to }) => (
          <p key={field}>
            {texts.change(labelOf(field))} {state === 'changed' && <del>{from ?? texts.empty}</del>} <ins>{to}</ins>
          </p>
        ))}
        {warnings.map((warning) => (
          <p key={warning} className={styles.warning}>
            {warning}
          </p>
        ))}
      </td>
    </tr>
  );
}
