import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { importScreenTexts as texts } from '#features/containers/import/import-page.texts.ts';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { ImportStep } from '#web/widgets/ImportStep.tsx';
import { MoreRows } from '#web/widgets/MoreRows.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { containersOfImport, leftOutLink, leftOutQuery } from './container-import.data.ts';
import type { ImportResult } from './ImportChanges.tsx';
import styles from '#web/styles/import-steps.module.css';

type Props = { id: number; result: ImportResult; onAgain: () => void };

/** The result of an import: links to its containers and to the next step, and the rows that it skipped. */
export function ImportDone({ id, result, onAgain }: Props) {
  const { created, updated, left_out, unchanged } = result;
  return (
    <>
      <ImportStep title={texts.done(result)} takesFocus>
        <Group gap="sm">
          <Button component={Link} to={containersOfImport(id)}>
            {texts.viewImported(created + updated)}
          </Button>
          <Button component={Link} to="/uploadPage" variant="default">
            {texts.uploadNext}
          </Button>
          <Button variant="subtle" onClick={onAgain}>
            {texts.importAnother}
          </Button>
        </Group>
      </ImportStep>
      {left_out > unchanged && <SkippedRows id={id} rows={left_out - unchanged} />}
    </>
  );
}

function SkippedRows({ id, rows: count }: { id: number; rows: number }) {
  const list = useInfiniteQuery(leftOutQuery(id));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <ImportStep title={texts.skippedRows(count)}>
      <Note>{texts.skippedHint}</Note>
      <DataTable
        look="texts"
        caption={texts.skippedRows(count)}
        headings={[texts.row, texts.container, texts.reasons]}
        className={styles.table}
      >
        {rows.map(({ row, label, reasons }) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            <td>{label}</td>
            <td>{reasons.join(' ')}</td>
          </tr>
        ))}
      </DataTable>
      <MoreRows list={list} more={texts.more} failed={texts.moreFailed} />
      <Button style={{ justifySelf: 'start' }} component="a" href={leftOutLink(id)} download variant="default">
        {texts.downloadLeftOut(count)}
      </Button>
    </ImportStep>
  );
}
