import type { Experiment } from './experiment-store.ts';
import type { ExperimentStatisticsParams } from './queries/experiment-statistics.ts';

export interface ResultsRequest {
  readonly experiment: Experiment;
  readonly asOfMs: number;
  readonly breakdown?: string | undefined;
  /** Of the series; undefined: none is asked for. */
  readonly timezone?: string | undefined;
}

/** From the start on; of a draft, and of a moment before the start, no time at all. */
export function statisticsParams({
  experiment,
  asOfMs,
  breakdown,
  timezone,
}: ResultsRequest): ExperimentStatisticsParams {
  const { projectId, environmentId, analysis, completedAtMs } = experiment;
  const endMs = completedAtMs === null ? asOfMs : Math.min(asOfMs, completedAtMs);
  const fromMs = Math.min(experiment.startedAtMs ?? endMs, endMs);
  return {
    scope: { projectId, environmentId },
    experimentKey: experiment.key,
    unit: experiment.unit,
    variants: experiment.variants.map(({ key }) => key),
    fromMs,
    toMs: endMs,
    metrics: experiment.metrics.map((metric) => ({
      eventName: metric.eventName,
      metricType: metric.metricType,
      aggregationField: metric.aggregationField,
      conversionWindowHours: metric.conversionWindowHours,
      denominatorEvent: metric.denominatorEvent,
      denominatorField: metric.denominatorField,
    })),
    covariateDays: analysis.covariateDays,
    capQuantile: analysis.capQuantile,
    ...(breakdown === undefined ? {} : { breakdown }),
    ...(timezone === undefined || fromMs === endMs ? {} : { seriesTimezone: timezone }),
  };
}
