import { HOUR_MS, invalidField, isEventField } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import { SharedResults } from '../../analytics/shared-results.ts';
import { ofOwn } from '../../http/access/own-environment.ts';
import { handle } from '../../http/request/handle.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { timeOf } from '../../http/request/time-of.ts';
import { whileClientWaits } from '../../http/request/while-client-waits.ts';
import { computeResults, type ResultsSources } from './compute-results.ts';
import type { ExperimentStore } from './experiment-store.ts';
import { resultsCsv } from './results-csv.ts';

export interface ResultsRouteDeps extends ResultsSources {
  readonly experiments: ExperimentStore;
}

/** Without new data nothing changes but the clock, which verdicts on planned days go by. */
const UNCHANGED_MS = HOUR_MS;
const MAX_RESULTS = 100;
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** What an experiment has shown. Computed once for all who ask the same, and kept until something is loaded. */
export function registerResultsRoute(fastify: FastifyInstance, deps: ResultsRouteDeps): void {
  const { experiments, store, state } = deps;
  const shared = new SharedResults<{ readonly resultJson: string }>({
    freshMs: 0,
    unchangedMs: UNCHANGED_MS,
    maxResults: MAX_RESULTS,
    maxCharacters: MAX_CHARACTERS,
    generation: () => store.status().generation,
  });

  handle(fastify, 'experimentResults', async ({ access, query, param, receivedAtMs, reply }) => {
    const { projectId } = access;
    const experiment = orNotFound(ofOwn(access, await experiments.find(projectId, param('id'))), 'experiment');
    const { breakdown, series: isSeriesAsked = false, format = 'json' } = query;
    if (breakdown !== undefined) requireBreakdown(breakdown);
    const asked = query.as_of === undefined ? undefined : timeOf('as_of', query.as_of);
    const timezone = state.timezoneOf(projectId);
    const key = JSON.stringify([experiment.id, experiment.updatedAtMs, asked, breakdown, isSeriesAsked, timezone]);
    return whileClientWaits(reply, async (signal) => {
      const { resultJson } = await shared.run(key, signal, async (running) => {
        // Nothing is known of what will be.
        const asOfMs = Math.min(asked ?? receivedAtMs, receivedAtMs);
        const request = { experiment, asOfMs, breakdown, timezone: isSeriesAsked ? timezone : undefined };
        return { resultJson: JSON.stringify(await computeResults(deps, request, running)) };
      });
      if (format === 'json') return `{"data":${resultJson}}`;
      reply.type('text/csv; charset=utf-8');
      reply.header('Content-Disposition', `attachment; filename="${experiment.key}-results.csv"`);
      return resultsCsv(JSON.parse(resultJson));
    });
  });
}

function requireBreakdown(field: string): void {
  if (!isEventField(field)) throw invalidField('breakdown', `is not a field: ${field}`);
  if (field === 'person_id') throw invalidField('breakdown', "can't be a person: every unit would be its own segment");
}
