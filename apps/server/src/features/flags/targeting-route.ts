import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import type { Place } from '../../http/access/place.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import type { FlagStore, Targeting } from './flag-store.ts';
import { targetingState } from './targeting-state.ts';

/** Rules, rollout and kill switch of a flag, per environment. Every answer is the whole targeting. */
export function registerTargetingRoute(
  fastify: FastifyInstance,
  parts: { readonly flags: FlagStore; readonly state: EdgeState; readonly publisher: EdgePublisher },
): void {
  const { flags, state, publisher } = parts;
  const targetingOf = (place: Place, flag: string, environmentId: string | undefined) => ({
    projectId: place.projectId,
    flag,
    environment: environmentOf(state, place, environmentId).id,
  });
  const published = async (changing: Promise<Targeting | undefined>) => {
    const targeting = orNotFound(await changing, 'flag');
    await publisher.publish();
    return { data: targetingState(targeting) };
  };

  handle(fastify, 'showTargeting', async ({ place, query, param }) => {
    const targeting = await flags.targeting(targetingOf(place, param('id'), query.environment_id));
    return { data: targetingState(orNotFound(targeting, 'flag')) };
  });

  handle(fastify, 'replaceRules', ({ actor, place, query, body, param }) => {
    const rules = body.rules.map(({ id, name, conditions, value, percentage, enabled }) => ({
      conditions: conditions.map(({ field, op, values = [] }) => ({ field, op, values })),
      value,
      ...omitUndefined({ id, name, percentage, enabled }),
    }));
    const target = targetingOf(place, param('id'), query.environment_id);
    return published(flags.replaceRules(target, rules, actor));
  });

  handle(fastify, 'setRollout', ({ actor, place, query, body, param }) => {
    const target = targetingOf(place, param('id'), query.environment_id);
    const rollout = { percentage: body.percentage, value: body.value };
    return published(flags.setRollout(target, rollout, actor));
  });

  handle(fastify, 'killFlag', ({ actor, place, query, body, param }) => {
    const target = targetingOf(place, param('id'), query.environment_id);
    const kill = { reason: body.reason, ...omitUndefined({ value: body.value }) };
    return published(flags.kill(target, kill, actor));
  });

  handle(fastify, 'restoreFlag', ({ actor, place, query, param }) =>
    published(flags.restore(targetingOf(place, param('id'), query.environment_id), actor)),
  );

  handle(fastify, 'copyTargeting', ({ actor, place, body, param }) => {
    const copy = {
      projectId: place.projectId,
      flag: param('id'),
      from: body.from_environment_id,
      to: body.to_environment_id,
    };
    return published(flags.copyTargeting(copy, actor));
  });
}
