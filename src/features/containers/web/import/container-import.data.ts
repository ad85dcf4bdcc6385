import { containerImportContract } from '#features/containers/import/container-import.contract.ts';
import { callPages, callQuery } from '#web/call-query.ts';

export const importsKey = ['container imports'] as const;

export const importsQuery = callQuery(importsKey, containerImportContract.list);

/** Read once for each visit of the screen: the screen itself has the later choices. */
export const unfinishedQuery = callQuery(['unfinished container import'], containerImportContract.unfinished, {
  staleTime: Infinity,
  gcTime: 0,
});

/** The rows that an import does not take. */
export const leftOutQuery = (id: number) =>
  callPages([...importsKey, 'left out', id], containerImportContract.leftOut, { input: { id } });

/** The list of the containers that an import created or changed. */
export const containersOfImport = (id: number): string => `/container-status?import_id=${id}`;

/** The same rows as a workbook. */
export const leftOutLink = (id: number): string => containerImportContract.leftOutXlsx.path.replace(':id', String(id));
