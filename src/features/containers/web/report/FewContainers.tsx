import { Box, Text } from '@mantine/core';
import type { Measure } from '#features/containers/core/container-fields.rules.ts';
import type { Report } from '#features/containers/report/container-report.contract.ts';
import { reportTexts as texts } from '#features/containers/report/report-page.texts.ts';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { CountCell } from './ReportRate.tsx';
import styles from './ReportPage.module.css';

/** The promised dates with fewer than five containers in the whole period: their numbers in place of empty charts. */
export function FewContainers({ report, measures }: { report: Report; measures: readonly Measure[] }) {
  const { totals, from, to } = report;
  return (
    <Section title={texts.emptyTitle}>
      <Text>{texts.emptyHint}</Text>
      <Box maw={420}>
        <DataTable look="numbers" caption={texts.totals} headings={[texts.date, texts.n]} className={styles.table}>
          {measures.map((measure) => (
            <tr key={measure}>
              <th scope="row">{texts.eventOf[measure]}</th>
              <td>
                <CountCell n={totals[measure].n} counted={{ measure, from, to }} />
              </td>
            </tr>
          ))}
        </DataTable>
      </Box>
    </Section>
  );
}
