import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import { ofOwn } from '../../http/access/own-environment.ts';
import { handle } from '../../http/request/handle.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { rangeOf } from '../../http/request/range-of.ts';
import { whileClientWaits } from '../../http/request/while-client-waits.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import type { Experiment, ExperimentStore } from './experiment-store.ts';
import { type ExposuresResult, exposuresQuery } from './queries/exposures.ts';
import { expectedUnits, sampleRatio } from './sample-ratio.ts';

const DAYS_OF_A_DRAFT = 30;

/** Who has really seen which variant, against who should have. */
export function registerExposuresRoute(
  fastify: FastifyInstance,
  { experiments, store }: { readonly experiments: ExperimentStore; readonly store: AnalyticsStore },
): void {
  handle(fastify, 'experimentExposures', async ({ access, query, param, receivedAtMs, reply }) => {
    const { projectId } = access;
    const experiment = orNotFound(ofOwn(access, await experiments.find(projectId, param('id'))), 'experiment');
    const { id, key, environmentId, unit, startedAtMs } = experiment;
    const asked = rangeOf(query, receivedAtMs, DAYS_OF_A_DRAFT);
    const isSinceStart = query.from === undefined && startedAtMs !== null;
    // It may have started in this very millisecond, or after what is asked for: then there is nothing, and nothing wrong.
    const range = isSinceStart ? { ...asked, fromMs: Math.min(startedAtMs, asked.toMs - 1) } : asked;
    const scope = { projectId, environmentId };
    return whileClientWaits(reply, async (signal) => {
      const seen = await store.run(exposuresQuery, { scope, experimentKey: key, unit, ...range }, { signal });
      return {
        data: {
          experiment_id: id,
          experiment_key: key,
          environment_id: environmentId,
          unit,
          from: isoTime(range.fromMs),
          to: isoTime(range.toMs),
          ...splitOf(experiment, seen),
        },
      };
    });
  });
}

function splitOf({ variants }: Experiment, { variants: seen, mixedUnits }: ExposuresResult) {
  const unitsOf = new Map(seen.map(({ variantKey, units }) => [variantKey, units]));
  const split = variants.map(({ key, weight }) => ({ key, weight, units: unitsOf.get(key) ?? 0 }));
  const expected = expectedUnits(split);
  const ratio = sampleRatio(split);
  return {
    exposures: split.map(({ key, weight, units }, at) => ({
      variant_key: key,
      units,
      weight,
      expected_units: expected[at] ?? 0,
    })),
    unknown_variants: seen
      .filter(({ variantKey }) => !variants.some(({ key }) => key === variantKey))
      .map(({ variantKey, units }) => ({ variant_key: variantKey, units })),
    excluded_units: mixedUnits,
    srm: { p_value: ratio?.pValue ?? null, ok: ratio?.isOk ?? null },
  };
}
