import { Button, Textarea } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isDateField } from '#features/containers/container-fields.rules.ts';
import { fieldLabels } from '#features/containers/container-fields.texts.ts';
import { importScreenTexts as texts } from '#features/containers/container-import-screen.texts.ts';
import { containerImportContract } from '#features/containers/container-import.contract.ts';
import type { ImportChoices } from '#features/containers/container-import.contract.ts';
import type { RowState } from '#features/imports/imports.rules.ts';
import { formatCalendarDate, locale } from '#shared/format.ts';
import { call } from '#web/call.ts';
import { containersKey } from '#web/query-keys.ts';
import { useAction } from '#web/use-action.ts';
import { Card } from '#web/widgets/Card.tsx';
import { ImportRows, ImportRowsFilter } from '#web/widgets/ImportRows.tsx';
import { focus } from '#web/widgets/ImportStep.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { importsKey } from './container-import.data.ts';
import styles from '#web/styles/import-steps.module.css';

type Props = { id: number; choices: ImportChoices; onDone: (message: string) => void };

/** Shows the changes of each row, and imports the new and changed rows. */
export function ImportChanges({ id, choices, onDone }: Props) {
  const client = useQueryClient();
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
    // The next preview has the changes of the other user.
    onRefusal: () => void client.invalidateQueries({ queryKey: importsKey }),
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
  const { counts, moved, warned, preview } = first;
  const rows = check.data?.pages.flatMap((page) => page.rows) ?? [];
  const applied = counts.new + counts.changed;
  return (
    <Card as="section" className={styles.card ?? ''}>
      <h2 className={styles.heading}>{texts.step3}</h2>
      <p className={styles.sentence} role="status" tabIndex={-1} ref={focus}>
        {texts.rowsInWords(counts)}
      </p>
      <ImportRowsFilter
        texts={texts}
        counts={counts}
        more={warned > 0 ? [{ value: 'warned', label: `${texts.warnedRows} (${warned.toLocaleString(locale)})` }] : []}
        shown={show}
        onShow={setShow}
      />
      {warned > 0 && <p className={styles.note}>{texts.warned(warned)}</p>}
      <ImportRows texts={texts} subject={texts.container} rows={rows} labelOf={labelOf} shown={shownValue} />
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
        onClick={() => void run.run({ id, ...choices, reason, preview })}
      >
        {texts.run(applied)}
      </Button>
    </Card>
  );
}

const shownValue = (field: string, value: string) => (isDateField(field) ? formatCalendarDate(value) : value);

const labelOf = (field: string) =>
  fieldLabels[field.replace(/^(supplier|customer|carrier|assignee|team)_id$/, '$1_name') as keyof typeof fieldLabels];
