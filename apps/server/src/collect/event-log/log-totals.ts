import { crc32 } from 'node:zlib';

/** How much a log has kept since it counts: what is missing between two places is the difference. */
export interface LogTotals {
  readonly records: number;
  /** Elements of the batches of events, the rejected ones too. */
  readonly events: number;
}

/** As they stand in a line. Headers and seals have no checksum, and a flipped digit here would be taken for a loss. */
export interface StoredTotals extends LogTotals {
  readonly c: number;
}

const checksum = ({ records, events }: LogTotals): number => crc32(`${records},${events}`);

export const storeTotals = (totals: LogTotals): StoredTotals => ({
  records: totals.records,
  events: totals.events,
  c: checksum(totals),
});

export const areTotals = (value: unknown): boolean => {
  const { records, events, c } = Object(value) as Partial<StoredTotals>;
  const isCount = (count: unknown): boolean => Number.isSafeInteger(count) && (count as number) >= 0;
  return isCount(records) && isCount(events) && c === checksum(value as LogTotals);
};

export const NO_TOTALS: LogTotals = { records: 0, events: 0 };

export const addTotals = (a: LogTotals, b: LogTotals): LogTotals => ({
  records: a.records + b.records,
  events: a.events + b.events,
});

export const greaterTotals = (a: LogTotals, b: LogTotals): LogTotals => ({
  records: Math.max(a.records, b.records),
  events: Math.max(a.events, b.events),
});
