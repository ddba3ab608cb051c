import { IntervalPlot } from '../../../charts/interval-plot.tsx';
import { useSeriesColour } from '../../../charts/series-colours.tsx';
import { formatExactNumber, formatShortNumber } from '../../../design/format/format-number.ts';
import { Hint } from '../../../design/primitives/hint.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { metricName, metricText } from '../../../insights/metrics/metric-words.ts';
import { liftInterval, zeroLine } from './lift-axis.ts';
import { metricNotes } from './metric-notes.ts';
import styles from './metric-table.module.css';
import { formatChance, formatInterval, formatLift, formatLiftOf, formatValue, variantStates } from './result-words.ts';
import type { MetricResult, VariantResult } from './results.ts';

export interface MetricRowsProps {
  readonly metric: MetricResult;
  readonly domain: readonly [number, number];
}

/** One metric: its name and what is special about it, then a row for each variant. */
export function MetricRows({ metric, domain }: MetricRowsProps) {
  const name = metricName(metric);
  const measured = metricText(metric);
  const notes = metricNotes(metric);
  return (
    <>
      <tr>
        <th colSpan={7} scope="rowgroup" className={styles.metric}>
          <bdi className={styles.name}>{name}</bdi>
          {measured !== name && <bdi className={styles.measured}>{measured}</bdi>}
          {notes.length > 0 && <span className={styles.measured}>{notes.join(' · ')}</span>}
        </th>
      </tr>
      {metric.missing === null ? (
        metric.variants.map((variant) => (
          <VariantRow key={variant.variant_key} metric={metric} variant={variant} domain={domain} />
        ))
      ) : (
        <tr className={styles.row}>
          <td colSpan={7} className={styles.missing}>
            {metric.missing}
          </td>
        </tr>
      )}
    </>
  );
}

interface VariantRowProps extends MetricRowsProps {
  readonly variant: VariantResult;
}

function VariantRow({ metric, variant, domain }: VariantRowProps) {
  const colourOf = useSeriesColour();
  const { variant_key: key, units, value, decision, reason } = variant;
  const isControl = decision === 'control';
  const state = variantStates[decision];
  const interval = liftInterval(key, metric, variant);
  return (
    <tr className={styles.row} data-control={isControl || undefined}>
      <th scope="row" className={styles.variant}>
        <span className={styles.swatch} style={{ background: colourOf(key) }} aria-hidden />
        <bdi>{key}</bdi>
      </th>
      <td className={styles.number} data-label="Units">
        <Hint text={formatExactNumber(units)}>{formatShortNumber(units)}</Hint>
      </td>
      <td className={styles.number} data-label="Value">
        <Hint text={value === null ? 'No value' : formatExactNumber(value)}>
          {formatValue(value, metric.unit_of_value)}
        </Hint>
        {variant.adjusted_value !== null && (
          <Hint
            text="Adjusted for pre-exposure behaviour (CUPED). The lift is based on these values."
            className={textStyles.under}
          >
            adj. {formatValue(variant.adjusted_value, metric.unit_of_value)}
          </Hint>
        )}
      </td>
      {isControl ? (
        <td colSpan={4} className={styles.control}>
          Control
        </td>
      ) : (
        <>
          <td className={styles.number} data-label="Lift">
            {formatLiftOf(variant, metric.unit_of_value)}
            {(variant.interval ?? variant.interval_abs) !== null && (
              <span className={textStyles.under}>{formatInterval(variant, metric.unit_of_value)}</span>
            )}
          </td>
          <td className={styles.plot} style={zeroLine(domain)}>
            {interval.low === null ? (
              <span className={styles.measured}>
                {decision === 'not_enough_data' ? 'Not enough data' : 'No relative lift'}
              </span>
            ) : (
              <IntervalPlot
                label={`Lift of ${key}`}
                intervals={[interval]}
                domain={domain}
                formatValue={(percent) => formatLift(percent / 100)}
                isCell
              />
            )}
          </td>
          <td className={styles.number} data-label="Chance to beat control">
            {formatChance(variant.chance_to_beat)}
          </td>
          <td className={styles.state}>
            <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
            {reason !== null && <span className={styles.reason}>{reason}</span>}
          </td>
        </>
      )}
    </tr>
  );
}
