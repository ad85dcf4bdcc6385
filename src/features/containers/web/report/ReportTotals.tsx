import { IconCalendarCheck, IconCalendarStats, IconChartHistogram, IconHourglass } from '@tabler/icons-react';
import { Link } from 'react-router';
import { measureTexts } from '#features/containers/report/container-measures.texts.ts';
import type { Report } from '#features/containers/report/container-report.contract.ts';
import { filtersOf, listAddress, percentOf } from '#features/containers/report/container-report.rules.ts';
import { reportTexts as texts } from '#features/containers/report/report-page.texts.ts';
import { locale } from '#shared/format.ts';
import { StatCard } from '#web/widgets/StatCard.tsx';
import styles from './ReportPage.module.css';

/** The figures of the whole period, with the containers behind each. */
export function ReportTotals({ report }: { report: Report }) {
  const { measure, from, to, totals, open_delays } = report;
  const { n, first_on_time, last_on_time } = totals[measure];
  const counted = { measure, from, to };
  const all = <Link to={listAddress(filtersOf(counted))}>{texts.of(n)}</Link>;
  const share = (onTime: number | null, result: 'first_on_time' | 'last_on_time') =>
    onTime === null ? (
      texts.none
    ) : (
      <Link to={listAddress(filtersOf({ ...counted, result }))}>{texts.percent(percentOf(onTime, n))}</Link>
    );
  const slip = (days: number | null) => (days === null ? texts.none : texts.days(days));
  const remark = n < 5 ? texts.tooFew : all;
  return (
    <section className={styles.totals} aria-label={`${texts.totals}: ${measureTexts[measure]}`}>
      <StatCard
        label={texts.onTimeFirst}
        value={share(first_on_time, 'first_on_time')}
        remark={remark}
        icon={IconCalendarCheck}
      />
      <StatCard
        label={texts.onTimeLast}
        value={share(last_on_time, 'last_on_time')}
        remark={remark}
        icon={IconCalendarStats}
        tone="success"
      />
      <StatCard label={texts.slipMedian} value={slip(totals.median)} remark={remark} icon={IconChartHistogram} />
      <StatCard label={texts.slipP80} value={slip(totals.p80)} remark={remark} icon={IconChartHistogram} />
      <StatCard
        label={texts.openDelays}
        value={
          <Link to={listAddress({ preset: 'no_new_date' })}>
            {open_delays === null ? texts.fewer : open_delays.toLocaleString(locale)}
          </Link>
        }
        remark={texts.withoutNewDate}
        icon={IconHourglass}
        tone="accent"
      />
    </section>
  );
}
