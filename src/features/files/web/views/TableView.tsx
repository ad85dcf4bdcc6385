import Papa from 'papaparse';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { shownTableColumns, shownTableRows, withoutDelimiterLine } from '#features/files/preview/preview.rules.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { watchNear } from '#web/watch-near.ts';
import { DecodedText } from './DecodedText.tsx';
import { PreviewPaper } from './PreviewPaper.tsx';
import styles from './TableView.module.css';

/** The first rows of comma or tab separated values as a table. The first row is the header. */
export function TableView({ file }: { file: FileDetails }) {
  return <DecodedText file={file}>{(start) => <Table file={file} {...start} />}</DecodedText>;
}

type TableProps = { file: FileDetails; text: string; isCut: boolean; tools: ReactNode };

function Table({ file, text, isCut: textIsCut, tools }: TableProps) {
  const rows = useMemo(() => rowsOf(text, file.media_type), [text, file.media_type]);
  const width = rows.reduce((max, row) => Math.max(max, row.length), 0);
  const columns = Math.min(width, shownTableColumns);
  const [head = [], ...body] = rows;
  const isCut = body.length > shownTableRows || width > shownTableColumns || textIsCut;
  const shown = body.slice(0, shownTableRows);
  const { drawn, end } = useDrawnRows(shown, columns);
  const columnIndexes = Array.from({ length: columns }, (_, index) => index);
  return (
    <PreviewPaper
      label={texts.table(nameLabel(file))}
      remark={isCut ? texts.firstRows(shown.length, columns) : undefined}
      tools={tools}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {columnIndexes.map((index) => (
              <th key={index} scope="col">
                <bdi>{head[index]}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- The rows of a loaded table never change.
            <tr key={at}>
              {columnIndexes.map((index) => (
                <td key={index}>
                  <bdi>{row[index]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {end}
    </PreviewPaper>
  );
}

/** A browser needs 15 seconds for 60,000 cells on a busy machine. */
const cellsAtOnce = 5000;

/** Returns the first rows of a table, and an element behind them. When that comes into view, further rows follow. */
function useDrawnRows(rows: readonly string[][], columns: number) {
  const step = Math.ceil(cellsAtOnce / Math.max(1, columns));
  const [count, setCount] = useState(step);
  const watch = (end: Element | null) =>
    end ? watchNear(end, '0px', (isNear) => isNear && setCount((before) => before + step)) : undefined;
  return {
    drawn: rows.slice(0, count),
    end: count < rows.length && <div key={count} ref={watch} className={styles.end} />,
  };
}

function rowsOf(text: string, mediaType: string): string[][] {
  const isTabbed = mediaType.startsWith('text/tab-separated-values');
  const { delimiter, rest } = withoutDelimiterLine(text.replace(/^\uFEFF/, ''));
  return Papa.parse<string[]>(rest, {
    delimiter: delimiter ?? (isTabbed ? '\t' : ''),
    preview: shownTableRows + 2,
    skipEmptyLines: 'greedy',
  }).data;
}
