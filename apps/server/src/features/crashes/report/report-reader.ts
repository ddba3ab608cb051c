import type { CrashGrouping } from '../grouping/group-crash.ts';
import type { CrashReport } from './crash-report.ts';

/** What is needed of a report to count it. */
export interface GroupedReport {
  readonly grouping: CrashGrouping;
  readonly exceptionType: string | null;
  readonly appVersion: string | null;
}

/** As JSON. Bytes are made a text where they are read: a text of megabytes takes milliseconds. */
export type ReportJson = string | Uint8Array;

/**
 * Reads stored reports, which may have megabytes, away from the thread that answers requests.
 *
 * Every adapter keeps these promises; report-reader.contract.ts checks them:
 * - the same as readReportJson and groupCrash, one answer for each report, in order;
 * - a report that takes too long or too much memory is undefined, and costs no other;
 * - after close everything is undefined.
 */
export interface ReportReader {
  read(reportJson: ReportJson): Promise<CrashReport | undefined>;
  group(reportJson: ReportJson): Promise<GroupedReport | undefined>;
  close(): Promise<void>;
}
