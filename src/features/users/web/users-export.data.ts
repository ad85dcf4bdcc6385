import { usersExportContract } from '#features/users/users-export.contract.ts';
import { fillRequest } from '#web/request.ts';
import type { TableLinks } from '#web/widgets/DownloadMenu.tsx';

/** The addresses from which the browser downloads the users that match a search. */
export function exportLinks(search: string): TableLinks {
  const input = { search: search || undefined };
  return {
    csv: fillRequest(usersExportContract.csv, input).url,
    xlsx: fillRequest(usersExportContract.xlsx, input).url,
  };
}
