import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatExactNumber } from '../../../design/format/format-number.ts';
import { dateFormatter } from '../../../design/format/format-time.ts';
import textStyles from '../../../design/primitives/text.module.css';
import { type DataColumn, DataTable } from '../../../design/tables/data-table.tsx';
import styles from '../data.module.css';
import { type LedgerDay, type LedgerSums, ledgerParts, partWords, sumOfParts } from './ledger-parts.ts';

export interface LedgerTableProps {
  readonly days: readonly LedgerDay[];
  readonly totals: LedgerSums;
  readonly interval: 'hour' | 'day';
}

interface Row extends LedgerDay {
  readonly isTotal: boolean;
}

const shapes = {
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
} as const;

/** Newest first, the total above all; exact numbers, so that anybody can add them up. */
export function LedgerTable({ days, totals, interval }: LedgerTableProps) {
  const rows = useMemo((): readonly Row[] => {
    const received = days.filter((day) => day.received > 0 || day.difference !== 0).toReversed();
    const total = {
      startMs: Number.NaN,
      isTotal: true,
      sums: totals,
      received: totals.received,
      replayed: totals.replayed,
      difference: totals.received - sumOfParts(totals),
    };
    return [total, ...received.map((day) => ({ ...day, isTotal: false }))];
  }, [days, totals]);
  const columns = useMemo((): readonly DataColumn<Row>[] => {
    const when = dateFormatter('UTC', shapes[interval]);
    const number = (row: Row, value: number) => (
      <span className={row.isTotal ? textStyles.strong : value === 0 ? textStyles.faint : textStyles.tabular}>
        {formatExactNumber(value)}
      </span>
    );
    return [
      {
        id: 'when',
        header: interval === 'day' ? 'Day' : 'Hour',
        width: 'minmax(120px, 1fr)',
        onCard: 'title',
        cell: ({ isTotal, startMs }) => (
          <span className={isTotal ? textStyles.strong : undefined}>{isTotal ? 'Total' : when.format(startMs)}</span>
        ),
      },
      {
        id: 'received',
        header: 'Received',
        align: 'end',
        cell: (row) => number(row, row.received),
      },
      ...ledgerParts.map((part) => ({
        id: part,
        header: partWords[part].label,
        align: 'end' as const,
        hint: partWords[part].sentence,
        cell: (row: Row) => number(row, row.sums[part]),
      })),
      {
        id: 'check',
        header: 'Matches',
        width: '100px',
        align: 'end',
        cell: ({ difference }) =>
          difference === 0 ? (
            <span className={styles.good}>
              <IconCheck size={14} aria-hidden /> yes
            </span>
          ) : (
            <span className={styles.bad}>
              <IconAlertTriangle size={14} aria-hidden /> {formatExactNumber(difference)} off
            </span>
          ),
      },
    ];
  }, [interval]);
  return (
    <DataTable
      label="Ledger"
      rows={rows}
      columns={columns}
      rowId={({ isTotal, startMs }) => (isTotal ? 'total' : String(startMs))}
      empty={{ title: 'No data received' }}
    />
  );
}
