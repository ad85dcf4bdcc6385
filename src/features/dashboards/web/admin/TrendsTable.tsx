import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { locale, nameOfMonth } from '#shared/format.ts';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { filesOfMonth } from '../files-of.ts';

/** One month of both series. `users` is undefined if the number of users is not available. */
export type TrendMonth = { month: string; files: number; users: number | undefined };

/** The numbers of the chart. Always present for screen readers. The numbers on screen open their files. */
export function TrendsTable({ months, isShown }: { months: readonly TrendMonth[]; isShown: boolean }) {
  const table = (
    <DataTable
      look="numbers"
      caption={ownTexts.trendsTable}
      headings={[ownTexts.month, texts.filesUploaded, texts.totalUsers]}
    >
      {months.map(({ month, files, users }) => (
        <tr key={month}>
          <th scope="row">{nameOfMonth(month)}</th>
          <td>
            {isShown ? (
              <Anchor component={Link} to={filesOfMonth(month)} inherit>
                {files.toLocaleString(locale)}
              </Anchor>
            ) : (
              files.toLocaleString(locale)
            )}
          </td>
          <td>{users?.toLocaleString(locale) ?? ownTexts.notAvailable}</td>
        </tr>
      ))}
    </DataTable>
  );
  return isShown ? table : <VisuallyHidden>{table}</VisuallyHidden>;
}
