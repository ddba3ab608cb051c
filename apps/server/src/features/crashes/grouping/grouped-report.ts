import type { CrashReport } from '../report/crash-report.ts';
import type { GroupedReport } from '../report/report-reader.ts';
import { groupCrash } from './group-crash.ts';

export const groupedReport = (report: CrashReport): GroupedReport => ({
  grouping: groupCrash(report),
  exceptionType: report.exceptions.at(-1)?.type ?? report.exceptionType ?? null,
  appVersion: report.context.appVersion ?? null,
});
