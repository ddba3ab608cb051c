import type { CrashReport } from '../report/crash-report.ts';
import type { GroupedReport, ReportJson } from '../report/report-reader.ts';

/** What goes to the thread and comes back. */
export interface ReportWork {
  readonly do: 'read' | 'group';
  readonly reportJson: ReportJson;
}

export interface ReportReply {
  readonly report?: CrashReport;
  readonly grouped?: GroupedReport;
}
