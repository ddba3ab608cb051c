import type { SystemEvent } from '@lamppost/protocol';
import { useMemo } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { useInsightQuery } from '../../../api/use-insight-query.ts';
import { useSeriesColour } from '../../../charts/series-colours.tsx';
import { TimeChart } from '../../../charts/time-chart/time-chart.tsx';
import { capital } from '../../../design/format/as-sentence.ts';
import { formatExactNumber, formatPercent } from '../../../design/format/format-number.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { useTimeZone } from '../../../design/primitives/time-zone.tsx';
import tableStyles from '../../../design/tables/plain-table.module.css';
import { intervalOfRange } from '../../../insights/interval-of-range.ts';
import { boundsOf, endsNow, toWireRange } from '../../../navigation/time-range.ts';
import { useRange } from '../../../navigation/use-range.ts';
import { type Experiment, unitWords } from '../experiment.ts';
import styles from './results.module.css';
import { shareOf, splitWords } from './split-words.ts';

const distinctOf = { auto: 'person_id', device: 'device_id', user: 'user_id' } as const;

/** Who has really seen which variant, against who should have. */
export function ExposuresPanel({ experiment }: { readonly experiment: Experiment }) {
  const { key, unit, variants } = experiment;
  const [range] = useRange();
  const timeZone = useTimeZone();
  const bounds = useMemo(() => boundsOf(range, Math.ceil(Date.now() / 60_000) * 60_000, timeZone), [range, timeZone]);
  const interval = intervalOfRange(range);
  const totals = useApi('/v1/experiments/:id/exposures', { params: { id: key }, query: bounds });
  const overTime = useInsightQuery({
    kind: 'timeseries',
    event: '$experiment_exposure' satisfies SystemEvent,
    filters: [{ field: 'event_properties.experiment_key', op: 'eq', value: key }],
    breakdownProperty: 'event_properties.variant_key',
    aggregation: { kind: 'count_distinct', field: distinctOf[unit] },
    interval,
    range: toWireRange(range),
  });
  const colourOf = useSeriesColour();
  const { many } = unitWords[unit];
  const { exposures = [], unknown_variants: strangers = [], excluded_units: mixed = 0 } = totals.data ?? {};
  const all = exposures.reduce((sum, { units }) => sum + units, 0);
  const isOff = totals.data?.srm.ok === false;
  const problem = totals.error ?? overTime.error;
  const series = (overTime.data?.series ?? []).map(({ name, points }) => ({
    name,
    values: points.map(({ value }) => value),
  }));
  return (
    <Panel
      title="Exposures"
      description={`Unique ${many} exposed in this range, and the expected split`}
      isLoading={totals.isPending || overTime.isPending}
      loadingHeight={360}
      error={
        problem === null
          ? undefined
          : {
              title: "Couldn't load exposures",
              children: problem.message,
              onRetry: () => {
                void totals.refetch();
                void overTime.refetch();
              },
            }
      }
      empty={all + mixed + strangers.length > 0 ? undefined : emptyExposures(experiment)}
    >
      <TimeChart
        label={`${capital(many)} who saw ${key}, by variant, per ${interval}`}
        times={(overTime.data?.series[0]?.points ?? []).map(({ bucketIso }) => Date.parse(bucketIso))}
        series={series}
        kind="stacked-bar"
        height={220}
        fromMs={overTime.data === undefined ? undefined : Date.parse(overTime.data.fromIso)}
        isLastIncomplete={endsNow(range)}
      />
      <table className={`${tableStyles.numbers} ${styles.table}`}>
        <caption className={textStyles.hidden}>Exposures by variant</caption>
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">{capital(many)}</th>
            <th scope="col">Share of {many}</th>
            <th scope="col">Expected</th>
          </tr>
        </thead>
        <tbody>
          {exposures.map(({ variant_key: variant, units, weight }) => (
            <tr key={variant}>
              <td>
                <span className={styles.swatch} style={{ background: colourOf(variant) }} aria-hidden />
                <bdi>{variant}</bdi>
                {variant !== 'control' && variants.find((designed) => designed.key === variant)?.is_control && (
                  <span className={textStyles.muted}> control</span>
                )}
              </td>
              <td>{formatExactNumber(units)}</td>
              <td>{formatPercent(shareOf(units, exposures), 1)}</td>
              <td>{formatPercent(weight)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {totals.data !== undefined && (
        <p className={isOff ? styles.warning : styles.note} role={isOff ? 'alert' : undefined}>
          {splitWords(totals.data, many)}
        </p>
      )}
      {mixed > 0 && (
        <p className={styles.note}>
          {formatExactNumber(mixed)} {many} saw more than one variant and are excluded.
        </p>
      )}
      {strangers.length > 0 && (
        <p className={styles.note}>
          Exposures with unknown variants: {strangers.map(({ variant_key: name }) => name).join(', ')}.
        </p>
      )}
    </Panel>
  );
}

function emptyExposures({ status, key, variants }: Experiment) {
  if (status === 'draft') {
    return {
      title: "No exposures: the experiment hasn't started",
      children: 'Exposures appear here once it is running.',
    };
  }
  return {
    title: 'No exposures in this range',
    children: 'Send this event when your app shows a variant:',
    snippet: {
      language: 'json' as const,
      code: `{"event": "$experiment_exposure",\n "properties": {"experiment_key": "${key}",\n                "variant_key": "${variants[0]?.key ?? ''}"}}`,
    },
  };
}
