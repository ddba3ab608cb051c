import { oneOf, textOf } from '../../../navigation/use-page-search.ts';

export interface ReportSearch {
  /** The crash id of the report that is shown; the newest when absent. */
  readonly report: string | undefined;
  readonly stack: 'symbols' | 'reported';
  /** The place of a thread in the report; the exception when absent. */
  readonly thread: number | undefined;
}

const crashId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readReportSearch(raw: Readonly<Record<string, unknown>>): ReportSearch {
  const report = textOf(raw.report);
  const thread = Number(raw.thread);
  return {
    report: report !== undefined && crashId.test(report) ? report : undefined,
    stack: oneOf(raw.stack, ['symbols', 'reported'], 'symbols'),
    thread: raw.thread !== undefined && Number.isInteger(thread) && thread >= 0 ? thread : undefined,
  };
}
