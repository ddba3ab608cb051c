import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { toCsv } from '../to-csv.ts';
import type { TimeSeries } from './time-series.ts';

export interface TimeChartTableProps {
  readonly label: string;
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  readonly formatTime: (ms: number) => string;
  readonly formatValue: (value: number) => string;
}

interface TableRow {
  readonly ms: number;
  readonly index: number;
}

export function TimeChartTable({ label, times, series, formatTime, formatValue }: TimeChartTableProps) {
  const rows = useMemo(() => times.map((ms, index): TableRow => ({ ms, index })), [times]);
  const columns = useMemo(
    (): DataColumn<TableRow>[] => [
      {
        id: 'time',
        header: 'Time',
        cell: (row) => formatTime(row.ms),
        sortValue: (row) => row.ms,
        width: 'minmax(160px, 1fr)',
      },
      ...series.map(
        (one, at): DataColumn<TableRow> => ({
          id: `series-${at}`,
          header: one.name,
          align: 'end',
          width: 'minmax(96px, 1fr)',
          cell: ({ index }) => {
            const value = one.values[index] ?? null;
            return value === null ? '–' : formatValue(value);
          },
          sortValue: ({ index }) => one.values[index],
        }),
      ),
    ],
    [series, formatTime, formatValue],
  );
  return (
    <DataTable
      label={`${label} as a table`}
      rows={rows}
      columns={columns}
      rowId={(row) => String(row.ms)}
      maxHeight={320}
      empty={{ title: 'No data in this range' }}
    />
  );
}

export function timeChartCsv(times: readonly number[], series: readonly TimeSeries[]): string {
  return toCsv(
    ['time', ...series.map((one) => one.name)],
    times.map((ms, index) => [new Date(ms).toISOString(), ...series.map((one) => one.values[index] ?? null)]),
  );
}
