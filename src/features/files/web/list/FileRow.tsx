import { VisuallyHidden } from '@mantine/core';
import { memo, useId } from 'react';
import type { RefCallback } from 'react';
import type { Grouping, ListedFile, TextHit } from '#features/files/core/files.contract.ts';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { nameLabel, typeLabel, uploadDateLabel } from '#features/files/list/files-view.rules.ts';
import { formatDateTime, formatSize } from '#shared/format.ts';
import { useFilesPage } from '../files-page.context.ts';
import { SelectFile } from '../selection/SelectFile.tsx';
import type { SelectFile as SelectFileCall } from '../selection/use-range-select.ts';
import { FileSnippet } from '../text-search/FileSnippet.tsx';
import { FileActions } from './FileActions.tsx';
import { FileRowFrame } from './FileRowFrame.tsx';
import { FileThumbnail } from './FileThumbnail.tsx';
import { ScanState } from './ScanState.tsx';
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
  const nameId = useId();
  const name = nameLabel(file);
  const uploadedAt = uploadDateLabel(file.uploaded_at);

  return (
    <FileRowFrame fileId={file.id} rowRef={rowRef}>
      {/* A shortcut for touch; keyboards and screen readers use the button beside it. */}
      <span className={styles.icon} role="presentation" onClick={() => onPreview(file)}>
        <FileThumbnail file={file} name={name} />
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
        <bdi data-cut id={nameId}>
          {name}
        </bdi>
      </button>
      <div className={styles.facts} data-with-team={grouping === 'file_type'}>
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
        <div className={styles.snippet} data-selectable="">
          <FileSnippet snippet={hit.snippet} found_in={hit.found_in} isNamed={isNamed ?? false} />
        </div>
      )}
      {file.virus_scan && (
        <div className={styles.snippet}>
          <ScanState scan={file.virus_scan} />
        </div>
      )}
      <div className={styles.actions}>
        <FileActions file={file} nameId={nameId} />
      </div>
      {/* Last in the tab order, after the actions of the file; positioned over the icon. */}
      <div className={styles.select}>
        <SelectFile file={file} name={name} onSelect={onSelect} />
      </div>
    </FileRowFrame>
  );
});

function Fact({ label, text, area }: { label: string; text: string; area: string }) {
  return (
    <span className={styles.fact} data-area={area} title={text}>
      <VisuallyHidden>{label} </VisuallyHidden>
      {text}
    </span>
  );
}
