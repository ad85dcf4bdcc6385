import { selectionContract } from '#features/files/list/selection.contract.ts';

/** Returns the URL at which the browser downloads several files as one archive. */
export const zipLink = (files: readonly { id: number }[]): string =>
  `${selectionContract.zip.path}?ids=${files.map((file) => file.id).join(',')}`;
