import { Select } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { IntervalPlot, IntervalScale } from '../../../charts/interval-plot.tsx';
import { formatExactNumber } from '../../../design/format/format-number.ts';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { BreakdownPill } from '../../../insights/builders/breakdown-pill.tsx';
import { fieldLabel } from '../../../insights/field-words.ts';
import { metricName } from '../../../insights/metrics/metric-words.ts';
import type { Experiment } from '../experiment.ts';
import { liftAxis, liftInterval, zeroLine } from './lift-axis.ts';
import styles from './metric-table.module.css';
import { formatInterval, formatLift, formatLiftOf, formatValue, variantStates } from './result-words.ts';
import own from './results.module.css';
import { type MetricResult, metricId, type Results, type Segment } from './results.ts';

export interface SegmentsPanelProps {
  readonly experiment: Experiment;
  readonly results: Results;
  readonly by: string | undefined;
  readonly onBy: (by: string | undefined) => void;
  readonly asOf: string | undefined;
}

const events = ['$experiment_exposure'];

/** The same question for parts of the people. Many comparisons without a correction: for ideas, not for decisions. */
export function SegmentsPanel({ experiment, results, by, onBy, asOf }: SegmentsPanelProps) {
  const [id, setId] = useState<string>();
  const metric = results.metrics.find((one) => metricId(one) === id) ?? results.metrics.find((one) => one.is_primary);
  const query = useApi(
    '/v1/experiments/:id/results',
    { params: { id: experiment.id }, query: { breakdown: by, as_of: asOf } },
    { enabled: by !== undefined, keepPrevious: false },
  );
  const segments = query.data?.segments ?? [];
  const rows = segments.flatMap((segment) => rowsOf(segment, metric));
  return (
    <Panel
      title="Segments"
      description="Exploratory: no verdict and no correction for multiple comparisons. Segments are taken at first exposure."
      actions={
        <>
          {results.metrics.length > 1 && metric !== undefined && (
            <Select
              size="xs"
              aria-label="Metric of the segments"
              data={results.metrics.map((one) => ({ value: metricId(one), label: metricName(one) }))}
              value={metricId(metric)}
              onChange={(chosen) => setId(chosen ?? undefined)}
              allowDeselect={false}
            />
          )}
          <span className={own.by}>
            by <BreakdownPill value={by ?? null} onChange={(field) => onBy(field ?? undefined)} events={events} />
          </span>
        </>
      }
      isLoading={by !== undefined && query.isPending}
      loadingHeight={160}
      error={
        query.error === null
          ? undefined
          : {
              title: "Couldn't load segments",
              children: query.error.message,
              onRetry: () => void query.refetch(),
            }
      }
      empty={emptyOf(by, segments.length)}
      isFlush={rows.length > 0}
    >
      <SegmentTable rows={rows} />
    </Panel>
  );
}

function emptyOf(by: string | undefined, count: number) {
  if (by === undefined) return { title: 'Select a property to split by: platform, version, country, …' };
  return count === 0 ? { title: `No exposures with ${fieldLabel(by)}` } : undefined;
}

interface SegmentRow {
  readonly segment: string;
  readonly metric: MetricResult;
  readonly variant: MetricResult['variants'][number];
}

function rowsOf(segment: Segment, asked: MetricResult | undefined): SegmentRow[] {
  const metric = asked && segment.metrics.find((one) => metricId(one) === metricId(asked));
  return (metric?.variants ?? [])
    .filter(({ decision }) => decision !== 'control')
    .map((variant) => ({ segment: segment.value, metric: metric as MetricResult, variant }));
}

function SegmentTable({ rows }: { readonly rows: readonly SegmentRow[] }) {
  const axis = liftAxis(
    rows.map(({ metric, variant }) => ({ ...metric, variants: [variant] })),
    3,
  );
  const hasMany = new Set(rows.map(({ variant }) => variant.variant_key)).size > 1;
  return (
    <div className={flowStyles.scroll}>
      <table className={styles.table}>
        <caption className={textStyles.hidden}>Lift by segment</caption>
        <thead>
          <tr>
            <th scope="col">Segment</th>
            <th scope="col" className={styles.number}>
              Units
            </th>
            <th scope="col" className={styles.number}>
              Value
            </th>
            <th scope="col" className={styles.number}>
              Lift
            </th>
            <th scope="col" className={styles.plot}>
              <span className={textStyles.hidden}>Confidence interval</span>
              <IntervalScale domain={axis.domain} ticks={axis.ticks} />
            </th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ segment, metric, variant }) => {
            const interval = liftInterval(segment, metric, variant);
            const state = variantStates[variant.decision];
            return (
              <tr key={`${segment} ${variant.variant_key}`} className={styles.row}>
                <th scope="row" className={styles.variant}>
                  <bdi>{segment}</bdi>
                  {hasMany && <span className={styles.measured}> {variant.variant_key}</span>}
                </th>
                <td className={styles.number} data-label="Units">
                  {formatExactNumber(variant.units)}
                </td>
                <td className={styles.number} data-label="Value">
                  {formatValue(variant.value, metric.unit_of_value)}
                </td>
                <td className={styles.number} data-label="Lift">
                  {formatLiftOf(variant, metric.unit_of_value)}
                  {interval.low !== null && (
                    <span className={textStyles.under}>{formatInterval(variant, metric.unit_of_value)}</span>
                  )}
                </td>
                <td className={styles.plot} style={zeroLine(axis.domain)}>
                  {interval.low === null ? (
                    <span className={styles.measured}>Not enough data</span>
                  ) : (
                    <IntervalPlot
                      label={`Lift in ${segment}`}
                      intervals={[interval]}
                      domain={axis.domain}
                      formatValue={(percent) => formatLift(percent / 100)}
                      isCell
                    />
                  )}
                </td>
                <td className={styles.state}>
                  <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
