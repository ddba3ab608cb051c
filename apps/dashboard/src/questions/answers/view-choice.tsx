import { SegmentedControl } from '@mantine/core';
import { type ChartType, chartTypes, type Question } from '../question.ts';

export interface ViewChoiceProps {
  readonly question: Question;
  readonly onChange: (question: Question) => void;
}

const chartLabels: Readonly<Record<ChartType, string>> = {
  line: 'Line',
  area: 'Area',
  bar: 'Bars',
  stacked_bar: 'Stacked',
  single_metric: 'Number',
};

/** How the answer is shown, where there is more than one way. */
export function ViewChoice({ question, onChange }: ViewChoiceProps) {
  if (question.kind === 'timeseries') {
    return (
      <SegmentedControl
        size="xs"
        aria-label="Chart"
        data={chartTypes.map((value) => ({ value, label: chartLabels[value] }))}
        value={question.chart}
        onChange={(chart) => onChange({ ...question, chart: chart as ChartType })}
      />
    );
  }
  if (question.kind === 'retention') {
    return (
      <SegmentedControl
        size="xs"
        aria-label="Show people as"
        data={[
          { value: 'percent', label: 'Percent' },
          { value: 'count', label: 'People' },
        ]}
        value={question.unit}
        onChange={(unit) => onChange({ ...question, unit: unit as 'percent' | 'count' })}
      />
    );
  }
  return null;
}
