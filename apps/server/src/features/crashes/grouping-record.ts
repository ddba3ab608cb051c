import type { LogRecord } from '../../collect/event-log/log-record.ts';

export interface DecidedGrouping {
  readonly crashId: string;
  readonly fingerprint: string;
  readonly rule: number;
  /** Version of the project's symbols that it was decided with. */
  readonly symbols: number;
}

/** Says of reports which group they belong to. A later record about the same report counts instead of an earlier one. */
export function groupingRecord(
  scope: { readonly projectId: string; readonly environmentId: string },
  groupings: readonly DecidedGrouping[],
  receivedAtMs: number,
): LogRecord {
  const items = groupings.map(({ crashId, fingerprint, rule, symbols }) => ({
    crash_id: crashId,
    fingerprint,
    rule,
    symbols,
  }));
  return { kind: 'grouping', ...scope, receivedAtMs, body: Buffer.from(JSON.stringify({ items })) };
}
