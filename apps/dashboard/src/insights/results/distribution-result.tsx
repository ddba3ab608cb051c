import type { Wire } from '@lamppost/protocol';
import { DistributionChart } from '../../charts/distribution-chart.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import { describeInsight } from '../describe-insight.ts';
import type { DistributionInsight } from '../insight.ts';
import { Facts } from './facts.tsx';

export interface DistributionResultProps {
  readonly insight: DistributionInsight;
  readonly result: Wire['DistributionResult'];
  readonly height?: number | undefined;
  /** False in a widget. */
  readonly hasFacts?: boolean | undefined;
  readonly onPeople?: ((at: Wire['InsightAt']) => void) | undefined;
}

export function DistributionResult(props: DistributionResultProps) {
  const { insight, result, height = 280, hasFacts = true, onPeople } = props;
  const { bars, p50, p90 } = result;
  const marks = [
    { label: 'p50', value: p50 },
    { label: 'p90', value: p90 },
  ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value, kind: 'measure' as const }]));
  return (
    <div className={flowStyles.stack12}>
      {hasFacts && (
        <Facts
          facts={[
            { name: 'Events with a number', value: <ShortNumber value={result.count} /> },
            { name: 'Events without a number', value: <ShortNumber value={result.missing} /> },
            { name: 'Average', value: <ShortNumber value={result.average} /> },
            { name: 'Median', value: <ShortNumber value={p50} /> },
            { name: '90th percentile', value: <ShortNumber value={p90} /> },
            { name: '99th percentile', value: <ShortNumber value={result.p99} /> },
            { name: 'Minimum', value: <ShortNumber value={result.min} /> },
            { name: 'Maximum', value: <ShortNumber value={result.max} /> },
          ]}
        />
      )}
      <DistributionChart
        label={describeInsight(insight)}
        buckets={bars.map(({ from, to, count }) => ({ from, to: to === from ? from + 1 : to, count }))}
        marks={marks}
        height={height}
        of="events"
        onBar={
          onPeople === undefined
            ? undefined
            : (index) => {
                const bar = bars[index];
                if (bar !== undefined) onPeople({ from: bar.from, to: bar.to });
              }
        }
      />
    </div>
  );
}
