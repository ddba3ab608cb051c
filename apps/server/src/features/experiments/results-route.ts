import { invalidField, isEventField } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import { ofOwn } from '../../http/access/own-environment.ts';
import { handle } from '../../http/request/handle.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { timeOf } from '../../http/request/time-of.ts';
import { whileClientWaits } from '../../http/request/while-client-waits.ts';
import type { ExperimentStore } from './experiment-store.ts';
import type { ExperimentResultsJson } from './results/shared-results.ts';
import { resultsCsv } from './results-csv.ts';

export interface ResultsRouteDeps {
  readonly experiments: Pick<ExperimentStore, 'find'>;
  readonly resultsOf: ExperimentResultsJson;
}

/** What an experiment has shown. */
export function registerResultsRoute(fastify: FastifyInstance, { experiments, resultsOf }: ResultsRouteDeps): void {
  handle(fastify, 'experimentResults', async ({ access, query, param, receivedAtMs, reply }) => {
    const experiment = orNotFound(ofOwn(access, await experiments.find(access.projectId, param('id'))), 'experiment');
    const { breakdown, series: isSeriesAsked = false, format = 'json' } = query;
    if (breakdown !== undefined) requireBreakdown(breakdown);
    const asOfMs = query.as_of === undefined ? undefined : timeOf('as_of', query.as_of);
    return whileClientWaits(reply, async (signal) => {
      const request = { experiment, asOfMs, breakdown, isSeriesAsked, nowMs: receivedAtMs };
      const resultJson = await resultsOf(request, signal);
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
