import { SegmentedControl } from '@mantine/core';
import { type ChartType, chartTypes, type Insight } from '../insight.ts';

export interface ViewChoiceProps {
  readonly insight: Insight;
  readonly onChange: (insight: Insight) => void;
}

const chartLabels: Readonly<Record<ChartType, string>> = {
  line: 'Line',
  area: 'Area',
  bar: 'Bars',
  stacked_bar: 'Stacked',
  single_metric: 'Number',
};

/** How the answer is shown, where there is more than one way. */
export function ViewChoice({ insight, onChange }: ViewChoiceProps) {
  if (insight.kind === 'timeseries') {
    return (
      <SegmentedControl
        size="xs"
        aria-label="Chart"
        data={chartTypes.map((value) => ({ value, label: chartLabels[value] }))}
        value={insight.chart}
        onChange={(chart) => onChange({ ...insight, chart: chart as ChartType })}
      />
    );
  }
  if (insight.kind === 'retention') {
    return (
      <SegmentedControl
        size="xs"
        aria-label="Show people as"
        data={[
          { value: 'percent', label: 'Percent' },
          { value: 'count', label: 'People' },
        ]}
        value={insight.unit}
        onChange={(unit) => onChange({ ...insight, unit: unit as 'percent' | 'count' })}
      />
    );
  }
  return null;
}
