import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { containerUploadTexts as texts } from '#features/files/upload/container-upload.texts.ts';
import { containersKey } from '#web/query-keys.ts';
import { toast } from '#web/toast.tsx';
import { typeProposalsQuery } from '../files.data.ts';
import type { NamedDuplicate } from './DuplicatesNotice.tsx';
import { useSelectedFiles } from './use-selected-files.ts';
import type { SelectedFile } from './use-selected-files.ts';
import { useUpload } from './use-upload.ts';
import type { UploadOutcome, UploadTarget } from './use-upload.ts';

export type StoredDocument = { id: number; filename: string };

/** The files of the dialog, their types, and their upload: one type after the other. */
export function useContainerUpload(target: UploadTarget) {
  const client = useQueryClient();
  const selection = useSelectedFiles();
  // By the key of the file. Undefined until the user chooses. Until then, the proposal applies.
  const [chosen, setChosen] = useState<ReadonlyMap<number, number | undefined>>(new Map());
  const [stored, setStored] = useState<readonly StoredDocument[]>([]);
  const [duplicates, setDuplicates] = useState<readonly NamedDuplicate[]>([]);
  const [failure, setFailure] = useState<string>();
  const upload = useUpload((files, found, answer) => {
    selection.remove(files.map(({ key }) => key));
    setDuplicates((known) => [...known, ...found]);
    setStored((known) => [...known, ...answer.files.map(({ id, filename }) => ({ id, filename }))]);
    if (answer.linked === false) toast.error(texts.linkMissing, texts.linkMissingHint);
  });
  const names = selection.files.map(({ originalName }) => originalName);
  const { data: proposals } = useQuery(typeProposalsQuery(names));
  const proposalOf = (name: string) => proposals?.get(name);
  const typeOf = ({ key, originalName }: { key: number; originalName: string }) =>
    chosen.has(key) ? chosen.get(key) : proposalOf(originalName)?.file_type_id;
  const busy = upload.progress !== undefined;

  const report = async (outcome: Promise<UploadOutcome>) => {
    setFailure(undefined);
    const how = await outcome;
    if (how.ended === 'failed') setFailure(how.reason ?? '');
    void client.invalidateQueries({ queryKey: containersKey });
    return how.ended;
  };
  /** Returns whether all files are stored. Every file must have a type. */
  const start = async (): Promise<boolean> => {
    const groups = Map.groupBy(selection.files, typeOf);
    for (const [type, files] of groups)
      if (type === undefined || (await report(upload.start(files, type, target))) !== 'stored') return false;
    return true;
  };

  return {
    selection,
    typeOf,
    proposalOf,
    choose: (keys: readonly number[], type: number | undefined) =>
      setChosen((known) => new Map([...known, ...keys.map((key) => [key, type] as const)])),
    upload,
    busy,
    start,
    retry: (file: SelectedFile) => void report(upload.retry(file, typeOf(file), target)),
    stored,
    duplicates,
    failure,
  };
}
