import type { Wire } from '@lamppost/protocol';
import { useMemo } from 'react';
import { SingleMetric } from '../../charts/single-metric.tsx';
import { TimeChart } from '../../charts/time-chart/time-chart.tsx';
import { formatShortNumber } from '../../design/format/format-number.ts';
import textStyles from '../../design/primitives/text.module.css';
import type { Display } from '../features/feature-insight.ts';
import { BarsTable } from '../results/bars-table.tsx';
import resultStyles from '../results/result.module.css';
import { sqlDrawing } from './sql-drawing.ts';
import styles from './sql-result.module.css';

export interface SqlDisplayProps {
  readonly result: Wire['SqlResult'];
  readonly display: Exclude<Display, 'table'>;
  readonly label: string;
  readonly height: number;
  readonly onRange?: ((fromMs: number, toMs: number) => void) | undefined;
}

/** The rows of a query as a chart or a number; where they are none, why. */
export function SqlDisplay({ result, display, label, height, onRange }: SqlDisplayProps) {
  const drawing = useMemo(() => sqlDrawing(result, display), [result, display]);
  switch (drawing.kind) {
    case 'time':
      return (
        <TimeChart
          label={label}
          kind={display === 'bar' ? 'bar' : 'line'}
          times={drawing.chart.times}
          series={drawing.chart.series}
          height={height}
          timeZone={drawing.areDays ? 'UTC' : undefined}
          onRange={onRange}
          hasLegend={drawing.chart.series.length > 1}
        />
      );
    case 'bars':
      return (
        <BarsTable
          label={label}
          header={drawing.header}
          maxHeight={height}
          rows={drawing.rows.map(({ name, values }) => ({
            name,
            size: values[0] ?? null,
            cells: values.map(formatShortNumber),
          }))}
        />
      );
    case 'numbers':
      return (
        <div className={resultStyles.metrics}>
          {drawing.numbers.map(({ name, value }) => (
            <div key={name}>
              {drawing.numbers.length > 1 && <bdi className={resultStyles.metricName}>{name}</bdi>}
              <SingleMetric label={name} value={value} />
            </div>
          ))}
        </div>
      );
    case 'empty':
      return <p className={textStyles.note}>The query returned no rows</p>;
    case 'misfit':
      return (
        <p className={styles.truncated} role="status">
          {drawing.why} Edit the query, or show it as a table.
        </p>
      );
  }
}
