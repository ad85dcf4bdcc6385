import { usersExportContract } from '#features/users/users-export.contract.ts';
import { fillRequest } from '#web/request.ts';
import type { TableLinks } from '#web/widgets/DownloadMenu.tsx';

/** The addresses from which the browser downloads the users that match a search and have a role. */
export function exportLinks(search: string, role_id: number | undefined): TableLinks {
  const input = { search: search || undefined, role_id };
  return {
    csv: fillRequest(usersExportContract.csv, input).url,
    xlsx: fillRequest(usersExportContract.xlsx, input).url,
  };
}
