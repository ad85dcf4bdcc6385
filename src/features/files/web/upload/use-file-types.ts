import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { reportedFileTypesQuery } from '#features/file-types/web/file-types.data.ts';
import { containerUploadTexts as texts } from '#features/files/upload/container-upload.texts.ts';
import { isPhoto, proposedType } from '#features/files/upload/type-proposals.rules.ts';
import { typeProposalsQuery } from '../files.data.ts';
import type { SelectedFile } from './use-selected-files.ts';

type File = Pick<SelectedFile, 'key' | 'originalName'>;

const noTypes: readonly FileType[] = [];

/**
 * The types of the files before their upload. The user's choice for a file goes before the type for all files, and that before
 * the proposed type.
 */
export function useFileTypes(files: readonly File[], forAll?: number) {
  const { data: types = noTypes } = useQuery(reportedFileTypesQuery);
  const { data: similar } = useQuery(typeProposalsQuery(files.map(({ originalName }) => originalName)));
  const [chosen, setChosen] = useState<ReadonlyMap<number, number | undefined>>(new Map());
  const [lastPhoto, setLastPhoto] = useState(readLastPhoto);

  const proposalOf = ({ originalName }: File) =>
    proposedType(originalName, types, { similar: similar?.get(originalName), lastPhoto });
  const typeOf = (file: File) => {
    const type = chosen.has(file.key) ? chosen.get(file.key) : (forAll ?? proposalOf(file)?.file_type_id);
    // A type may have been deleted meanwhile.
    return types.some(({ id }) => id === type) ? type : undefined;
  };
  // Stable, because the rows of a long list get it.
  const choose = useCallback((of: readonly File[], type: number | undefined) => {
    setChosen((known) => new Map([...known, ...of.map(({ key }) => [key, type] as const)]));
    if (type === undefined || !of.some(({ originalName }) => isPhoto(originalName))) return;
    setLastPhoto(type);
    writeLastPhoto(type);
  }, []);
  const whyOf = (file: File) => {
    const proposed = proposalOf(file);
    return proposed && proposed.file_type_id === typeOf(file) ? texts.why(proposed) : undefined;
  };
  return { types, typeOf, whyOf, choose, untyped: files.filter((file) => typeOf(file) === undefined) };
}

export type FileTypes = ReturnType<typeof useFileTypes>;

const storageName = 'type of the last photo';

// Some browsers refuse the storage.
function readLastPhoto(): number | undefined {
  try {
    return Number(localStorage.getItem(storageName)) || undefined;
  } catch {
    return undefined;
  }
}

function writeLastPhoto(type: number): void {
  try {
    localStorage.setItem(storageName, String(type));
  } catch {}
}
