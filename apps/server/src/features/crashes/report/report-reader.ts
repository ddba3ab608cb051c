import type { CrashGrouping } from '../grouping/group-crash.ts';
import type { CrashReport } from './crash-report.ts';

/** What is needed of a report to count it. */
export interface GroupedReport {
  readonly grouping: CrashGrouping;
  readonly exceptionType: string | null;
  readonly appVersion: string | null;
}

/**
 * Reads stored reports, which may have megabytes, away from the thread that answers requests.
 *
 * Every adapter keeps these promises; report-reader.contract.ts checks them:
 * - the same as readReportJson and groupCrash, one answer for each report, in order;
 * - a report that takes too long or too much memory is undefined, and costs no other;
 * - after close everything is undefined.
 */
export interface ReportReader {
  read(reportJson: string): Promise<CrashReport | undefined>;
  group(reportJson: string): Promise<GroupedReport | undefined>;
  close(): Promise<void>;
}
