import { useEffect, useRef, useState } from 'react';
import type { File } from '#features/files/core/files.contract.ts';
import { containerUploadTexts as texts } from '#features/files/upload/container-upload.texts.ts';
import { toast } from '#web/toast.tsx';
import type { TransferHandlers } from '../chosen/TransferControls.tsx';
import { useUpload } from '../sending/use-upload.ts';
import type { UploadOutcome, UploadTarget } from '../sending/use-upload.ts';
import type { NamedDuplicate } from './DuplicatesNotice.tsx';
import { useFileTypes } from './use-file-types.ts';
import { useSelectedFiles } from './use-selected-files.ts';

export type StoredDocument = Pick<File, 'id' | 'filename'>;

type Options = {
  target: UploadTarget;
  /** The type of the files for which the user has chosen none. */
  typeForAll?: number | undefined;
  onStored?: (files: readonly StoredDocument[]) => void;
  /** Called after each upload, also if it failed. */
  onEnd: (outcome: UploadOutcome) => void;
};

/** The selected files, their types and their upload: for the upload page, and for the dialog of a container. */
export function useFileUpload(options: Options) {
  const selection = useSelectedFiles();
  const fileTypes = useFileTypes(selection.files, options.typeForAll);
  const [duplicates, setDuplicates] = useState<readonly NamedDuplicate[]>([]);
  const [outcome, setOutcome] = useState<UploadOutcome>();
  const now = useRef({ ...options, typeOf: fileTypes.typeOf });
  useEffect(() => {
    now.current = { ...options, typeOf: fileTypes.typeOf };
  });
  const upload = useUpload((files, found, answer) => {
    selection.remove(files.map(({ key }) => key));
    setDuplicates((known) => [...known, ...found]);
    now.current.onStored?.(answer.files.map(({ id, filename }) => ({ id, filename })));
    if (answer.linked === false) toast.error(texts.linkMissing, texts.linkMissingHint);
  });

  const report = async (ended: Promise<UploadOutcome>) => {
    setOutcome(undefined);
    const how = await ended;
    setOutcome(how);
    now.current.onEnd(how);
    return how.ended;
  };
  // Stable functions, because the rows of a long list get them. They use only stable values.
  const [handlers] = useState<TransferHandlers>(() => ({
    ...upload.control,
    retry: (file) => void report(upload.retry(file, now.current.typeOf(file), now.current.target)),
    remove: (keys) => {
      upload.control.forget(keys);
      selection.remove(keys);
    },
  }));

  return {
    selection,
    fileTypes,
    upload,
    busy: upload.progress !== undefined,
    /** How the last upload ended. Undefined while one is active. */
    outcome,
    duplicates,
    clearDuplicates: () => setDuplicates([]),
    handlers,
    report,
    /** Every file must have a type. */
    start: () => report(upload.start(selection.files, fileTypes.typeOf, options.target)),
  };
}
