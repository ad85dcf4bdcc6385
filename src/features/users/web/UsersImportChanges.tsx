import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RowState } from '#features/imports/imports.rules.ts';
import { usersImportContract } from '#features/users/users-import.contract.ts';
import type { ImportedUsers, UsersImport, UsersSource } from '#features/users/users-import.contract.ts';
import type { UserField } from '#features/users/users-import.rules.ts';
import { call } from '#web/call.ts';
import { usersKey } from '#web/query-keys.ts';
import { useAction } from '#web/use-action.ts';
import { ImportRows, ImportRowsFilter } from '#web/widgets/ImportRows.tsx';
import { focus } from '#web/widgets/ImportStep.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { usersImportScreenTexts as texts } from '../users-import-page.texts.ts';
import styles from '#web/styles/import-steps.module.css';

type Props = { input: UsersImport; source: UsersSource; onDone: (answer: ImportedUsers) => void };

const rowsPerClick = 100;

/** Shows the effect of each row, and imports the new and changed ones. */
export function UsersImportChanges({ input, source, onDone }: Props) {
  const [show, setShow] = useState<RowState>();
  const [limit, setLimit] = useState(rowsPerClick);
  const check = useQuery({
    queryKey: [...usersKey, 'import', input],
    queryFn: ({ signal }) => call(usersImportContract.check, input, { signal }),
    gcTime: 0,
  });
  const run = useAction(usersImportContract.run, {
    failed: texts.runFailed,
    preferServerMessage: true,
    onSuccess: onDone,
    refresh: [usersKey],
  });
  if (!check.data) {
    return (
      <Section title={texts.step3}>
        {check.isError ? <LoadFailed query={check} title={texts.checkFailed} /> : <LoadingRows rows={4} height={44} />}
      </Section>
    );
  }
  const { counts, rows } = check.data;
  const shown = rows.filter(({ state }) => show === undefined || state === show);
  const applied = counts.new + counts.changed;
  return (
    <Section title={texts.step3} className={styles.step ?? ''}>
      <Text role="status" tabIndex={-1} fw={550} ref={focus} className={styles.sentence ?? ''}>
        {texts.rowsInWords(counts)}
      </Text>
      <ImportRowsFilter texts={texts} counts={counts} shown={show} onShow={setShow} />
      <ImportRows
        texts={texts}
        subject={texts.user}
        rows={shown.slice(0, limit)}
        labelOf={(field) => texts.fields[field as UserField]}
      />
      {shown.length > limit && (
        <MoreButton disabled={false} onClick={() => setLimit(limit + rowsPerClick)}>
          {texts.more}
        </MoreButton>
      )}
      <Button
        style={{ justifySelf: 'start' }}
        loading={run.busy}
        disabled={applied === 0}
        onClick={() => void run.run({ ...input, ...source })}
      >
        {texts.run(applied)}
      </Button>
    </Section>
  );
}
