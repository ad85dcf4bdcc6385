import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { containerUploadTexts as texts } from '#features/files/upload/container-upload.texts.ts';
import { containersKey } from '#web/query-keys.ts';
import { toast } from '#web/toast.tsx';
import type { NamedDuplicate } from './DuplicatesNotice.tsx';
import { useUpload } from './sending/use-upload.ts';
import type { UploadOutcome, UploadTarget } from './sending/use-upload.ts';
import { useFileTypes } from './use-file-types.ts';
import { useSelectedFiles } from './use-selected-files.ts';
import type { SelectedFile } from './use-selected-files.ts';

export type StoredDocument = { id: number; filename: string };

/** The files of the dialog, their types, and their upload. */
export function useContainerUpload(target: UploadTarget) {
  const client = useQueryClient();
  const selection = useSelectedFiles();
  const [stored, setStored] = useState<readonly StoredDocument[]>([]);
  const [duplicates, setDuplicates] = useState<readonly NamedDuplicate[]>([]);
  const [failure, setFailure] = useState<string>();
  const upload = useUpload((files, found, answer) => {
    selection.remove(files.map(({ key }) => key));
    setDuplicates((known) => [...known, ...found]);
    setStored((known) => [...known, ...answer.files.map(({ id, filename }) => ({ id, filename }))]);
    if (answer.linked === false) toast.error(texts.linkMissing, texts.linkMissingHint);
  });
  const fileTypes = useFileTypes(selection.files);
  const { typeOf } = fileTypes;
  const busy = upload.progress !== undefined;

  const report = async (outcome: Promise<UploadOutcome>) => {
    setFailure(undefined);
    const how = await outcome;
    if (how.ended === 'failed') setFailure(how.reason ?? '');
    void client.invalidateQueries({ queryKey: containersKey });
    return how.ended;
  };
  /** Returns whether all files are stored. Every file must have a type. */
  const start = async () => (await report(upload.start(selection.files, typeOf, target))) === 'stored';

  return {
    selection,
    ...fileTypes,
    upload,
    busy,
    start,
    retry: (file: SelectedFile) => void report(upload.retry(file, typeOf(file), target)),
    stored,
    duplicates,
    failure,
  };
}
