import type { VariantLift, Wire } from '@lamppost/protocol';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { formatCount } from '../../design/format/format-count.ts';
import { formatDuration } from '../../design/format/format-duration.ts';
import { formatPercent, formatShortNumber, NO_VALUE } from '../../design/format/format-number.ts';
import textStyles from '../../design/primitives/text.module.css';
import ownStyles from './lift-result.module.css';

type Lift = Wire['ExperimentLiftResult'];

/** How much each variant moves the metric, with its interval, and what that means in a sentence. */
export function LiftResult({ result }: { readonly result: Lift }) {
  const { experiment, metric, variants } = result;
  if (experiment === null) return <p className={textStyles.note}>No experiment is running or completed</p>;
  if (metric === null) return <p className={textStyles.note}>This experiment has no metrics</p>;
  const good: 'up' | 'down' = metric.direction === 'increase' ? 'up' : 'down';
  const intervals = variants
    .filter(({ isControl }) => !isControl)
    .map(({ key, lift, interval }) => ({
      name: key,
      low: percentOf(interval?.[0]),
      high: percentOf(interval?.[1]),
      estimate: percentOf(lift),
      good,
    }));
  return (
    <div className={ownStyles.lift}>
      <p className={ownStyles.verdict}>
        <bdi className={ownStyles.variant}>{experiment.name}</bdi>: <bdi>{experiment.verdict}</bdi>
      </p>
      {intervals.some(({ low }) => low !== null) && (
        <IntervalPlot label={`Lift in ${metric.name} of ${experiment.name}`} intervals={intervals} />
      )}
      <ul className={ownStyles.variants}>
        {variants.map((variant) => (
          <li key={variant.key}>
            <bdi className={ownStyles.variant}>{variant.key}</bdi>
            <span>{valueWords(variant, metric)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const percentOf = (lift: number | null | undefined): number | null =>
  lift === null || lift === undefined ? null : lift * 100;

/** "Purchase 20 % of 200 units". */
function valueWords({ value, units }: VariantLift, metric: NonNullable<Lift['metric']>): string {
  return `${metric.name} ${formatValue(value, metric.unitOfValue)}, ${formatCount(units, 'unit')}`;
}

function formatValue(value: number | null, unit: NonNullable<Lift['metric']>['unitOfValue']): string {
  if (value === null) return NO_VALUE;
  if (unit === 'share') return formatPercent(value * 100);
  return unit === 'ms' ? formatDuration(value) : formatShortNumber(value);
}
