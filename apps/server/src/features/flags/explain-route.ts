import { compileRuleset, contextFromWire, explainFlag, type FlagExplanation } from '@lamppost/evaluator';
import { invalidField } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { EdgeState } from '../../edge/edge-state.ts';
import { linearRegex } from '../../edge/linear-regex.ts';
import { rulesetOf } from '../../edge/served-ruleset.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import { handle } from '../../http/request/handle.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { timeOf } from '../../http/request/time-of.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import type { FlagStore } from './flag-store.ts';

export interface ExplainRouteDeps {
  readonly flags: FlagStore;
  readonly changes: ChangeStore;
  readonly state: EdgeState;
}

/** Why a flag has its value for somebody, now or at any moment that the change log knows. */
export function registerExplainRoute(fastify: FastifyInstance, { flags, changes, state }: ExplainRouteDeps): void {
  handle(fastify, 'explainFlag', async ({ access, query, body, param, receivedAtMs }) => {
    const flag = orNotFound(await flags.find(access.projectId, param('id')), 'flag');
    const environment = environmentOf(state, access, query.environment_id);
    const atMs = timeOf('at', body.at);
    if (atMs !== undefined && atMs > receivedAtMs) throw invalidField('at', 'must not be in the future');
    const compiled =
      atMs === undefined
        ? state.served(environment.id).compiled
        : compileRuleset(
            {
              ...rulesetOf(orNotFound(await changes.rulesetAt(access.projectId, environment.id, atMs), 'environment')),
              // Who was in them then is not logged.
              cohorts: state.served(environment.id).ruleset.cohorts,
            },
            { regex: linearRegex },
          );
    const context = { ...contextFromWire(body.context), environment: environment.slug };
    return { data: explanationRow(explainFlag(compiled, flag.key, context), atMs ?? receivedAtMs) };
  });
}

const explanationRow = (explanation: FlagExplanation, atMs: number) => ({
  flag_key: explanation.key,
  value: explanation.evaluation.value ?? null,
  reason: explanation.evaluation.reason,
  rule_id: explanation.evaluation.ruleId ?? null,
  bucket: explanation.evaluation.bucket ?? null,
  hash_input: explanation.evaluation.hashInput ?? null,
  identity: explanation.identity ?? null,
  config_version: explanation.configVersion,
  at: isoTime(atMs),
  prerequisites: explanation.prerequisites.map(({ flag, value, outcome, actual }) => ({
    flag,
    value,
    outcome,
    actual: actual ?? null,
  })),
  rules: explanation.rules.map((rule) => ({
    rule_id: rule.ruleId,
    name: rule.name ?? null,
    outcome: rule.outcome,
    failed_condition: rule.failedCondition ?? null,
    percentage: rule.percentage,
    bucket: rule.bucket ?? null,
    hash_input: rule.hashInput ?? null,
  })),
  rollout:
    explanation.rollout === undefined
      ? null
      : {
          outcome: explanation.rollout.outcome,
          percentage: explanation.rollout.percentage,
          bucket: explanation.rollout.bucket ?? null,
          hash_input: explanation.rollout.hashInput ?? null,
        },
});
