import { Alert, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, useEffect, useEffectEvent } from 'react';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { reportedFileTypesQuery } from '#features/file-types/web/file-types.data.ts';
import { ownTexts, refusals, texts, sharedTexts } from '#features/files/core/files.texts.ts';
import type { UnfinishedUpload } from '#features/files/upload/resumable-upload.contract.ts';
import { isSourceOf } from '#features/files/upload/resumable-upload.rules.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { takeSharedFiles } from '#web/shared-files.ts';
import { toast } from '#web/toast.tsx';
import { Card } from '#web/widgets/Card.tsx';
import { LeaveGuard } from '#web/widgets/LeaveGuard.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { uploadsQuery } from '../files.data.ts';
import type { UploadOutcome } from '../sending/use-upload.ts';
import { DropArea } from './DropArea.tsx';
import { DuplicatesNotice } from './DuplicatesNotice.tsx';
import { FileTypeCards } from './FileTypeCards.tsx';
import { ResumeNotice } from './ResumeNotice.tsx';
import { SelectedFiles } from './SelectedFiles.tsx';
import { announcementOf, UploadBar } from './UploadBar.tsx';
import { UploadFooter } from './UploadFooter.tsx';
import { useFileUpload } from './use-file-upload.ts';
import styles from './UploadPage.module.css';

/** `ContainerField`: chooses the container to which the files are linked. src/app/browser/screens hands it in. */
type Props = {
  ContainerField: ComponentType<{
    chosen: number | undefined;
    disabled: boolean;
    onChoose: (containerId: number | undefined) => void;
  }>;
};

/** See docs/specification.md#upload-screen. */
export function UploadPage({ ContainerField }: Props) {
  const { team_id } = useCurrentUser();
  const [chosenType, setFileTypeId] = useState<number>();
  const { data: types, isPending: isLoadingTypes } = useQuery(reportedFileTypesQuery);
  // A deleted type has no card any more, so it cannot stay chosen. The only type is chosen already.
  const fileTypeId = types?.find(({ id }) => id === chosenType || types.length === 1)?.id;
  const { chosen: containerId, choose: chooseContainer } = useChosenContainer();
  const uploading = useFileUpload({
    target: { container_id: containerId },
    typeForAll: fileTypeId,
    onEnd: (how) => {
      if (how.ended === 'failed') toast.error(texts.uploadFailed, how.reason);
      if (how.ended === 'stored') toast.success(texts.uploaded);
    },
  });
  const { selection, fileTypes, upload, busy, outcome } = uploading;
  const hasTypes = selection.files.length === 0 ? fileTypeId !== undefined : fileTypes.untyped.length === 0;
  const { progress, transfers } = upload;
  const { data: resumable = [], isPending: isLooking, failureCount } = useQuery(uploadsQuery);
  // If the server does not list the unfinished uploads, the page does not wait for the next attempts.
  const isPlaced = !isLooking || failureCount > 0;
  const heading = useRef<HTMLHeadingElement>(null);

  const submit = async () => {
    if (busy) return;
    if (selection.files.length === 0) return toast.error(texts.noFileChosen);
    if (!hasTypes) return toast.error(texts.noTypeChosen);
    uploading.clearDuplicates();
    if ((await uploading.start()) === 'stored') setFileTypeId(undefined);
  };
  const goOn = (file: globalThis.File, unfinished: UnfinishedUpload) => {
    if (!isSourceOf(file, unfinished))
      return toast.error(ownTexts.otherFile(unfinished.filename), ownTexts.otherFileHint);
    const [selected] = selection.add([file], unfinished.filename);
    if (selected) void uploading.report(upload.goOn(selected, unfinished));
  };
  const add = (picked: readonly globalThis.File[]) => {
    const unfinished = resumable.filter(({ id }) => !known.has(id));
    const rest = picked.filter((file) => {
      const index = unfinished.findIndex((one) => isSourceOf(file, one));
      const [found] = index < 0 ? [] : unfinished.splice(index, 1);
      if (found) goOn(file, found);
      return !found;
    });
    selection.add(rest);
  };
  const known = new Set([...transfers.values()].map(({ uploadId }) => uploadId));
  // Enter on a radio button and Ctrl or Cmd with Enter submit a form. While its button is disabled, browsers ignore them, and
  // the user would get no message about the missing fields.
  useWindowEvent('keydown', ({ key, target, ctrlKey, metaKey }) => {
    const onRadio = target instanceof HTMLInputElement && target.type === 'radio';
    if (key === 'Enter' && (onRadio || ctrlKey || metaKey)) void submit();
  });
  useSharedFiles(!isLooking, add);

  return (
    <div className={styles.page} data-loading={!isPlaced || isLoadingTypes}>
      <PageHeader title={texts.uploadTitle} subtitle={ownTexts.uploadSubtitle} headingRef={heading} />
      {team_id === null && <Alert style={{ gridColumn: '1 / -1' }} color="red" title={refusals.noTeam} />}
      <DuplicatesNotice duplicates={uploading.duplicates} onClose={uploading.clearDuplicates} />
      <ResumeNotice known={known} onChoose={goOn} />
      <div className={styles.choices}>
        <FileTypeCards ready={isPlaced} chosen={fileTypeId} disabled={busy} onChoose={setFileTypeId} />
        <ContainerField chosen={containerId} disabled={busy} onChoose={chooseContainer} />
        <DropArea ready={!isLooking} disabled={busy} onAdd={add} />
      </div>
      <Card className={styles.selection}>
        <SelectedFiles
          selection={selection}
          fileTypes={fileTypes}
          busy={busy}
          sentByKey={progress?.sentByKey}
          transfers={transfers}
          on={uploading.handlers}
        />
        <UploadFooter
          count={selection.files.length}
          typeChosen={hasTypes}
          progress={progress}
          onUpload={() => void submit()}
          onCancel={upload.cancel}
          onFocusLost={() => heading.current?.focus({ preventScroll: true })}
        />
      </Card>
      <UploadBar
        count={selection.files.length}
        typeChosen={hasTypes}
        progress={progress}
        onUpload={() => void submit()}
      />
      <VisuallyHidden role="status">
        {progress ? announcementOf(progress) : endedText(outcome?.ended, selection.files.length)}
      </VisuallyHidden>
      <LeaveGuard active={busy} title={ownTexts.leaveTitle} question={ownTexts.leaveQuestion} leave={ownTexts.leave} />
    </div>
  );
}

/** The container of the address: `?container=7`. An invalid one counts as none. */
function useChosenContainer() {
  const [address, setAddress] = useSearchParams();
  const given = address.get('container') ?? '';
  return {
    chosen: /^[1-9][0-9]{0,9}$/.test(given) ? Number(given) : undefined,
    choose: (id: number | undefined) =>
      setAddress(id === undefined ? {} : { container: String(id) }, { replace: true }),
  };
}

/** A toast reports the other outcomes; a cancelled upload has no toast. */
function endedText(ended: UploadOutcome['ended'] | undefined, left: number): string {
  if (ended === 'cancelled') return ownTexts.cancelled(left);
  return ended === 'failed' ? ownTexts.failedWith(left) : '';
}

/**
 * Adds the files that another app has shared: the service worker opens the upload screen with `?shared=received`, or with
 * the reason why there are none. `ready`: whether `onAdd` can be called already.
 */
function useSharedFiles(ready: boolean, onAdd: (files: readonly globalThis.File[]) => void): void {
  const [address, setAddress] = useSearchParams();
  const shared = address.get('shared');
  const take = useEffectEvent(async () => {
    // So that a reload does not look for them again.
    setAddress(
      (now) => {
        now.delete('shared');
        return now;
      },
      { replace: true },
    );
    if (shared === 'too-large') return toast.error(sharedTexts.tooLarge, sharedTexts.tooLargeHint);
    const files = shared === 'received' ? await takeSharedFiles() : [];
    if (files.length > 0) onAdd(files);
    else toast.error(sharedTexts.failed, sharedTexts.failedHint);
  });
  useEffect(() => {
    if (ready && shared !== null) void take();
  }, [ready, shared]);
}
