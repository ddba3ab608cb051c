import { useMemo } from 'react';
import { TimeChart } from '../../charts/time-chart/time-chart.tsx';
import { alertChartData } from './alert-chart-data.ts';
import { type AlertPreview, type Condition, formatValue } from './alert-words.ts';

export interface AlertChartProps {
  readonly label: string;
  readonly unit: AlertPreview['unit'];
  readonly points: AlertPreview['points'];
  readonly firing: AlertPreview['firing'];
  readonly condition: Condition;
  readonly height?: number | undefined;
}

/** What an alert watches, with its threshold or what is usual, and when it fired. */
export function AlertChart({ label, unit, points, firing, condition, height }: AlertChartProps) {
  const data = useMemo(
    () => alertChartData(label, points, firing, condition, Date.now()),
    [label, points, firing, condition],
  );
  const format = formatValue(unit);
  return (
    <TimeChart
      {...data}
      label={label}
      formatValue={format}
      isNear={unit === 'percent'}
      references={
        condition.kind === 'threshold'
          ? [{ value: condition.value, label: `Threshold ${format(condition.value)}` }]
          : undefined
      }
      height={height}
    />
  );
}
