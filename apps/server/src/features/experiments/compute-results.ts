import type { Wire } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import { describeChange } from './describe-change.ts';
import type { Experiment } from './experiment-store.ts';
import { experimentStatisticsQuery } from './queries/experiment-statistics.ts';
import { resultsRow } from './results-row.ts';
import { type ResultsRequest, statisticsParams } from './statistics-params.ts';

export interface ResultsSources {
  readonly store: AnalyticsStore;
  readonly changes: Pick<ChangeStore, 'list'>;
  readonly state: Pick<EdgeState, 'timezoneOf'>;
}

/** A series of a million units takes longer than other queries may. */
const TIME_LIMIT_MS = 60_000;
/** As many edits as a chart can show. */
const MAX_CHANGES = 100;

export async function computeResults(
  { store, changes }: ResultsSources,
  request: ResultsRequest,
  signal: AbortSignal,
): Promise<Wire['ExperimentResults']> {
  const { experiment, asOfMs, breakdown } = request;
  const params = statisticsParams(request);
  const [statistics, edits, { judgeExperiment }] = await Promise.all([
    store.run(experimentStatisticsQuery, params, { signal, timeLimitMs: TIME_LIMIT_MS }),
    editsOf(changes, experiment, asOfMs),
    // Distribution functions take a while to load, and a server that has no experiments needs none.
    import('./judging/judge-experiment.ts'),
  ]);
  const judged = judgeExperiment(experiment, statistics, { startedAtMs: params.fromMs, asOfMs });
  return resultsRow({ experiment, statistics, judged, asOfMs, changes: edits, breakdown });
}

async function editsOf(
  changes: Pick<ChangeStore, 'list'>,
  { projectId, id, startedAtMs }: Experiment,
  asOfMs: number,
): Promise<Wire['ExperimentResults']['changes']> {
  if (startedAtMs === null || startedAtMs > asOfMs) return [];
  const filter = { projectId, entityType: 'experiment', entityId: id, fromMs: startedAtMs, toMs: asOfMs + 1 };
  const { rows } = await changes.list(filter, { limit: MAX_CHANGES });
  return rows.toReversed().map((change) => ({
    at: isoTime(change.createdAtMs),
    action: change.action,
    actor: { kind: change.actor.kind, name: change.actor.name },
    summary: describeChange(change),
  }));
}
