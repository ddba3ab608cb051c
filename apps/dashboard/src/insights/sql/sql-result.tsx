import type { Wire } from '@lamppost/protocol';
import { IconTableOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { TimeChart } from '../../charts/time-chart/time-chart.tsx';
import { formatCount } from '../../design/format/format-count.ts';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import textStyles from '../../design/primitives/text.module.css';
import { useTimeZone } from '../../design/primitives/time-zone.tsx';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { sqlCellText, sqlSortValue } from './sql-cell.ts';
import { sqlChart } from './sql-chart.ts';
import styles from './sql-result.module.css';
import { formatSqlTime, isDays, isTimeType } from './sql-time.ts';

export interface SqlResultProps {
  readonly result: Wire['SqlResult'];
  readonly label: string;
  readonly maxHeight?: number | undefined;
  /** False in a widget: only the rows. */
  readonly hasChart?: boolean | undefined;
}

interface Row {
  readonly id: string;
  readonly cells: readonly unknown[];
}

export function SqlResult({ result, label, maxHeight = 560, hasChart = true }: SqlResultProps) {
  const chart = useMemo(() => (hasChart ? sqlChart(result) : undefined), [result, hasChart]);
  const [view, setView] = useState<'table' | 'chart'>('table');
  const rows = useMemo<readonly Row[]>(
    () => result.rows.map((cells, index) => ({ id: String(index), cells })),
    [result],
  );
  const timeZone = useTimeZone();
  const columns = useMemo(
    () => result.columns.map((_, index) => columnOf(result, index, timeZone)),
    [result, timeZone],
  );
  return (
    <div className={flowStyles.stack8}>
      <div className={styles.facts}>
        <span>
          {formatCount(result.rows.length, 'row')}, {formatCount(result.columns.length, 'column')}
        </span>
        {chart !== undefined && (
          <SegmentedTabs
            label="Show the result as"
            look="pills"
            value={view}
            onChange={setView}
            tabs={[
              { value: 'table', label: 'Table' },
              { value: 'chart', label: 'Chart' },
            ]}
          />
        )}
      </div>
      {result.truncated && (
        <p className={styles.truncated} role="status">
          Only the first rows are shown. Add a LIMIT, or export the query to get all rows.
        </p>
      )}
      {chart !== undefined && view === 'chart' ? (
        <TimeChart label={label} times={chart.times} series={chart.series} height={360} />
      ) : (
        <DataTable
          label={label}
          rows={rows}
          columns={columns}
          rowId={({ id }) => id}
          maxHeight={maxHeight}
          empty={{
            icon: <IconTableOff size={28} stroke={1.4} />,
            title: 'No rows',
            children: 'The query returned no rows.',
          }}
        />
      )}
    </div>
  );
}

/** Two columns may have the same name, so their place is their id. */
function columnOf(result: Wire['SqlResult'], index: number, timeZone: string): DataColumn<Row> {
  const { name = '', type = '' } = result.columns[index] ?? {};
  const isNumber = type === 'integer' || type === 'number';
  const areDays = isTimeType(type) && isDays(result, index);
  const timeOf = (value: unknown) => (isTimeType(type) ? formatSqlTime(value, areDays, timeZone) : undefined);
  return {
    id: String(index),
    header: name,
    hint: type,
    align: isNumber ? 'end' : 'start',
    width: isNumber ? 'minmax(96px, 1fr)' : 'minmax(160px, 2fr)',
    sortValue: ({ cells }) => sqlSortValue(cells[index]),
    cell: ({ cells }) => <SqlCell value={cells[index]} time={timeOf(cells[index])} />,
  };
}

function SqlCell({ value, time }: { readonly value: unknown; readonly time: string | undefined }) {
  const text = sqlCellText(value);
  if (time !== undefined) return <span title={text}>{time}</span>;
  if (value === null || value === undefined) return <span className={styles.nothing}>{text}</span>;
  return (
    <span className={textStyles.mono12} title={text.length > 24 ? text.slice(0, 1_000) : undefined}>
      {text.slice(0, 500)}
    </span>
  );
}
