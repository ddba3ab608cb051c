import type { JsonPage } from '../../../analytics/json-page.ts';
import { rowIdOf } from '../../../analytics/row-id.ts';
import { jsonObject, jsonText } from '../../../analytics/stored-json.ts';
import type { CrashReportsPage, StoredCrashReport } from './crash-groups.ts';

/** Of the reports of a page together, unless one alone has more. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

type Row = Readonly<Record<string, unknown>>;

/** A row `(crash_id, bytes)` of a page of reports, before the reports are read. */
export const listedReport = (row: Row, id: string): string =>
  jsonObject({ id: jsonText(id), crashId: jsonText(row.crash_id), bytes: String(row.bytes) });

/** First which reports and how large they are, then as many of them as fit. */
export async function crashReportPage(
  { rowsJson, nextCursor }: JsonPage,
  reportsOf: (crashIds: readonly string[]) => Promise<ReadonlyMap<string, StoredCrashReport>>,
): Promise<CrashReportsPage> {
  const listed: readonly { id: string; crashId: string; bytes: number }[] = JSON.parse(rowsJson);
  let spent = 0;
  const fitting = listed.filter(({ bytes }, at) => {
    spent += bytes;
    return at === 0 || spent <= MAX_PAGE_BYTES;
  });
  const reports = await reportsOf(fitting.map(({ crashId }) => crashId));
  const rows = fitting.flatMap(({ crashId }) => reports.get(crashId) ?? []);
  return { rows, nextCursor: fitting.length < listed.length ? (fitting.at(-1)?.id ?? null) : nextCursor };
}

/** Of a row `(crash_id, fingerprint, ts, received, log_tag, seq, idx, report)`, times in milliseconds. */
export const storedReport = (row: Row): StoredCrashReport => ({
  id: rowIdOf({ logTag: Number(row.log_tag), sequence: Number(row.seq), index: Number(row.idx) }),
  crashId: String(row.crash_id),
  fingerprint: row.fingerprint === null ? null : String(row.fingerprint),
  happenedAtMs: Number(row.ts),
  receivedAtMs: Number(row.received),
  reportJson: String(row.report),
});
