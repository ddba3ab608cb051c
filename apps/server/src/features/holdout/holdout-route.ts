import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { isoTimeOrNull } from '../../http/request/wire-time.ts';
import type { Holdout, HoldoutStore } from './holdout-store.ts';

export interface HoldoutRouteDeps {
  readonly holdouts: HoldoutStore;
  readonly publisher: EdgePublisher;
}

/** The share of people who are in no experiment of the project. */
export function registerHoldoutRoute(fastify: FastifyInstance, { holdouts, publisher }: HoldoutRouteDeps): void {
  handle(fastify, 'showHoldout', async ({ access }) => ({ data: holdoutRow(await holdouts.find(access.projectId)) }));

  handle(fastify, 'setHoldout', async ({ actor, access, body }) => {
    const { percentage, reshuffle } = body;
    const holdout = await holdouts.set(access.projectId, { percentage, ...omitUndefined({ reshuffle }) }, actor);
    await publisher.publish();
    return { data: holdoutRow(holdout) };
  });
}

const holdoutRow = (holdout: Holdout | undefined) => ({
  id: holdout?.id ?? null,
  percentage: holdout?.percentage ?? 0,
  began_at: isoTimeOrNull(holdout?.beganAtMs ?? null),
  updated_at: isoTimeOrNull(holdout?.updatedAtMs ?? null),
});
