import { type EvaluationContext, evaluateAll, explainExperiment } from '@lamppost/evaluator';
import { invalidField } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { EdgeState } from '../../edge/edge-state.ts';
import { linearRegex } from '../../edge/linear-regex.ts';
import type { ServedRuleset } from '../../edge/served-ruleset.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { scopeOf } from '../../http/request/scope-of.ts';
import type { ConfigDelivery } from '../delivery/config-delivery.ts';
import type { KnownPerson, PersonDirectory } from './person-directory.ts';

export interface PersonAssignmentsRouteDeps {
  readonly people: PersonDirectory;
  readonly delivery: ConfigDelivery;
  readonly state: EdgeState;
}

/** What a person is served now, and why: the same context and the same evaluation as `/v1/config`. */
export function registerPersonAssignmentsRoute(
  fastify: FastifyInstance,
  { people, delivery, state }: PersonAssignmentsRouteDeps,
): void {
  handle(fastify, 'personAssignments', async ({ access, query, param }) => {
    const scope = scopeOf(state, access, query.environment_id);
    const person = orNotFound(await people.find(scope, param('id'), query.kind), 'person');
    const { environmentId } = scope;
    const context = await delivery.contextFor({ environmentId, ...subjectOf(person, query.device_id) });
    const served = state.served(environmentId);
    const known = {
      groups: state.groupMembersOf(scope.projectId),
      cohorts: state.cohortMembersOf(environmentId),
      regex: linearRegex,
    };
    return {
      data: {
        config_version: served.ruleset.config_version,
        context: contextRow(context),
        flags: flagRows(served, context),
        experiments: served.ruleset.experiments.map((experiment) => {
          const { outcome, variantKey, subjectKind } = explainExperiment(experiment, context, known);
          return {
            key: experiment.key,
            experiment_id: experiment.id,
            outcome,
            variant_key: variantKey ?? null,
            subject_kind: subjectKind ?? null,
          };
        }),
      },
    };
  });
}

/** The device that was asked for, else the one that was seen last; a registered one says more than an id. */
function subjectOf({ ids, devices }: KnownPerson, asked: string | undefined) {
  if (asked !== undefined && !ids.deviceIds.includes(asked)) {
    throw invalidField('device_id', 'must be a device of the person');
  }
  const [latest] = [...devices].sort((a, b) => b.lastSeenAtMs - a.lastSeenAtMs);
  const deviceId = asked ?? latest?.deviceId ?? ids.deviceIds[0];
  const isRegistered = devices.some((device) => device.deviceId === deviceId);
  return omitUndefined({
    userId: ids.userId ?? undefined,
    deviceId,
    anonymousId: isRegistered ? undefined : ids.anonymousIds[0],
  });
}

function flagRows({ compiled, ruleset }: ServedRuleset, context: EvaluationContext) {
  const rulesOf = new Map(ruleset.flags.map(({ key, rules }) => [key, rules]));
  return [...evaluateAll(compiled, context)].map(([key, { value, reason, ruleId }]) => ({
    key,
    value: value ?? null,
    reason,
    rule_id: ruleId ?? null,
    rule_name: rulesOf.get(key)?.find(({ id }) => id === ruleId)?.name ?? null,
  }));
}

const contextRow = (context: EvaluationContext) => ({
  user_id: context.userId ?? null,
  anonymous_id: context.anonymousId ?? null,
  device_id: context.deviceId ?? null,
  platform: context.platform ?? null,
  app_version: context.appVersion ?? null,
  build_number: context.buildNumber ?? null,
  os_name: context.osName ?? null,
  os_version: context.osVersion ?? null,
  device_model: context.deviceModel ?? null,
  country: context.country ?? null,
  locale: context.locale ?? null,
  timezone: context.timezone ?? null,
  attributes: context.attributes,
});
