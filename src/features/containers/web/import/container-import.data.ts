import { queryOptions } from '@tanstack/react-query';
import { containerImportContract } from '#features/containers/import/container-import.contract.ts';
import { call } from '#web/call.ts';

export const importsKey = ['container imports'] as const;

export const importsQuery = queryOptions({
  queryKey: importsKey,
  queryFn: ({ signal }) => call(containerImportContract.list, {}, { signal }),
});

/** Read once for each visit of the screen: the screen itself has the later choices. */
export const unfinishedQuery = queryOptions({
  queryKey: ['unfinished container import'],
  queryFn: ({ signal }) => call(containerImportContract.unfinished, {}, { signal }),
  staleTime: Infinity,
  gcTime: 0,
});

/** The list of the containers that an import created or changed. */
export const containersOfImport = (id: number): string => `/container-status?import_id=${id}`;

/** The workbook of the rows that an import does not take. */
export const leftOutLink = (id: number): string => containerImportContract.leftOutXlsx.path.replace(':id', String(id));
