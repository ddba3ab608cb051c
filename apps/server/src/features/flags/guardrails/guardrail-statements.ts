import type { Db } from '../../../control/sql/db.ts';
import { json, nullable, text } from '../../../control/sql/sql-type.ts';
import { statement } from '../../../control/sql/statement.ts';
import type { Rollout } from '../../../edge/targeting-rules.ts';
import { readWatch, type WatchState } from './guardrail-state.ts';
import type { WatchedFlag } from './guardrail-store.ts';
import { isRampActive } from './ramp.ts';
import { type RampState, readRamp } from './ramp-state.ts';

const WATCHED = statement({
  sql: `SELECT flag.project_id AS projectId, flag.id AS flagId, flag.key AS flagKey,
    targeting.environment_id AS environmentId, targeting.rollout_id AS rolloutId, targeting.rollout,
    targeting.guardrails, targeting.ramp
    FROM flag_targeting AS targeting JOIN flags AS flag ON flag.id = targeting.flag_id
    WHERE (targeting.guardrails IS NOT NULL OR targeting.ramp IS NOT NULL) AND targeting.rollout IS NOT NULL
      AND targeting.kill IS NULL AND flag.status <> 'archived' ORDER BY flag.id, targeting.environment_id`,
  row: {
    projectId: text,
    flagId: text,
    flagKey: text,
    environmentId: text,
    rolloutId: nullable(text),
    rollout: json<Omit<Rollout, 'id'>>(),
    guardrails: nullable(json<WatchState>()),
    ramp: nullable(json<RampState>()),
  },
});

export async function watchedFlags(db: Db): Promise<readonly WatchedFlag[]> {
  const rows = await db.all(WATCHED, {});
  return rows
    .map(({ rolloutId, rollout, guardrails, ramp, ...flag }) => ({
      ...flag,
      rollout: { id: rolloutId ?? '', ...rollout },
      guardrails: guardrails && readWatch(guardrails),
      ramp: ramp && readRamp(ramp),
    }))
    .filter(({ guardrails, ramp }) => (guardrails !== null && guardrails.sinceMs !== null) || isRampActive(ramp));
}
