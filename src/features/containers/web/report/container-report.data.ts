import { keepPreviousData } from '@tanstack/react-query';
import { containerReportContract } from '#features/containers/report/container-report.contract.ts';
import { periodOf } from '#features/containers/report/container-report.rules.ts';
import type { ReportView } from '#features/containers/report/container-report.rules.ts';
import { callQuery } from '#web/call-query.ts';
import { fillRequest } from '#web/request.ts';

const inputOf = (view: ReportView, currentMonth: string) => {
  const { measure, group } = view;
  return { ...periodOf(view, currentMonth), measure, group };
};

/** The key is not that of the lists: a change of one container hardly changes a report, which reads all of them. */
export const reportQuery = (view: ReportView, currentMonth: string) =>
  callQuery(['container report', inputOf(view, currentMonth)], containerReportContract.report, {
    input: inputOf(view, currentMonth),
    placeholderData: keepPreviousData,
  });

/** The address of the CSV of the same report. */
export const reportCsvLink = (view: ReportView, currentMonth: string) =>
  fillRequest(containerReportContract.csv, inputOf(view, currentMonth)).url;
