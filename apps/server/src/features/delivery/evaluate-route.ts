import { contextFromWire, evaluateAll, evaluateFlag, type FlagEvaluation } from '@lamppost/evaluator';
import type { FastifyInstance } from 'fastify';
import type { EdgeState } from '../../edge/edge-state.ts';
import { handle } from '../../http/request/handle.ts';
import type { FlagSightings } from '../flags/flag-sightings.ts';

/** POST /v1/flags/evaluate: for servers that do not evaluate by themselves. */
export function registerEvaluateRoute(fastify: FastifyInstance, state: EdgeState, sightings: FlagSightings): void {
  handle(fastify, 'evaluateFlags', async ({ access, body }) => {
    const { compiled } = state.served(access.environment.id);
    const context = { ...contextFromWire(body.context), environment: access.environment.slug };
    const asked = body.flag_keys ?? [];
    if (asked.length === 0) return { data: rows(evaluateAll(compiled, context)) };
    const evaluations = asked.map((flagKey): [string, FlagEvaluation] => [
      flagKey,
      evaluateFlag(compiled, flagKey, context),
    ]);
    for (const flagKey of asked) sightings.note(access.environment.id, flagKey);
    return { data: rows(evaluations) };
  });
}

const rows = (evaluations: Iterable<[string, FlagEvaluation]>) =>
  Object.fromEntries(
    [...evaluations].map(([flagKey, { value, reason, ruleId }]) => [
      flagKey,
      { value: value ?? null, reason, ...(ruleId === undefined ? {} : { rule_id: ruleId }) },
    ]),
  );
