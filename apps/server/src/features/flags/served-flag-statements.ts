import type { Db } from '../../control/sql/db.ts';
import { integer, json, nullable, text, textOf, type ValuesOf } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { RulesetFlag } from '../../edge/ruleset.ts';

const flagRow = {
  id: text,
  projectId: text,
  key: text,
  valueType: textOf<RulesetFlag['value_type']>(),
  defaultValue: json<unknown>(),
  platforms: json<RulesetFlag['platforms']>(),
  status: textOf<RulesetFlag['status']>(),
  prerequisites: json<NonNullable<RulesetFlag['prerequisites']>>(),
  position: integer,
};
/** Rules stay as they are stored: see CarriedFlag. */
const targetingRow = {
  flagId: text,
  environmentId: text,
  rules: text,
  rolloutId: nullable(text),
  rollout: nullable(json<Omit<NonNullable<RulesetFlag['rollout']>, 'id'>>()),
  kill: nullable(json<NonNullable<RulesetFlag['kill']>>()),
};
export type ServedFlagRow = ValuesOf<typeof flagRow>;
export type ServedTargetingRow = ValuesOf<typeof targetingRow>;

const FLAG = `SELECT id, project_id AS projectId, key, value_type AS valueType, default_value AS defaultValue,
  platforms, status, prerequisites, created_at AS position FROM flags WHERE status <> 'archived'`;
const TARGETING = `SELECT flag_id AS flagId, environment_id AS environmentId, rules, rollout_id AS rolloutId, rollout,
  kill FROM flag_targeting`;
const FLAGS = statement({ sql: `${FLAG} ORDER BY created_at, id`, row: flagRow });
const FIND_FLAG = statement({ sql: `${FLAG} AND id = :id`, params: { id: text }, row: flagRow });
const TARGETINGS = statement({ sql: `${TARGETING} ORDER BY flag_id, environment_id`, row: targetingRow });
const TARGETINGS_OF_FLAG = statement({
  sql: `${TARGETING} WHERE flag_id = :flagId ORDER BY environment_id`,
  params: { flagId: text },
  row: targetingRow,
});

/** In the order in which they were made. */
export async function servedFlags(db: Db): Promise<readonly ServedFlagRow[]> {
  return await db.all(FLAGS, {});
}

export async function findServedFlag(db: Db, id: string): Promise<ServedFlagRow | undefined> {
  return await db.one(FIND_FLAG, { id });
}

/** Of all flags. */
export async function servedTargetings(db: Db): Promise<readonly ServedTargetingRow[]> {
  return await db.all(TARGETINGS, {});
}

export async function servedTargetingsOf(db: Db, flagId: string): Promise<readonly ServedTargetingRow[]> {
  return await db.all(TARGETINGS_OF_FLAG, { flagId });
}
