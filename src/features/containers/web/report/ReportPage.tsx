import { Anchor, Box, Button, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { eventDays, measures } from '#features/containers/core/container-fields.rules.ts';
import type { Measure } from '#features/containers/core/container-fields.rules.ts';
import type { Report } from '#features/containers/report/container-report.contract.ts';
import { listAddress, reportView } from '#features/containers/report/container-report.rules.ts';
import { minContainers } from '#features/containers/report/outcomes.rules.ts';
import { readingTexts, reportTexts as texts } from '#features/containers/report/report-page.texts.ts';
import { localDate } from '#shared/calendar.ts';
import { useNow } from '#web/use-now.ts';
import { useView } from '#web/use-view.ts';
import { Card } from '#web/widgets/Card.tsx';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading, LoadingBox } from '#web/widgets/Loading.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { PartBoundary } from '#web/widgets/PartBoundary.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { PartiesLink } from '../filters/PartiesLink.tsx';
import { reportCsvLink, reportQuery } from './container-report.data.ts';
import { ReportChoices } from './ReportChoices.tsx';
import { ReportGroups } from './ReportGroups.tsx';
import { ReportMonths } from './ReportMonths.tsx';
import { CountCell } from './ReportRate.tsx';
import { ReportReasons } from './ReportReasons.tsx';
import { ReportTotals } from './ReportTotals.tsx';
import styles from './ReportPage.module.css';

const monthOf = (moment: Date) => localDate(moment).slice(0, 7);
const isSameMonth = (one: Date, other: Date) => monthOf(one) === monthOf(other);

/** `/container-status/report`. See docs/decisions/report.md. */
export function ReportPage() {
  const currentMonth = monthOf(useNow(60_000, isSameMonth));
  const { view, change } = useView(reportView);
  const report = useQuery(reportQuery(view, currentMonth));
  return (
    <Stack className={styles.page}>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        back={{ to: '/container-status', label: texts.back }}
        actions={
          <>
            <PartiesLink />
            <Button component="a" href={reportCsvLink(view, currentMonth)} download variant="default">
              {texts.csv}
            </Button>
            <Button variant="default" onClick={() => window.print()}>
              {texts.print}
            </Button>
          </>
        }
      />
      <ReportChoices view={view} currentMonth={currentMonth} onChange={change} />
      {report.data ? (
        <Stack aria-busy={report.isPlaceholderData}>
          <PartBoundary>
            <Figures report={report.data} />
          </PartBoundary>
        </Stack>
      ) : report.isPending ? (
        <FiguresLoading />
      ) : (
        <Card>
          <LoadFailed query={report} title={texts.failed} />
        </Card>
      )}
      <Section title={texts.definitions}>
        <SimpleGrid minColWidth="min(100%, 340px)" spacing="lg" verticalSpacing="md">
          {Object.entries(readingTexts).map(([term, text]) => (
            <div key={term}>
              <Title order={3} fz="sm">
                {term}
              </Title>
              <Note>{text}</Note>
            </div>
          ))}
        </SimpleGrid>
      </Section>
    </Stack>
  );
}

function Figures({ report }: { report: Report }) {
  const few = measures.filter((measure) => report.totals[measure].n < minContainers);
  const enough = measures.filter((measure) => !few.includes(measure));
  return (
    <>
      {enough.length > 0 && <ReportTotals report={report} />}
      <WithoutDays report={report} />
      {enough.length > 0 && (
        <SimpleGrid minColWidth="min(100%, 420px)" autoFlow="auto-fit" className={styles.months ?? ''}>
          {enough.map((measure) => (
            <ReportMonths key={measure} report={report} measure={measure} />
          ))}
        </SimpleGrid>
      )}
      {few.length > 0 && <FewContainers report={report} measures={few} />}
      {enough.includes(report.measure) && <ReportGroups key={`${report.group} ${report.measure}`} report={report} />}
      {(enough.length > 0 || report.reasons.length > 0) && <ReportReasons report={report} />}
    </>
  );
}

/** The containers that no figure counts, because the day of their receipt or departure is unknown. */
function WithoutDays({ report: { without_day } }: { report: Report }) {
  const days = eventDays.filter((day) => without_day[day] > 0);
  if (days.length === 0) return null;
  return (
    <Note>
      {texts.withoutDays}{' '}
      {days.map((day, index) => (
        <Fragment key={day}>
          {index > 0 && ', '}
          <Anchor component={Link} to={listAddress({ without: day })} inherit underline="always">
            {texts.withoutDay(day, without_day[day])}
          </Anchor>
        </Fragment>
      ))}
    </Note>
  );
}

function FiguresLoading() {
  return (
    <Loading label={texts.loading}>
      <Stack>
        <SimpleGrid minColWidth="min(100%, 160px)">
          {[0, 1, 2, 3, 4].map((total) => (
            <LoadingBox key={total} height={100} lines={2} />
          ))}
        </SimpleGrid>
        <SimpleGrid minColWidth="min(100%, 420px)">
          {measures.map((measure) => (
            <LoadingBox key={measure} height={320} lines={2} />
          ))}
        </SimpleGrid>
      </Stack>
    </Loading>
  );
}

/** The promised dates with fewer than five containers in the whole period: their numbers in place of empty charts. */
function FewContainers({ report, measures }: { report: Report; measures: readonly Measure[] }) {
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
