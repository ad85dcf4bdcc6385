import { Group, VisuallyHidden, Text } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { memo } from 'react';
import type { ReactNode, RefCallback } from 'react';
import type { Grouping, ListedFile, TextHit } from '#features/files/core/files.contract.ts';
import { ownTexts, texts, inTextTexts } from '#features/files/core/files.texts.ts';
import { nameLabel, typeLabel, uploadDateLabel } from '#features/files/list/files-view.rules.ts';
import type { Scan } from '#features/virus-scan/virus-scan.rules.ts';
import { scanTexts } from '#features/virus-scan/virus-scan.texts.ts';
import { formatDateTime, formatSize } from '#shared/format.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { useFilesPage } from '../files-page.context.ts';
import { thumbnailLink, useReloadUntilScanned } from '../files.data.ts';
import { useIsSelected } from '../selection/file-selection.ts';
import { SelectFile } from '../selection/SelectFile.tsx';
import type { SelectFile as SelectFileCall } from '../selection/use-range-select.ts';
import { FileActions } from './FileActions.tsx';
import textResultsStyles from '../search/TextResults.module.css';
import buttons from './FileActions.module.css';
import styles from './FileRow.module.css';

type Props = {
  file: ListedFile;
  grouping: Grouping;
  onSelect: SelectFileCall;
  rowRef?: RefCallback<HTMLElement> | undefined;
  /** The excerpt of the text that matches the search. */
  hit?: Pick<TextHit, 'snippet' | 'found_in'> | undefined;
  /** The name of the file matches too. */
  isNamed?: boolean;
};

/**
 * One file: name, type, uploader, team (in groups by file type), date and size. See docs/specification.md#file-rows.
 * Memoised, so that 'Show more' renders only the new rows.
 */
export const FileRow = memo(function FileRow({ file, grouping, onSelect, rowRef, hit, isNamed }: Props) {
  const { fileTypes, teamNames, onPreview } = useFilesPage();
  const name = nameLabel(file);
  const uploadedAt = uploadDateLabel(file.uploaded_at);

  return (
    <Frame fileId={file.id} rowRef={rowRef}>
      {/* A shortcut for touch; keyboards and screen readers use the button beside it. */}
      <span className={styles.icon} role="presentation" onClick={() => onPreview(file)}>
        <FileIcon name={name} thumbnail={file.has_thumbnail && thumbnailLink(file)} />
      </span>
      <button
        type="button"
        className={styles.name}
        title={file.folder ? `${file.folder}/${name}` : name}
        aria-label={ownTexts.preview(name)}
        aria-haspopup="dialog"
        data-previews={file.id}
        onClick={() => onPreview(file)}
      >
        <bdi data-cut>{name}</bdi>
      </button>
      <div className={styles.facts}>
        <Fact label={texts.fileType} text={fileTypes ? typeLabel(file.file_type_id, fileTypes) : ''} area="type" />
        <Fact label={ownTexts.uploader} text={file.user?.name || texts.unknownUploader} area="uploader" />
        {grouping === 'file_type' && <Fact label={texts.team} text={teamNames.get(file.team_id) ?? ''} area="team" />}
        <span className={styles.fact} data-area="date">
          <VisuallyHidden>{ownTexts.uploadedAt} </VisuallyHidden>
          <time
            dateTime={file.uploaded_at}
            {...(uploadedAt !== texts.unknownDate && { title: formatDateTime(file.uploaded_at) })}
          >
            {uploadedAt}
          </time>
        </span>
        <span className={styles.fact} data-area="size">
          {formatSize(file.size)}
        </span>
      </div>
      {hit && (
        <div className={styles.below} data-selectable="">
          <FileSnippet snippet={hit.snippet} found_in={hit.found_in} isNamed={isNamed ?? false} />
        </div>
      )}
      {file.virus_scan && (
        <div className={styles.below}>
          <ScanState scan={file.virus_scan} />
        </div>
      )}
      <div className={`${buttons.actions} ${styles.actions}`}>
        <FileActions file={file} name={name} />
      </div>
      {/* Last in the tab order, after the actions of the file; positioned over the icon. */}
      <div className={styles.select}>
        <SelectFile file={file} name={name} onSelect={onSelect} />
      </div>
    </Frame>
  );
});

/** The frame of a row, which shows its selection. A change of the selection does not render the content of the row. */
function Frame({ fileId, rowRef, children }: { fileId: number; rowRef: Props['rowRef']; children: ReactNode }) {
  return (
    <Row
      className={`${styles.columns} ${styles.row}`}
      selected={useIsSelected(fileId)}
      data-file-row=""
      data-row-id={fileId}
      tabIndex={-1}
      ref={rowRef}
    >
      {children}
    </Row>
  );
}

function Fact({ label, text, area }: { label: string; text: string; area: string }) {
  return (
    <span className={styles.fact} data-area={area} title={text}>
      <VisuallyHidden>{label} </VisuallyHidden>
      {text}
    </span>
  );
}

/** The result of the virus scan of a file that the scanner has not passed. */
function ScanState({ scan }: { scan: Scan }) {
  useReloadUntilScanned(scan);
  const look = scan.state === 'infected' ? { c: 'var(--danger-text)', fw: 650 } : { c: 'dimmed' };
  return (
    <Group component="p" gap="xxs" wrap="nowrap" m={0} fz="xs" {...look}>
      <IconShieldExclamation size={15} stroke={1.75} aria-hidden="true" />
      {scanTexts.listed(scan)}
    </Group>
  );
}

type FileSnippetProps = Pick<TextHit, 'snippet' | 'found_in'> & { isNamed: boolean };

/** An excerpt of a document around the words of the search. */
function FileSnippet({ snippet, found_in, isNamed }: FileSnippetProps) {
  return (
    <Text className={textResultsStyles.snippet ?? ''} fz="sm" c="dimmed" lh={1.5} maw="110ch">
      <StateBadge tone="neutral">{inTextTexts.sources[found_in]}</StateBadge>{' '}
      <bdi>
        {snippet.map(({ text, marked }, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a snippet never change
          marked ? <mark key={index}>{text}</mark> : text,
        )}
      </bdi>{' '}
      {isNamed && <StateBadge tone="neutral">{inTextTexts.alsoNamed}</StateBadge>}
    </Text>
  );
}
