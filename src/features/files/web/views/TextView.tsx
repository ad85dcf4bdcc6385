import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { shownTextLines } from '#features/files/preview/preview.rules.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { DecodedText } from './DecodedText.tsx';
import { PreviewPaper } from './PreviewPaper.tsx';
import styles from './TextView.module.css';

/** The first part of a text, with line numbers. */
export function TextView({ file }: { file: FileDetails }) {
  return <DecodedText file={file}>{(start) => <TextLines file={file} {...start} />}</DecodedText>;
}

type LinesProps = {
  file: FileDetails;
  text: string;
  isCut: boolean;
  tools?: ReactNode;
  /** Shown in place of the remark that the text is cut. */
  notice?: string;
};

export function TextLines({ file, text, isCut, tools, notice }: LinesProps) {
  const lines = text.split(/\r\n|\n|\r/, shownTextLines + 1);
  const hasMore = lines.length > shownTextLines;
  // A line break at the end does not start another line.
  if (!hasMore && !isCut && lines.length > 1 && lines.at(-1) === '') lines.pop();
  const remark = notice ?? (isCut ? texts.firstMegabyte : hasMore ? texts.firstLines(shownTextLines) : undefined);
  const digits = Math.max(2, String(Math.min(lines.length, shownTextLines)).length);
  return (
    <PreviewPaper label={texts.text(nameLabel(file))} remark={remark} tools={tools}>
      <Box component="pre" className={styles.lines ?? ''} __vars={{ '--digits': String(digits) }}>
        {blocksOf(lines.slice(0, shownTextLines)).map((block, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- The lines of a loaded text never change.
          <code key={at} className={styles.block}>
            {block.map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- See above.
              <span key={index} className={styles.line}>
                {line}
                {'\n'}
              </span>
            ))}
          </code>
        ))}
      </Box>
    </PreviewPaper>
  );
}

/** The browser skips the layout of blocks off the screen. */
const linesOfBlock = 100;

const blocksOf = (lines: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(lines.length / linesOfBlock) }, (_, at) =>
    lines.slice(at * linesOfBlock, (at + 1) * linesOfBlock),
  );
