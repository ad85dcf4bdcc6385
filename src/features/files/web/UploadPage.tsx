import { Alert, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { ownTexts, refusals, texts } from '#features/files/files.texts.ts';
import { coarsePercent } from '#features/files/upload.rules.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { toast } from '#web/toast.ts';
import { LeaveGuard } from '#web/widgets/LeaveGuard.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { DropArea } from './DropArea.tsx';
import { DuplicatesNotice } from './DuplicatesNotice.tsx';
import type { NamedDuplicate } from './DuplicatesNotice.tsx';
import { FileTypeCards } from './FileTypeCards.tsx';
import { SelectedFiles } from './SelectedFiles.tsx';
import { UploadFooter } from './UploadFooter.tsx';
import { useSelection } from './use-selection.ts';
import { useSubmitKeys } from './use-submit-keys.ts';
import { useUpload } from './use-upload.ts';
import type { UploadOutcome } from './use-upload.ts';
import styles from './UploadPage.module.css';

/** Upload Files. Source: spec sections 2, 4 and 5. */
export function UploadPage() {
  const { team_id } = useCurrentUser();
  const selection = useSelection();
  const [fileTypeId, setFileTypeId] = useState<number>();
  const [ended, setEnded] = useState<UploadOutcome['ended']>();
  const [duplicates, setDuplicates] = useState<readonly NamedDuplicate[]>([]);
  const { progress, start, cancel } = useUpload((stored, found) => {
    selection.remove(stored.map((file) => file.key));
    setDuplicates((known) => [...known, ...found]);
  });
  const busy = progress !== undefined;

  const submit = async () => {
    if (busy) return;
    if (selection.files.length === 0) return toast.error(texts.noFileChosen);
    if (fileTypeId === undefined) return toast.error(texts.noTypeChosen);
    setEnded(undefined);
    setDuplicates([]);
    const outcome = await start(selection.files, fileTypeId);
    setEnded(outcome.ended);
    if (outcome.ended === 'failed') toast.error(texts.uploadFailed, outcome.reason);
    if (outcome.ended !== 'stored') return;
    selection.clear();
    setFileTypeId(undefined);
    toast.success(texts.uploaded);
  };
  useSubmitKeys(() => void submit());

  return (
    <div className={styles.page}>
      <PageHeader title={texts.uploadTitle} subtitle={ownTexts.uploadSubtitle} />
      {team_id === null && <Alert className={styles.noTeam} color="red" title={refusals.noTeam} />}
      <DuplicatesNotice duplicates={duplicates} onClose={() => setDuplicates([])} />
      <div className={styles.choices}>
        <FileTypeCards chosen={fileTypeId} disabled={busy} onChoose={setFileTypeId} />
        <DropArea disabled={busy} onAdd={selection.add} />
      </div>
      <div className={styles.selection}>
        <SelectedFiles selection={selection} busy={busy} sentByKey={progress?.sentByKey} />
        <UploadFooter
          count={selection.files.length}
          typeChosen={fileTypeId !== undefined}
          progress={progress}
          onUpload={() => void submit()}
          onCancel={cancel}
        />
      </div>
      <VisuallyHidden role="status">
        {progress
          ? ownTexts.heard(coarsePercent(progress.sent, progress.total))
          : endedText(ended, selection.files.length)}
      </VisuallyHidden>
      <LeaveGuard active={busy} title={ownTexts.leaveTitle} question={ownTexts.leaveQuestion} leave={ownTexts.leave} />
    </div>
  );
}

/** The toast says the rest; a cancelled upload has none. */
function endedText(ended: UploadOutcome['ended'] | undefined, left: number): string {
  if (ended === 'cancelled') return ownTexts.cancelled(left);
  return ended === 'failed' ? ownTexts.failedWith(left) : '';
}
