import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import type { Change } from '../../control/change.ts';
import { Taken, Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { environmentIdsOf, nextMoment, recordChange } from '../../control/record-change.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { flagHistory } from '../changes/change-operations.ts';
import {
  FLAG,
  type FlagCore,
  type FlagRow,
  findFlag,
  readFlag,
  saveFlag,
  showFlag,
  storableFlag,
} from './flag-rows.ts';
import { flagState } from './flag-state.ts';
import type { Flag, FlagFilter, FlagPatch, FlagSighting, NewFlag } from './flag-store.ts';
import { checkFlagValue, defaultValueOf } from './flag-value.ts';
import { patchFlag } from './patch-flag.ts';

const LIST = `${FLAG} WHERE project_id = ?1 AND id < ?2 AND (?3 IS NULL OR status = ?3)
  AND (?4 IS NULL OR EXISTS (SELECT 1 FROM json_each(platforms) WHERE value = ?4))
  AND (?5 IS NULL OR EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?5))
  AND (?6 IS NULL OR instr(search, ?6) > 0) AND (?7 IS NULL OR kind = ?7) ORDER BY id DESC LIMIT ?8`;
const SIGHT = `INSERT INTO flag_sightings (flag_id, environment_id, last_seen_at)
  SELECT f.id, e.id, ?3 FROM flags f JOIN environments e ON e.project_id = f.project_id WHERE f.id = ?1 AND e.id = ?2
  ON CONFLICT (flag_id, environment_id) DO UPDATE SET last_seen_at = max(last_seen_at, excluded.last_seen_at)`;

export function flagOperations(sql: Sql) {
  return {
    'flags.create': writing((flag: NewFlag, actor: Actor): Flag => showFlag(sql, create(sql, flag, actor), Date.now())),
    'flags.list': reading((filter: FlagFilter, page: PageRequest): Page<Flag> => {
      const { projectId, status = null, platform = null, tag = null, kind = null, search } = filter;
      const wanted = search?.toLowerCase() ?? null;
      const rows = sql.all<FlagRow>(
        LIST,
        projectId.toLowerCase(),
        cursorOf(page),
        status,
        platform,
        tag,
        wanted,
        kind,
        page.limit + 1,
      );
      const now = Date.now();
      const { rows: shown, nextCursor } = pageOf(rows, page);
      return { rows: shown.map((row) => showFlag(sql, readFlag(row), now)), nextCursor };
    }),
    'flags.find': reading((projectId: string, idOrKey: string): Flag | undefined => {
      const flag = findFlag(sql, projectId.toLowerCase(), idOrKey);
      return flag && showFlag(sql, flag, Date.now());
    }),
    'flags.update': writing((projectId: string, idOrKey: string, patch: FlagPatch, actor: Actor): Flag | undefined => {
      const flag = findFlag(sql, projectId.toLowerCase(), idOrKey);
      return flag && showFlag(sql, update(sql, flag, patch, actor), Date.now());
    }),
    'flags.history': reading((projectId: string, idOrKey: string, page: PageRequest): Page<Change> | undefined => {
      const flag = findFlag(sql, projectId.toLowerCase(), idOrKey);
      return flag && flagHistory(sql, flag.projectId, flag.id, page);
    }),
    'flags.noteSightings': writing((sightings: readonly FlagSighting[]): void => {
      for (const { flagId, environmentId, seenAtMs } of sightings) {
        sql.run(SIGHT, flagId.toLowerCase(), environmentId.toLowerCase(), seenAtMs);
      }
    }),
  };
}

function create(sql: Sql, sent: NewFlag, actor: Actor): FlagCore {
  const projectId = sent.projectId.toLowerCase();
  if (sql.one('SELECT 1 FROM projects WHERE id = ?', projectId) === undefined) {
    throw new Unacceptable('project_id', 'There is no such project.');
  }
  if (sql.one('SELECT 1 FROM flags WHERE project_id = ? AND key = ?', projectId, sent.key) !== undefined) {
    throw new Taken('FLAG_KEY_EXISTS', `There is a flag "${sent.key}" in the project already.`);
  }
  const { valueType = 'boolean' } = sent;
  const defaultValue = sent.defaultValue === undefined ? defaultValueOf(valueType) : sent.defaultValue;
  checkFlagValue(defaultValue, valueType, 'default_value');
  const atMs = nextMoment(sql, projectId);
  const flag = storableFlag({
    id: uuidv7(),
    projectId,
    key: sent.key,
    name: sent.name,
    description: sent.description ?? null,
    valueType,
    defaultValue,
    platforms: [...new Set(sent.platforms)],
    tags: [...new Set(sent.tags ?? [])],
    kind: sent.kind ?? 'release',
    status: 'active',
    createdAtMs: atMs,
    updatedAtMs: atMs,
  });
  saveFlag(sql, flag);
  record(sql, actor, 'created', null, flag);
  return flag;
}

function update(sql: Sql, flag: FlagCore, patch: FlagPatch, actor: Actor): FlagCore {
  const patched = storableFlag(patchFlag(flag, patch));
  if (isDeepStrictEqual(patched, flag)) return flag;
  const changed = { ...patched, updatedAtMs: nextMoment(sql, flag.projectId) };
  saveFlag(sql, changed);
  const isArchiving = changed.status === 'archived' && flag.status !== 'archived';
  record(sql, actor, isArchiving ? 'archived' : 'updated', flag, changed);
  return changed;
}

function record(sql: Sql, actor: Actor, action: string, before: FlagCore | null, after: FlagCore): void {
  recordChange(sql, actor, {
    projectId: after.projectId,
    entityType: 'flag',
    entityId: after.id,
    entityKey: after.key,
    action,
    before: before && flagState(before),
    after: flagState(after),
    touches: environmentIdsOf(sql, after.projectId),
    atMs: after.updatedAtMs,
  });
}
