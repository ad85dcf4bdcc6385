import { SimpleGrid, Title } from '@mantine/core';
import { useNavigate } from 'react-router';
import { causeText } from '#features/containers/report/container-measures.texts.ts';
import type { Report } from '#features/containers/report/container-report.contract.ts';
import { filtersOf, listAddress } from '#features/containers/report/container-report.rules.ts';
import { reportTexts as texts } from '#features/containers/report/report-page.texts.ts';
import { locale } from '#shared/format.ts';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { ReportChart } from './RateChart.tsx';
import { CountCell } from './ReportRate.tsx';
import styles from './ReportPage.module.css';

/** The reasons of delays by number of containers and by days lost. */
export function ReportReasons({ report }: { report: Report }) {
  const navigate = useNavigate();
  const { reasons, from, to } = report;
  const byDays = reasons.toSorted((one, other) => other.days_lost - one.days_lost);
  const chart = (title: string, rows: Report['reasons'], valueOf: (row: Report['reasons'][number]) => number) => (
    <div>
      <Title order={3} fz="sm" mb="xs">
        {title}
      </Title>
      <ReportChart
        label={texts.chartOf(title)}
        bars={rows.map((row) => ({ label: causeText(row.cause), n: row.containers, first: valueOf(row) }))}
        series={[{ name: 'first', label: title }]}
        layout="rows"
        unit=""
        onOpen={(index) => {
          const cause = rows[index]?.cause;
          if (cause) void navigate(listAddress(filtersOf({ cause, from, to })));
        }}
      />
    </div>
  );
  return (
    <Section title={texts.reasons}>
      {reasons.length === 0 ? (
        <Note>{texts.noReasons}</Note>
      ) : (
        <>
          <SimpleGrid minColWidth="min(100%, 460px)" autoFlow="auto-fit" spacing="lg" className={styles.chart ?? ''}>
            {chart(texts.byCount, reasons, ({ containers }) => containers)}
            {chart(texts.byDays, byDays, ({ days_lost }) => days_lost)}
          </SimpleGrid>
          <div className={styles.scroll}>
            <DataTable
              look="numbers"
              caption={texts.reasons}
              headings={[texts.reason, texts.containers, texts.delays, texts.daysLost]}
              className={styles.table}
            >
              {reasons.map(({ cause, containers, delays, days_lost }) => (
                <tr key={cause}>
                  <th scope="row">{causeText(cause)}</th>
                  <td>
                    <CountCell n={containers} counted={{ cause, from, to }} />
                  </td>
                  <td>{delays.toLocaleString(locale)}</td>
                  <td>{days_lost.toLocaleString(locale)}</td>
                </tr>
              ))}
            </DataTable>
          </div>
        </>
      )}
    </Section>
  );
}
