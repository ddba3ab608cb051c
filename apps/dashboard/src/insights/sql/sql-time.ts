import type { Wire } from '@lamppost/protocol';
import { dateFormatter } from '../../design/format/format-time.ts';

type SqlResult = Wire['SqlResult'];

export const isTimeType = (type: string): boolean => type === 'timestamp' || type === 'date';

/** SQL truncates times in UTC: a column of nothing but midnights is one of days, and has no time of day to be moved. */
export const isDays = ({ columns, rows }: SqlResult, index: number): boolean =>
  columns[index]?.type === 'date' ||
  rows.every((row) => typeof row[index] !== 'string' || /T00:00:00(?:\.0+)?Z$/.test(row[index]));

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const moment = { ...day, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** A time of a result as people read it, in the time zone of the project; what is no time as it is. */
export function formatSqlTime(value: unknown, areDays: boolean, timeZone: string): string | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (!Number.isFinite(ms)) return undefined;
  return areDays ? dateFormatter('UTC', day).format(ms) : dateFormatter(timeZone, moment).format(ms);
}
