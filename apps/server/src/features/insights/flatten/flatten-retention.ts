import type { Wire } from '@lamppost/protocol';
import { columns, type FlatInsight } from './flat-insight.ts';

type Cohorts = Wire['RetentionResult']['cohorts'];

/** With a breakdown its value comes first, empty for all. */
export function flattenRetention({ cohorts, breakdown }: Wire['RetentionResult']): FlatInsight {
  const types = { period: 'timestamp', size: 'integer', offset: 'integer', retention: 'number' } as const;
  if (breakdown === undefined) return { columns: columns(types), rows: rowsOf(cohorts) };
  const rows = [
    ...rowsOf(cohorts).map((row) => [null, ...row]),
    ...breakdown.flatMap((part) => rowsOf(part.cohorts).map((row) => [part.name, ...row])),
  ];
  return { columns: columns({ breakdown: 'text', ...types }), rows };
}

const rowsOf = (cohorts: Cohorts) =>
  cohorts.flatMap(({ period, size, retention }) =>
    retention.map((share, offset) => [Date.parse(period), size, offset, share]),
  );
