import { usersExportContract } from '#features/users/users-export.contract.ts';
import { fillRequest } from '#web/request.ts';
import type { TableLinks } from '#web/widgets/DownloadMenuOpened.tsx';
import type { UserFilter } from './users.data.ts';

/** The addresses from which the browser downloads the users that pass a filter. */
export function exportLinks({ search, ...others }: UserFilter): TableLinks {
  const input = { search: search || undefined, ...others };
  return {
    csv: fillRequest(usersExportContract.csv, input).url,
    xlsx: fillRequest(usersExportContract.xlsx, input).url,
  };
}
