import { HOUR_MS } from '@lamppost/protocol';
import { SharedResults } from '../../../analytics/shared-results.ts';
import { computeResults, type ResultsSources } from '../compute-results.ts';
import type { Experiment } from '../experiment-store.ts';

/** Without new data nothing changes but the clock, which verdicts on planned days go by. */
const UNCHANGED_MS = HOUR_MS;
const MAX_RESULTS = 100;
const MAX_CHARACTERS = 8 * 1024 * 1024;

interface SharedResultsRequest {
  readonly experiment: Experiment;
  /** Undefined: now. */
  readonly asOfMs?: number | undefined;
  readonly breakdown?: string | undefined;
  readonly isSeriesAsked?: boolean;
  readonly nowMs: number;
}

/** The results of an experiment as JSON. */
export type ExperimentResultsJson = (request: SharedResultsRequest, signal: AbortSignal) => Promise<string>;

/** Computed once for all who ask the same, and kept until something is loaded. */
export function sharedExperimentResults(sources: ResultsSources): ExperimentResultsJson {
  const { store, state } = sources;
  const shared = new SharedResults<{ readonly resultJson: string }>({
    freshMs: 0,
    unchangedMs: UNCHANGED_MS,
    maxResults: MAX_RESULTS,
    maxCharacters: MAX_CHARACTERS,
    generation: () => store.status().generation,
  });
  return async ({ experiment, asOfMs: asked, breakdown, isSeriesAsked = false, nowMs }, signal) => {
    const timezone = state.timezoneOf(experiment.projectId);
    const key = JSON.stringify([experiment.id, experiment.updatedAtMs, asked, breakdown, isSeriesAsked, timezone]);
    const { resultJson } = await shared.run(key, signal, async (running) => {
      // Nothing is known of what will be.
      const asOfMs = Math.min(asked ?? nowMs, nowMs);
      const request = { experiment, asOfMs, breakdown, timezone: isSeriesAsked ? timezone : undefined };
      return { resultJson: JSON.stringify(await computeResults(sources, request, running)) };
    });
    return resultJson;
  };
}
