import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usersImportScreenTexts as texts } from '#features/users/users-import-screen.texts.ts';
import { usersImportContract } from '#features/users/users-import.contract.ts';
import type { CheckedUser, UsersImport } from '#features/users/users-import.contract.ts';
import { userRowStates } from '#features/users/users-import.rules.ts';
import { call } from '#web/call.ts';
import { useAction } from '#web/use-action.ts';
import { Card } from '#web/widgets/Card.tsx';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { usersKey } from './users.data.ts';
import type { ImportedUsers } from './UsersImportPage.tsx';
import styles from '#web/styles/import-steps.module.css';

type Props = { input: UsersImport; onDone: (answer: ImportedUsers) => void };

const rowsPerClick = 100;

/** Shows the effect of each row, and imports the new and changed ones. */
export function UsersImportChanges({ input, onDone }: Props) {
  const [show, setShow] = useState('');
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
      <Card as="section" className={styles.card ?? ''}>
        {check.isError ? <LoadFailed query={check} title={texts.checkFailed} /> : <LoadingRows rows={4} height={44} />}
      </Card>
    );
  }
  const { counts, rows } = check.data;
  const shown = rows.filter(({ state }) => show === '' || state === show);
  const applied = counts.new + counts.changed;
  return (
    <Card as="section" className={styles.card ?? ''}>
      <h2 className={styles.heading}>{texts.step3}</h2>
      <NativeSelect
        label={texts.state}
        value={show}
        data={[
          { value: '', label: `${texts.allRows} (${rows.length})` },
          ...userRowStates.map((state) => ({ value: state, label: `${texts.states[state]} (${counts[state]})` })),
        ]}
        onChange={({ currentTarget }) => setShow(currentTarget.value)}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={texts.step3}>
        <DataTable look="texts" headings={[texts.row, texts.state, texts.user, texts.changes]} className={styles.table}>
          {shown.slice(0, limit).map((row) => (
            <Row key={row.row} row={row} />
          ))}
        </DataTable>
        {shown.length === 0 && <p className={styles.note}>{texts.none}</p>}
      </div>
      {shown.length > limit && (
        <MoreButton disabled={false} onClick={() => setLimit(limit + rowsPerClick)}>
          {texts.more}
        </MoreButton>
      )}
      <Button
        className={styles.action ?? ''}
        loading={run.busy}
        disabled={applied === 0}
        onClick={() => void run.run(input)}
      >
        {texts.run(applied)}
      </Button>
    </Card>
  );
}

function Row({ row: { row, state, label, changes, problems } }: { row: CheckedUser }) {
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
            {texts.change(texts.fields[field])} {state === 'changed' && <del>{from ?? texts.empty}</del>}{' '}
            <ins>{to ?? texts.empty}</ins>
          </p>
        ))}
      </td>
    </tr>
  );
}
