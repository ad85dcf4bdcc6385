import { useQuery } from '@tanstack/react-query';
import Papa from 'papaparse';
import { useMemo } from 'react';
import { nameLabel } from '#features/files/files-view.rules.ts';
import { shownTableColumns, shownTableRows } from '#features/files/preview.rules.ts';
import { previewTexts as texts } from '#features/files/preview.texts.ts';
import type { FileDetails } from '#features/files/versions.contract.ts';
import { textQuery } from './preview.data.ts';
import { Awaited } from './PreviewNotice.tsx';
import { PreviewPaper } from './PreviewPaper.tsx';
import styles from './TableView.module.css';

/** The first rows of comma or tab separated values as a table, the first of them as its head. */
export function TableView({ file }: { file: FileDetails }) {
  return <Awaited query={useQuery(textQuery(file))}>{(start) => <Table file={file} {...start} />}</Awaited>;
}

function Table({ file, text, isCut: textIsCut }: { file: FileDetails; text: string; isCut: boolean }) {
  const rows = useMemo(() => rowsOf(text, file.media_type), [text, file.media_type]);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Math.min(width, shownTableColumns);
  const [head = [], ...body] = rows;
  const isCut = body.length > shownTableRows || width > shownTableColumns || textIsCut;
  const shown = body.slice(0, shownTableRows);
  const places = Array.from({ length: columns }, (_, place) => place);
  return (
    <PreviewPaper
      label={texts.table(nameLabel(file))}
      note={isCut ? texts.firstRows(shown.length, columns) : undefined}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {places.map((place) => (
              <th key={place} scope="col">
                <bdi>{head[place]}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- Rows that were read do not move.
            <tr key={at}>
              {places.map((place) => (
                <td key={place}>
                  <bdi>{row[place]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PreviewPaper>
  );
}

function rowsOf(text: string, mediaType: string): string[][] {
  return Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimiter: mediaType.startsWith('text/tab-separated-values') ? '\t' : '',
    preview: shownTableRows + 2,
    skipEmptyLines: 'greedy',
  }).data;
}
