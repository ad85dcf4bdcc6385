import { Alert, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownTexts, refusals, texts } from '#features/files/files.texts.ts';
import { coarsePercent } from '#features/files/upload.rules.ts';
import type { UnfinishedUpload } from '#features/files/uploads.contract.ts';
import { isSourceOf } from '#features/files/uploads.rules.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { toast } from '#web/toast.ts';
import { LeaveGuard } from '#web/widgets/LeaveGuard.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { DropArea } from './DropArea.tsx';
import { DuplicatesNotice } from './DuplicatesNotice.tsx';
import type { NamedDuplicate } from './DuplicatesNotice.tsx';
import { uploadsQuery } from './files.data.ts';
import { FileTypeCards } from './FileTypeCards.tsx';
import { ResumeNotice } from './ResumeNotice.tsx';
import { SelectedFiles } from './SelectedFiles.tsx';
import type { TransferHandlers } from './TransferControls.tsx';
import type { UploadProgress } from './upload-book.ts';
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
  const upload = useUpload((stored, found) => {
    selection.remove(stored.map((file) => file.key));
    setDuplicates((known) => [...known, ...found]);
  });
  const { progress, transfers, control } = upload;
  const { data: resumable = [] } = useQuery(uploadsQuery);
  const busy = progress !== undefined;

  const tell = async (outcome: Promise<UploadOutcome>) => {
    setEnded(undefined);
    const how = await outcome;
    setEnded(how.ended);
    if (how.ended === 'failed') toast.error(texts.uploadFailed, how.reason);
    if (how.ended === 'stored') toast.success(texts.uploaded);
    return how;
  };
  const submit = async () => {
    if (busy) return;
    if (selection.files.length === 0) return toast.error(texts.noFileChosen);
    if (fileTypeId === undefined) return toast.error(texts.noTypeChosen);
    setDuplicates([]);
    const { ended } = await tell(upload.start(selection.files, fileTypeId));
    if (ended === 'stored') setFileTypeId(undefined);
  };
  const goOn = (file: globalThis.File, begun: UnfinishedUpload) => {
    if (!isSourceOf(file, begun)) return toast.error(ownTexts.otherFile(begun.filename), ownTexts.otherFileHint);
    const [selected] = selection.add([file], begun.filename);
    if (selected) void tell(upload.goOn(selected, begun));
  };
  const add = (picked: readonly globalThis.File[]) => {
    const begun = resumable.filter(({ id }) => !known.has(id));
    const rest = picked.filter((file) => {
      const place = begun.findIndex((one) => isSourceOf(file, one));
      const [found] = place < 0 ? [] : begun.splice(place, 1);
      if (found) goOn(file, found);
      return !found;
    });
    selection.add(rest);
  };
  const known = new Set([...transfers.values()].map(({ uploadId }) => uploadId));
  // The same functions every time, as for `selection`; nothing that they use changes.
  const [handlers] = useState<TransferHandlers>(() => ({
    ...control,
    retry: (file) => void tell(upload.retry(file)),
    remove: (keys) => {
      control.forget(keys);
      selection.remove(keys);
    },
  }));
  useSubmitKeys(() => void submit());

  return (
    <div className={styles.page}>
      <PageHeader title={texts.uploadTitle} subtitle={ownTexts.uploadSubtitle} />
      {team_id === null && <Alert className={styles.noTeam} color="red" title={refusals.noTeam} />}
      <DuplicatesNotice duplicates={duplicates} onClose={() => setDuplicates([])} />
      <ResumeNotice known={known} onChoose={goOn} />
      <div className={styles.choices}>
        <FileTypeCards chosen={fileTypeId} disabled={busy} onChoose={setFileTypeId} />
        <DropArea disabled={busy} onAdd={add} />
      </div>
      <div className={styles.selection}>
        <SelectedFiles
          selection={selection}
          busy={busy}
          sentByKey={progress?.sentByKey}
          transfers={transfers}
          on={handlers}
        />
        <UploadFooter
          count={selection.files.length}
          typeChosen={fileTypeId !== undefined}
          progress={progress}
          onUpload={() => void submit()}
          onCancel={upload.cancel}
        />
      </div>
      <VisuallyHidden role="status">
        {progress ? heardText(progress) : endedText(ended, selection.files.length)}
      </VisuallyHidden>
      <LeaveGuard active={busy} title={ownTexts.leaveTitle} question={ownTexts.leaveQuestion} leave={ownTexts.leave} />
    </div>
  );
}

function heardText({ pause, sent, total }: UploadProgress): string {
  if (pause) return pause === 'paused' ? ownTexts.paused : ownTexts.waitingForNetwork;
  return ownTexts.heard(coarsePercent(sent, total));
}

/** The toast says the rest; a cancelled upload has none. */
function endedText(ended: UploadOutcome['ended'] | undefined, left: number): string {
  if (ended === 'cancelled') return ownTexts.cancelled(left);
  return ended === 'failed' ? ownTexts.failedWith(left) : '';
}
