import { SegmentedControl } from '@mantine/core';
import {
  type ChartType,
  chartTypes,
  type FunnelInsight,
  funnelViews,
  type Insight,
  type TrendsInsight,
} from '../insight.ts';
import styles from './result.module.css';

export interface ViewChoiceProps {
  readonly insight: Insight;
  readonly onChange: (insight: Insight) => void;
}

const chartLabels: Readonly<Record<ChartType, string>> = {
  line: 'Line',
  area: 'Area',
  bar: 'Bars',
  stacked_bar: 'Stacked',
  table: 'Table',
  single_metric: 'Number',
};

const viewLabels: Readonly<Record<FunnelInsight['view'], string>> = {
  steps: 'Steps',
  trend: 'Trend',
  times: 'Time to convert',
  correlation: 'Correlation',
};

/** A table of the countries is a breakdown as well as a chart. */
const COUNTRIES = 'countries';
const isByCountry = ({ chart, breakdowns }: TrendsInsight): boolean =>
  chart === 'table' && breakdowns.length === 1 && breakdowns[0] === 'country';

function withChart(insight: TrendsInsight, chart: string): TrendsInsight {
  if (chart === COUNTRIES) return { ...insight, chart: 'table', breakdowns: ['country'] };
  return { ...insight, chart: chart as ChartType, breakdowns: isByCountry(insight) ? [] : insight.breakdowns };
}

/** How the answer is shown, where there is more than one way. */
export function ViewChoice({ insight, onChange }: ViewChoiceProps) {
  if (insight.kind === 'timeseries') {
    return (
      <SegmentedControl
        className={styles.choice ?? ''}
        size="xs"
        aria-label="Chart"
        data={[
          ...chartTypes.map((value): { value: string; label: string } => ({ value, label: chartLabels[value] })),
          { value: COUNTRIES, label: 'Countries' },
        ]}
        value={isByCountry(insight) ? COUNTRIES : insight.chart}
        onChange={(chart) => onChange(withChart(insight, chart))}
      />
    );
  }
  if (insight.kind === 'funnel') {
    return (
      <SegmentedControl
        className={styles.choice ?? ''}
        size="xs"
        aria-label="View"
        data={funnelViews.map((value) => ({ value, label: viewLabels[value] }))}
        value={insight.view}
        onChange={(view) => onChange({ ...insight, view: view as FunnelInsight['view'] })}
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
