import type { Db } from '../../control/sql/db.ts';
import { integer, json, nullable, text, type ValuesOf } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { Rollout, Rule } from '../../edge/targeting-rules.ts';
import type { Targeting } from './flag-store.ts';
import type { GuardrailWatch } from './guardrails/guardrail.ts';
import { readWatch, type WatchState, watchState } from './guardrails/guardrail-state.ts';
import type { Ramp } from './guardrails/ramp.ts';
import { type RampState, rampState, readRamp } from './guardrails/ramp-state.ts';
import { type KillState, killState } from './targeting-state.ts';

/** Targeting, the id that its rollout has or had, and what watches and moves the rollout. */
export interface KeptTargeting extends Targeting {
  readonly rolloutId: string | null;
  readonly guardrails: GuardrailWatch | null;
  readonly ramp: Ramp | null;
}

const targetingRow = {
  environmentId: text,
  rules: json<readonly Rule[]>(),
  rolloutId: nullable(text),
  rollout: nullable(json<Omit<Rollout, 'id'>>()),
  rolloutSinceMs: nullable(integer),
  kill: nullable(json<KillState>()),
  guardrails: nullable(json<WatchState>()),
  ramp: nullable(json<RampState>()),
};
type TargetingRow = ValuesOf<typeof targetingRow>;

const TARGETING = `SELECT environment_id AS environmentId, rules, rollout_id AS rolloutId, rollout,
  rollout_since AS rolloutSinceMs, kill, guardrails, ramp FROM flag_targeting WHERE flag_id = :flagId`;
const OF_FLAG = statement({
  sql: `${TARGETING} ORDER BY environment_id`,
  params: { flagId: text },
  row: targetingRow,
});
const FIND = statement({
  sql: `${TARGETING} AND environment_id = :environmentId`,
  params: { flagId: text, environmentId: text },
  row: targetingRow,
});
const SAVE = statement({
  sql: `INSERT INTO flag_targeting (flag_id, environment_id, rules, rollout_id, rollout, rollout_since, kill, guardrails,
    ramp)
    VALUES (:flagId, :environmentId, :rules, :rolloutId, :rollout, :rolloutSinceMs, :kill, :guardrails, :ramp)
    ON CONFLICT (flag_id, environment_id) DO UPDATE SET rules = excluded.rules, rollout_id = excluded.rollout_id,
    rollout = excluded.rollout, rollout_since = excluded.rollout_since, kill = excluded.kill,
    guardrails = excluded.guardrails, ramp = excluded.ramp`,
  params: { flagId: text, ...targetingRow },
});

export async function targetingsOf(db: Db, flagId: string): Promise<KeptTargeting[]> {
  return (await db.all(OF_FLAG, { flagId })).map((row) => readTargeting(flagId, row));
}

/** Undefined where nobody set any. */
export async function findTargeting(db: Db, flagId: string, environmentId: string): Promise<KeptTargeting | undefined> {
  const row = await db.one(FIND, { flagId, environmentId });
  return row && readTargeting(flagId, row);
}

export async function saveTargeting(db: Db, targeting: KeptTargeting): Promise<void> {
  const { rollout, kill, guardrails, ramp } = targeting;
  await db.run(SAVE, {
    ...targeting,
    rollout: rollout && { percentage: rollout.percentage, value: rollout.value },
    kill: kill && killState(kill),
    guardrails: guardrails && watchState(guardrails),
    ramp: ramp && rampState(ramp),
  });
}

function readTargeting(flagId: string, row: TargetingRow): KeptTargeting {
  const { rolloutId, rollout, kill, guardrails, ramp } = row;
  return {
    ...row,
    flagId,
    rollout: rollout && { id: rolloutId ?? '', ...rollout },
    kill: kill && { value: kill.value, reason: kill.reason, atMs: Date.parse(kill.at) },
    guardrails: guardrails && readWatch(guardrails),
    ramp: ramp && readRamp(ramp),
  };
}
