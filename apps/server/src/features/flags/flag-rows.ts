import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import type { Flag, Targeting } from './flag-store.ts';
import { staleReason } from './stale-reason.ts';
import { type KillState, killState } from './targeting-state.ts';

/** A flag without what is found out when it is shown. */
export type FlagCore = Omit<Flag, 'stale' | 'lastSeenAtMs'>;

export type FlagRow = Omit<FlagCore, 'defaultValue' | 'platforms' | 'tags'> & {
  readonly defaultValue: string;
  readonly platforms: string;
  readonly tags: string;
};

interface TargetingRow {
  readonly environmentId: string;
  readonly rules: string;
  readonly rolloutId: string | null;
  readonly rollout: string | null;
  readonly rolloutSinceMs: number | null;
  readonly kill: string | null;
}

/** Targeting and the id that its rollout has or had. */
export interface KeptTargeting extends Targeting {
  readonly rolloutId: string | null;
}

export const FLAG = `SELECT id, project_id AS projectId, key, name, description, value_type AS valueType,
  default_value AS defaultValue, platforms, tags, kind, status, created_at AS createdAtMs, updated_at AS updatedAtMs
  FROM flags`;
const TARGETING = `SELECT environment_id AS environmentId, rules, rollout_id AS rolloutId, rollout,
  rollout_since AS rolloutSinceMs, kill FROM flag_targeting WHERE flag_id = ?`;
const SAVE_FLAG = `INSERT INTO flags (id, project_id, key, name, description, value_type, default_value, platforms, tags,
  kind, status, search, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description,
  default_value = excluded.default_value, platforms = excluded.platforms, tags = excluded.tags, kind = excluded.kind,
  status = excluded.status, search = excluded.search, updated_at = excluded.updated_at`;
const SAVE_TARGETING = `INSERT INTO flag_targeting (flag_id, environment_id, rules, rollout_id, rollout, rollout_since, kill)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (flag_id, environment_id) DO UPDATE SET rules = excluded.rules,
  rollout_id = excluded.rollout_id, rollout = excluded.rollout, rollout_since = excluded.rollout_since,
  kill = excluded.kill`;

export function findFlag(sql: Sql, projectId: string, idOrKey: string): FlagCore | undefined {
  const row =
    sql.one<FlagRow>(`${FLAG} WHERE project_id = ? AND id = ?`, projectId, idOrKey.toLowerCase()) ??
    sql.one<FlagRow>(`${FLAG} WHERE project_id = ? AND key = ?`, projectId, idOrKey);
  return row && readFlag(row);
}

export function readFlag(row: FlagRow): FlagCore {
  const { defaultValue, platforms, tags } = row;
  return {
    ...row,
    defaultValue: JSON.parse(defaultValue),
    platforms: JSON.parse(platforms),
    tags: JSON.parse(tags),
  };
}

export function saveFlag(sql: Sql, flag: FlagCore): void {
  sql.run(
    SAVE_FLAG,
    flag.id,
    flag.projectId,
    flag.key,
    flag.name,
    flag.description,
    flag.valueType,
    JSON.stringify(flag.defaultValue),
    JSON.stringify(flag.platforms),
    JSON.stringify(flag.tags),
    flag.kind,
    flag.status,
    searchText(flag),
    flag.createdAtMs,
    flag.updatedAtMs,
  );
}

/** With what is found out when it is shown. */
export function showFlag(sql: Sql, flag: FlagCore, nowMs: number): Flag {
  const text = 'SELECT max(last_seen_at) AS at FROM flag_sightings WHERE flag_id = ?';
  const lastSeenAtMs = sql.one<{ at: number | null }>(text, flag.id)?.at ?? null;
  return { ...flag, lastSeenAtMs, stale: staleReason(flag, targetingsOf(sql, flag.id), lastSeenAtMs, nowMs) };
}

/** As it comes back from the database: otherwise an odd text would look changed each time it is sent. */
export function storableFlag(flag: FlagCore): FlagCore {
  return {
    ...flag,
    name: storeText(flag.name),
    description: flag.description === null ? null : storeText(flag.description),
    tags: flag.tags.map(storeText),
  };
}

export function searchText({ key, name }: { readonly key: string; readonly name: string }): string {
  return storeText(`${key}\n${name}`.toLowerCase());
}

export function targetingsOf(sql: Sql, flagId: string): KeptTargeting[] {
  return sql.all<TargetingRow>(TARGETING, flagId).map((row) => readTargeting(flagId, row));
}

/** Undefined where nobody set any. */
export function findTargeting(sql: Sql, flagId: string, environmentId: string): KeptTargeting | undefined {
  const row = sql.one<TargetingRow>(`${TARGETING} AND environment_id = ?`, flagId, environmentId);
  return row && readTargeting(flagId, row);
}

export function noTargeting(flagId: string, environmentId: string): KeptTargeting {
  return { flagId, environmentId, rules: [], rollout: null, kill: null, rolloutSinceMs: null, rolloutId: null };
}

export function saveTargeting(sql: Sql, targeting: KeptTargeting): void {
  const { flagId, environmentId, rules, rolloutId, rollout, rolloutSinceMs, kill } = targeting;
  const share = rollout === null ? null : JSON.stringify({ percentage: rollout.percentage, value: rollout.value });
  const killed = kill === null ? null : JSON.stringify(killState(kill));
  sql.run(SAVE_TARGETING, flagId, environmentId, JSON.stringify(rules), rolloutId, share, rolloutSinceMs, killed);
}

function readTargeting(flagId: string, row: TargetingRow): KeptTargeting {
  const { environmentId, rolloutId, rolloutSinceMs } = row;
  const kill: KillState | null = row.kill === null ? null : JSON.parse(row.kill);
  return {
    flagId,
    environmentId,
    rules: JSON.parse(row.rules),
    rollout: row.rollout === null ? null : { id: rolloutId ?? '', ...JSON.parse(row.rollout) },
    rolloutId,
    rolloutSinceMs,
    kill: kill && { value: kill.value, reason: kill.reason, atMs: Date.parse(kill.at) },
  };
}
