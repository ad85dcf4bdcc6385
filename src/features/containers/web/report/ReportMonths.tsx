import { ActionIcon } from '@mantine/core';
import { IconChartHistogram, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Measure } from '#features/containers/core/container-fields.rules.ts';
import { measureTexts } from '#features/containers/report/container-measures.texts.ts';
import type { Report } from '#features/containers/report/container-report.contract.ts';
import { filtersOf, listAddress } from '#features/containers/report/container-report.rules.ts';
import { reportTexts as texts } from '#features/containers/report/report-page.texts.ts';
import { locale } from '#shared/format.ts';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { RateChart } from './RateChart.tsx';
import { RateCells } from './ReportRate.tsx';
import styles from './ReportPage.module.css';

/** The months are calendar months, so their names do not depend on a time zone. */
const nameOf = (month: string) =>
  new Date(`${month}-01`).toLocaleDateString(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });

/**
 * The on-time rates of one promised date, as a chart or, on request and on paper, as a table. Without a month that has a
 * rate, there is only the table.
 */
export function ReportMonths({ report, measure }: { report: Report; measure: Measure }) {
  const [isTableChosen, setTableChosen] = useState(false);
  const navigate = useNavigate();
  const title = texts.months(measureTexts[measure]);
  const hasRate = report.months.some(({ [measure]: { first_on_time } }) => first_on_time !== null);
  const asTable = isTableChosen || !hasRate;
  const Icon = asTable ? IconChartHistogram : IconTable;
  const rates = report.months.map(({ month, [measure]: rate }) => ({ label: nameOf(month), rate }));
  const hasHidden = report.months.some(({ [measure]: { n, first_on_time } }) => n > 0 && first_on_time === null);
  const open = (index: number) => {
    const month = report.months[index]?.month;
    if (month) void navigate(listAddress(filtersOf({ measure, from: month, to: month })));
  };
  const label = asTable ? texts.asChart : texts.asTable;
  return (
    <Section
      title={title}
      actions={
        hasRate && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            my={-6}
            className={styles.noPrint ?? ''}
            aria-label={`${label}: ${measureTexts[measure]}`}
            title={label}
            onClick={() => setTableChosen(!asTable)}
          >
            <Icon size={19} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
        )
      }
    >
      {!asTable && (
        <div className={styles.chart}>
          <RateChart title={title} rates={rates} layout="columns" onOpen={open} />
          <Note>{texts.monthsNote}</Note>
        </div>
      )}
      <div className={asTable ? styles.scroll : styles.printOnly}>
        <MonthsTable {...{ report, measure, title }} isPlain={!asTable} />
      </div>
      {asTable && hasHidden && <Note>{hasRate ? texts.ruleOfFive : texts.noRates}</Note>}
    </Section>
  );
}

type TableProps = { report: Report; measure: Measure; title: string; isPlain: boolean };

/** Only months with containers. */
function MonthsTable({ report, measure, title, isPlain }: TableProps) {
  const months = report.months.filter(({ [measure]: { n } }) => n > 0);
  return (
    <DataTable
      look="numbers"
      caption={title}
      headings={[texts.month, texts.n, texts.onTimeFirst, texts.onTimeLast]}
      className={styles.table}
    >
      {months.map(({ month, [measure]: rate }) => {
        const counted = { counted: { measure, from: month, to: month }, isPlain };
        return (
          <tr key={month}>
            <th scope="row">{nameOf(month)}</th>
            <RateCells rate={rate} {...counted} />
          </tr>
        );
      })}
    </DataTable>
  );
}
