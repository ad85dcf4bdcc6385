import { VisuallyHidden } from '@mantine/core';
import { locale } from '#shared/format.ts';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { ownTexts, texts } from '../dashboards.texts.ts';
import type { TrendMonth } from './TrendsCard.tsx';
import styles from './TrendsCard.module.css';

// The months are in UTC. In another time zone, the first day of a month could be in the previous month.
const monthName = (month: string) =>
  new Date(`${month}-01`).toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The numbers of the chart. Always present for screen readers. */
export function TrendsTable({ months, isShown }: { months: readonly TrendMonth[]; isShown: boolean }) {
  const table = (
    <DataTable
      look="numbers"
      caption={ownTexts.trendsTable}
      headings={[ownTexts.month, texts.filesUploaded, texts.totalUsers]}
      className={styles.table}
    >
      {months.map(({ month, files, users }) => (
        <tr key={month}>
          <th scope="row">{monthName(month)}</th>
          <td>{files.toLocaleString(locale)}</td>
          <td>{users?.toLocaleString(locale) ?? ownTexts.notAvailable}</td>
        </tr>
      ))}
    </DataTable>
  );
  return isShown ? table : <VisuallyHidden>{table}</VisuallyHidden>;
}
