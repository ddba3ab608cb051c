import { uuidv7 } from 'uuidv7';
import type { Sql } from '../engines/sqlite/sql.ts';
import type { Actor } from './actor.ts';
import type { EntityState, EntityType } from './change.ts';

export interface Mutation {
  /** Null for what belongs to the whole installation. */
  readonly projectId: string | null;
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly entityKey: string;
  readonly environmentId?: string;
  readonly action: string;
  readonly before: EntityState | null;
  readonly after: EntityState | null;
  /** Environments that serve something else from now on. */
  readonly touches: readonly string[];
  readonly atMs: number;
}

const INSERT = `INSERT INTO changes (id, project_id, entity_type, entity_id, entity_key, environment_id, action, actor,
  before, after, config_version, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const MOVE =
  'UPDATE environments SET config_version = config_version + 1 WHERE id = ? RETURNING config_version AS version';
const NOTE_VERSION = 'INSERT INTO config_versions (environment_id, created_at, config_version) VALUES (?, ?, ?)';

/**
 * When a change that is made now happens: later than every other of the project, whatever the clock does, so that
 * "the state at a moment" has one meaning.
 */
export function nextMoment(sql: Sql, projectId: string | null): number {
  const text = 'SELECT max(created_at) AS last FROM changes WHERE project_id = ?';
  const last = sql.one<{ last: number | null }>(text, projectId ?? '')?.last ?? 0;
  return Math.max(Date.now(), last + 1);
}

/** Logs a change and moves the versions of what it touches, in the transaction that makes it. */
export function recordChange(sql: Sql, actor: Actor, mutation: Mutation): void {
  const { projectId, environmentId, before, after, atMs } = mutation;
  let configVersion: number | null = null;
  for (const touched of mutation.touches) {
    const version = sql.one<{ version: number }>(MOVE, touched)?.version;
    if (version === undefined) throw new Error(`A change touches the environment ${touched}, which does not exist.`);
    sql.run(NOTE_VERSION, touched, atMs, version);
    if (touched === environmentId) configVersion = version;
  }
  sql.run(
    INSERT,
    uuidv7(),
    projectId ?? '',
    mutation.entityType,
    mutation.entityId,
    mutation.entityKey,
    environmentId ?? null,
    mutation.action,
    JSON.stringify(actor),
    before === null ? null : JSON.stringify(before),
    after === null ? null : JSON.stringify(after),
    configVersion,
    atMs,
  );
}

export function environmentIdsOf(sql: Sql, projectId: string): string[] {
  const rows = sql.all<{ id: string }>('SELECT id FROM environments WHERE project_id = ? ORDER BY id', projectId);
  return rows.map(({ id }) => id);
}
