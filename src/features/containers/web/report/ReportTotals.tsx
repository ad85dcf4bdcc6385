import { Anchor, SimpleGrid } from '@mantine/core';
import { IconCalendarCheck, IconCalendarStats, IconChartHistogram, IconHourglass } from '@tabler/icons-react';
import { Link } from 'react-router';
import { measureTexts } from '#features/containers/report/container-measures.texts.ts';
import type { Report } from '#features/containers/report/container-report.contract.ts';
import { listAddress, percentOf } from '#features/containers/report/container-report.rules.ts';
import { minContainers } from '#features/containers/report/outcomes.rules.ts';
import { reportTexts as texts } from '#features/containers/report/report-page.texts.ts';
import { locale } from '#shared/format.ts';
import { StatCard } from '#web/widgets/StatCard.tsx';
import { FigureLink } from './ReportRate.tsx';

/** The figures of the whole period, with the containers behind each. */
export function ReportTotals({ report }: { report: Report }) {
  const { measure, from, to, totals, open_delays } = report;
  const { n, first_on_time, last_on_time } = totals[measure];
  const counted = { measure, from, to };
  const all = (
    <FigureLink counted={counted} color="inherit">
      {texts.of(n)}
    </FigureLink>
  );
  const share = (onTime: number | null, result: 'first_on_time' | 'last_on_time') =>
    onTime === null ? (
      texts.none
    ) : (
      <FigureLink counted={{ ...counted, result }} color="inherit">
        {texts.percent(percentOf(onTime, n))}
      </FigureLink>
    );
  const slip = (days: number | null) => (days === null ? texts.none : texts.days(days));
  const remark = n < minContainers ? texts.tooFew : all;
  return (
    <section aria-label={`${texts.totals}: ${measureTexts[measure]}`}>
      <SimpleGrid minColWidth="min(100%, 160px)" autoFlow="auto-fit">
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
            <Anchor component={Link} to={listAddress({ preset: 'no_new_date' })} inherit c="inherit">
              {open_delays === null ? texts.fewer : open_delays.toLocaleString(locale)}
            </Anchor>
          }
          remark={texts.withoutNewDate}
          icon={IconHourglass}
          tone="accent"
        />
      </SimpleGrid>
    </section>
  );
}
