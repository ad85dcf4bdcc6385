import { Link } from 'react-router';
import type { Rate } from '#features/containers/report/container-report.contract.ts';
import { filtersOf, listAddress, percentOf } from '#features/containers/report/container-report.rules.ts';
import type { Counted } from '#features/containers/report/container-report.rules.ts';
import { reportTexts as texts } from '#features/containers/report/report-page.texts.ts';
import { locale } from '#shared/format.ts';
import styles from './ReportPage.module.css';

type Props = { rate: Rate; which: 'first' | 'last'; counted: Counted; isPlain?: boolean };

/** A rate and the late containers. Both lead to their containers, except in a table that only screen readers read. */
export function RateCell({ rate, which, counted, isPlain = false }: Props) {
  const onTime = rate[`${which}_on_time`];
  if (onTime === null) return <span className={styles.soft}>{texts.none}</span>;
  const late = rate.n - onTime;
  const percent = percentOf(onTime, rate.n);
  if (isPlain) return texts.onTimeOf(percent, onTime);
  return (
    <>
      <Link
        to={listAddress(filtersOf({ ...counted, result: `${which}_on_time` }))}
        aria-label={texts.onTimeOf(percent, onTime)}
      >
        {texts.percent(percent)}
      </Link>{' '}
      {late > 0 && (
        <Link className={styles.soft ?? ''} to={listAddress(filtersOf({ ...counted, result: `${which}_late` }))}>
          {texts.late(late)}
        </Link>
      )}
    </>
  );
}

/** The number of containers behind a figure, as a link to them. */
export function CountCell({ n, counted, isPlain = false }: { n: number; counted: Counted; isPlain?: boolean }) {
  if (n === 0 || isPlain) return <span className={styles.soft}>{n}</span>;
  return <Link to={listAddress(filtersOf(counted))}>{n.toLocaleString(locale)}</Link>;
}
