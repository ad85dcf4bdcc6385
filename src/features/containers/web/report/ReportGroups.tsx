import { Button, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { emptyGroup, groupTexts, measureTexts } from '#features/containers/report/container-measures.texts.ts';
import type { Report, ReportGroup } from '#features/containers/report/container-report.contract.ts';
import { filtersOf, listAddress } from '#features/containers/report/container-report.rules.ts';
import { reportTexts as texts } from '#features/containers/report/report-page.texts.ts';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { RateChart } from './RateChart.tsx';
import { RateCells } from './ReportRate.tsx';
import styles from './ReportPage.module.css';

const inChart = 10;
const inTable = 20;

/** The rates and the days late of suppliers, carriers, ports, teams or assignees. */
export function ReportGroups({ report }: { report: Report }) {
  const [showsAll, setShowsAll] = useState(false);
  const navigate = useNavigate();
  const { measure, group: field, groups, others, from, to } = report;
  const title = texts.groups(groupTexts[field], measureTexts[measure]);
  const countedOf = ({ key }: ReportGroup) => ({ measure, from, to, group: { field, key } });
  const nameOf = ({ name }: ReportGroup) => name ?? emptyGroup(field);
  const shown = showsAll ? groups : groups.slice(0, inTable);
  return (
    <Section title={title}>
      {groups.length === 0 ? (
        <Note>{texts.noGroups}</Note>
      ) : (
        <SimpleGrid minColWidth="min(100%, 460px)" autoFlow="auto-fit" spacing="lg">
          <div className={styles.chart}>
            <RateChart
              title={title}
              rates={groups.slice(0, inChart).map((group) => ({ label: nameOf(group), rate: group }))}
              layout="rows"
              onOpen={(index) => {
                const group = groups[index];
                if (group) void navigate(listAddress(filtersOf(countedOf(group))));
              }}
            />
          </div>
          <div className={styles.scroll}>
            <DataTable
              look="numbers"
              caption={title}
              headings={[groupTexts[field], texts.n, texts.onTimeFirst, texts.onTimeLast, texts.slipMedian, texts.p80]}
              className={styles.table}
            >
              {shown.map((group) => (
                <tr key={group.key ?? ''}>
                  <th scope="row">
                    <bdi>{nameOf(group)}</bdi>
                  </th>
                  <RateCells rate={group} counted={countedOf(group)} />
                  <td>{group.median === null ? texts.none : texts.days(group.median)}</td>
                  <td>{group.p80 === null ? texts.none : texts.days(group.p80)}</td>
                </tr>
              ))}
            </DataTable>
            {groups.length > shown.length && (
              <Button variant="default" mt="sm" className={styles.noPrint ?? ''} onClick={() => setShowsAll(true)}>
                {texts.allGroups(groups.length)}
              </Button>
            )}
          </div>
        </SimpleGrid>
      )}
      {groups.length > 0 && others > 0 && <Note>{texts.others(others)}</Note>}
    </Section>
  );
}
