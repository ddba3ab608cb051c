import type { Wire } from '@lamppost/protocol';
import { type AlignedSeries, alignSeries } from '../../charts/time-chart/align-series.ts';
import { nameOfValue } from '../value-name.ts';

type SqlResult = Wire['SqlResult'];

const isNumeric = (type: string): boolean => type === 'integer' || type === 'number';
const isTime = (type: string): boolean => type === 'timestamp' || type === 'date';
const MAX_SERIES = 20;

const nameOf = (value: unknown): string =>
  value === null || value === undefined ? '(none)' : nameOfValue(String(value));

/**
 * A result as lines over time: its first column of times, and each column of numbers; where one column is text, one
 * line for each of its values. Undefined for results that are none, such as those with two rows for one time.
 */
export function sqlChart({ columns, rows }: SqlResult): AlignedSeries | undefined {
  const time = columns.findIndex(({ type }) => isTime(type));
  const values = columns.flatMap(({ type }, index) => (isNumeric(type) ? [index] : []));
  const groups = columns.flatMap(({ type }, index) => (index !== time && !isNumeric(type) ? [index] : []));
  if (time < 0 || values.length === 0 || groups.length > 1 || rows.length < 2) return undefined;
  const [group] = groups;
  if (group !== undefined && (columns[group]?.type !== 'text' || values.length > 1)) return undefined;
  const lines = new Map<string, Map<string, number | null>>();
  for (const row of rows) {
    const at = row[time];
    if (typeof at !== 'string') continue;
    for (const column of values) {
      const name = group === undefined ? (columns[column]?.name ?? '') : nameOf(row[group]);
      const line = lines.get(name) ?? new Map<string, number | null>();
      if (line.has(at) || (lines.size >= MAX_SERIES && !lines.has(name))) return undefined;
      const value = row[column];
      line.set(at, typeof value === 'number' ? value : null);
      lines.set(name, line);
    }
  }
  return alignSeries(
    [...lines].map(([name, line]) => ({
      name,
      points: [...line].map(([bucketIso, value]) => ({ bucketIso, value })),
    })),
  );
}
