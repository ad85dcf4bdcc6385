import { VisuallyHidden } from '@mantine/core';
import { locale } from '#shared/format.ts';
import { ownTexts, texts } from '../dashboards.texts.ts';
import type { TrendMonth } from './TrendsCard.tsx';
import styles from './TrendsCard.module.css';

// The months are in UTC. In another time zone, the first day of a month could be in the previous month.
const monthName = (month: string) =>
  new Date(`${month}-01`).toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The numbers of the chart. Always present for screen readers. */
export function TrendsTable({ months, isShown }: { months: readonly TrendMonth[]; isShown: boolean }) {
  const table = (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{ownTexts.trendsTable}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{ownTexts.month}</th>
          <th scope="col">{texts.filesUploaded}</th>
          <th scope="col">{texts.totalUsers}</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, files, users }) => (
          <tr key={month}>
            <th scope="row">{monthName(month)}</th>
            <td>{files.toLocaleString(locale)}</td>
            <td>{users?.toLocaleString(locale) ?? ownTexts.notAvailable}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  return isShown ? table : <VisuallyHidden>{table}</VisuallyHidden>;
}
