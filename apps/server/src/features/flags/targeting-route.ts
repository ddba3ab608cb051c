import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import type { CohortRules } from '../cohorts/cohort-rules.ts';
import type { FlagStore, Targeting } from './flag-store.ts';
import { rulesOf } from './rules-of.ts';
import { targetingState } from './targeting-state.ts';

/** Rules, rollout and kill switch of a flag, per environment. Every answer is the whole targeting. */
export function registerTargetingRoute(
  fastify: FastifyInstance,
  parts: {
    readonly flags: FlagStore;
    readonly cohortRules: CohortRules;
    readonly state: EdgeState;
    readonly publisher: EdgePublisher;
  },
): void {
  const { flags, cohortRules, state, publisher } = parts;
  const targetingOf = (access: ProjectAccess, flag: string, environmentId: string | undefined) => ({
    projectId: access.projectId,
    flag,
    environment: environmentOf(state, access, environmentId).id,
  });
  const published = async (changing: Promise<Targeting | undefined>) => {
    const targeting = orNotFound(await changing, 'flag');
    await publisher.publish();
    return { data: await targetingRow(targeting) };
  };
  const targetingRow = async (targeting: Targeting) => {
    const { projectId } = state.environmentById(targeting.environmentId);
    const cohorts = await cohortRules.statesOf({ projectId, environmentId: targeting.environmentId }, targeting.rules);
    return { ...targetingState(targeting), ...omitUndefined({ cohorts }) };
  };

  handle(fastify, 'showTargeting', async ({ access, query, param }) => {
    const targeting = await flags.targeting(targetingOf(access, param('id'), query.environment_id));
    return { data: await targetingRow(orNotFound(targeting, 'flag')) };
  });

  handle(fastify, 'replaceRules', async ({ actor, access, query, body, param }) => {
    const rules = rulesOf(body.rules);
    const target = targetingOf(access, param('id'), query.environment_id);
    const scope = { projectId: target.projectId, environmentId: target.environment };
    orNotFound(await flags.find(target.projectId, target.flag), 'flag');
    return published(flags.replaceRules(target, await cohortRules.prepare(scope, rules), actor, body.comment));
  });

  handle(fastify, 'setRollout', ({ actor, access, query, body, param }) => {
    const target = targetingOf(access, param('id'), query.environment_id);
    const rollout = { percentage: body.percentage, value: body.value };
    return published(flags.setRollout(target, rollout, actor, body.comment));
  });

  handle(fastify, 'setTargeting', async ({ actor, access, query, body, param }) => {
    const target = targetingOf(access, param('id'), query.environment_id);
    const scope = { projectId: target.projectId, environmentId: target.environment };
    orNotFound(await flags.find(target.projectId, target.flag), 'flag');
    const rules = body.rules && (await cohortRules.prepare(scope, rulesOf(body.rules)));
    return published(flags.setTargeting(target, omitUndefined({ rules, rollout: body.rollout }), actor, body.comment));
  });

  handle(fastify, 'killFlag', ({ actor, access, query, body, param }) => {
    const target = targetingOf(access, param('id'), query.environment_id);
    const kill = { reason: body.reason, ...omitUndefined({ value: body.value }) };
    return published(flags.kill(target, kill, actor));
  });

  handle(fastify, 'restoreFlag', ({ actor, access, query, body, param }) =>
    published(flags.restore(targetingOf(access, param('id'), query.environment_id), actor, body.comment)),
  );

  handle(fastify, 'copyTargeting', async ({ actor, access, body, param }) => {
    const copy = {
      projectId: access.projectId,
      flag: param('id'),
      from: body.from_environment_id,
      to: body.to_environment_id,
    };
    const [from, to] = [copy.from, copy.to].map((id) => state.environment(access.projectId, id)?.id);
    const source =
      from === undefined
        ? undefined
        : await flags.targeting({ projectId: access.projectId, flag: copy.flag, environment: from });
    // The other environment has cohorts of its own, under the same keys.
    if (source !== undefined && to !== undefined) {
      await cohortRules.prepare({ projectId: access.projectId, environmentId: to }, source.rules);
    }
    return published(flags.copyTargeting(copy, actor, body.comment));
  });
}
