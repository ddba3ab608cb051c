import type { FastifyInstance } from 'fastify';
import type { FlagStore, Targeting } from '../../control/flags/flag-store.ts';
import { targetingState } from '../../control/flags/targeting-state.ts';
import type { EdgePublisher } from '../../snapshot/edge-publisher.ts';
import type { EdgeState, KnownKey } from '../../snapshot/edge-state.ts';
import { actorOf } from '../actor-of.ts';
import { defined } from '../defined.ts';
import { environmentOf } from '../environment-of.ts';
import { found } from '../found.ts';
import { handle } from '../handle.ts';

/** Rules, rollout and kill switch of a flag, per environment. Every answer is the whole targeting. */
export function registerTargetingRoute(
  fastify: FastifyInstance,
  parts: { readonly flags: FlagStore; readonly state: EdgeState; readonly publisher: EdgePublisher },
): void {
  const { flags, state, publisher } = parts;
  const placeOf = (key: KnownKey, flag: string, environmentId: string | undefined) => ({
    projectId: key.projectId,
    flag,
    environment: environmentOf(state, key, environmentId).id,
  });
  const published = async (changing: Promise<Targeting | undefined>) => {
    const targeting = found(await changing, 'flag');
    await publisher.publish();
    return { data: targetingState(targeting) };
  };

  handle(fastify, 'showTargeting', async ({ key, query, param }) => {
    const targeting = await flags.targeting(placeOf(key, param('id'), query.environment_id));
    return { data: targetingState(found(targeting, 'flag')) };
  });

  handle(fastify, 'replaceRules', ({ request, key, query, body, param }) => {
    const rules = body.rules.map(({ id, name, conditions, value, percentage, enabled }) => ({
      conditions: conditions.map(({ field, op, values = [] }) => ({ field, op, values })),
      value,
      ...defined({ id, name, percentage, enabled }),
    }));
    const place = placeOf(key, param('id'), query.environment_id);
    return published(flags.replaceRules(place, rules, actorOf(request.admission.caller)));
  });

  handle(fastify, 'setRollout', ({ request, key, query, body, param }) => {
    const place = placeOf(key, param('id'), query.environment_id);
    const rollout = { percentage: body.percentage, value: body.value };
    return published(flags.setRollout(place, rollout, actorOf(request.admission.caller)));
  });

  handle(fastify, 'killFlag', ({ request, key, query, body, param }) => {
    const place = placeOf(key, param('id'), query.environment_id);
    const kill = { reason: body.reason, ...defined({ value: body.value }) };
    return published(flags.kill(place, kill, actorOf(request.admission.caller)));
  });

  handle(fastify, 'restoreFlag', ({ request, key, query, param }) =>
    published(flags.restore(placeOf(key, param('id'), query.environment_id), actorOf(request.admission.caller))),
  );

  handle(fastify, 'copyTargeting', ({ request, key, body, param }) => {
    const copy = {
      projectId: key.projectId,
      flag: param('id'),
      from: body.from_environment_id,
      to: body.to_environment_id,
    };
    return published(flags.copyTargeting(copy, actorOf(request.admission.caller)));
  });
}
