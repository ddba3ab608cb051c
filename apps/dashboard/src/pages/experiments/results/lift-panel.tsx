import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { TimeChart } from '../../../charts/time-chart/time-chart.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { metricName } from '../../../insights/metrics/metric-words.ts';
import { changeMarkers, liftLines } from './lift-lines.ts';
import { formatLift } from './result-words.ts';
import { metricId, type Results } from './results.ts';

const noEffect = [{ value: 0, label: 'no effect' }];

/** How the lift has come about: with more data its band narrows. */
export function LiftPanel({ results }: { readonly results: Results }) {
  const { metrics, changes } = results;
  const [id, setId] = useState<string>();
  const metric = metrics.find((one) => metricId(one) === id) ?? metrics.find(({ is_primary }) => is_primary);
  const lines = useMemo(() => (metric === undefined ? undefined : liftLines(metric)), [metric]);
  const markers = useMemo(() => changeMarkers(changes), [changes]);
  if (metric === undefined || lines === undefined) return null;
  const hasLine = lines.series.some(({ values }) => values.some((value) => value !== null));
  return (
    <Panel
      title="Lift over time"
      description="Cumulative, with confidence interval. Markers show changes to the experiment."
      actions={
        metrics.length > 1 ? (
          <Select
            size="xs"
            aria-label="Metric of the lift"
            data={metrics.map((one) => ({ value: metricId(one), label: metricName(one) }))}
            value={metricId(metric)}
            onChange={(chosen) => setId(chosen ?? undefined)}
            allowDeselect={false}
          />
        ) : undefined
      }
      empty={hasLine ? undefined : { title: metric.missing ?? 'Not enough data yet' }}
    >
      <TimeChart
        label={`Lift of ${metricName(metric)} vs. control`}
        times={lines.times}
        series={lines.series}
        bands={lines.bands}
        markers={markers}
        references={noEffect}
        formatValue={(percent) => formatLift(percent / 100)}
        isLastIncomplete={results.status === 'running'}
        height={260}
      />
    </Panel>
  );
}
