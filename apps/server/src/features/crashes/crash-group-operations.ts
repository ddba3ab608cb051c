import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Scope } from '../../edge/scope.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import {
  describeAnew,
  describeFingerprint,
  findFingerprint,
  findGroup,
  fingerprintsOf,
  groupsOfFingerprints,
  insertFingerprint,
  insertGroup,
  standGroup,
} from './crash-group-rows.ts';
import { crashGroupState } from './crash-group-state.ts';
import {
  type CrashDescription,
  type CrashGroup,
  type CrashGroupPatch,
  type CrashGroupSelection,
  type CrashGroupStatus,
  type CrashSighting,
  MAX_FINGERPRINTS,
  MAX_FOUND_GROUPS,
  MAX_MERGED_GROUPS,
  overflowFingerprint,
} from './crash-group-store.ts';
import { decided, seenAgain } from './move-crash-group.ts';
import { redactChanges, redactCrashGroups } from './redact-crash-groups.ts';

const scheduler: Actor = { kind: 'scheduler', id: 'crash-grouping', name: 'Crash grouping' };
const OVERFLOW = {
  title: 'Other crashes',
  culprit: null,
  exceptionType: null,
  reason: { kind: 'type_only', used: [`More than ${MAX_FINGERPRINTS} kinds of crashes`] },
  rule: 0,
} as const;

const ALIASES = `SELECT fingerprint, stands_for AS standsFor FROM crash_fingerprints
  WHERE environment_id = ? AND stands_for <> fingerprint ORDER BY fingerprint`;
const DESCRIBED_BEFORE = `SELECT fingerprint FROM crash_fingerprints WHERE environment_id = ?
  AND coalesce(described_at, created_at) < ? ORDER BY coalesce(described_at, created_at), fingerprint LIMIT ?`;
const SELECT = `SELECT fingerprint FROM crash_groups WHERE environment_id = ?1 AND merged_into IS NULL`;
const SEARCHED = `(instr(lower(title), lower(?2)) > 0 OR instr(lower(coalesce(culprit, '')), lower(?2)) > 0
  OR instr(lower(coalesce(exception_type, '')), lower(?2)) > 0)`;

export function crashGroupOperations(sql: Sql) {
  return {
    'crashGroups.note': writing((scope: Scope, sightings: readonly CrashSighting[]) =>
      sightings.map((sighting) => note(sql, scope, sighting)),
    ),
    'crashGroups.find': reading((environmentId: string, id: string) => findGroup(sql, environmentId, id)),
    'crashGroups.fingerprintsOf': reading((environmentId: string, id: string) =>
      fingerprintsOf(sql, environmentId, id),
    ),
    'crashGroups.ofFingerprints': reading((environmentId: string, fingerprints: readonly string[]) =>
      groupsOfFingerprints(sql, environmentId, fingerprints),
    ),
    'crashGroups.describedBefore': reading((environmentId: string, beforeMs: number, limit: number) =>
      sql
        .all<{ fingerprint: string }>(DESCRIBED_BEFORE, environmentId, beforeMs, limit)
        .map(({ fingerprint }) => fingerprint),
    ),
    'crashGroups.describe': writing(
      (scope: Scope, fingerprint: string, description: CrashDescription | null, describedAtMs: number) =>
        describeAgain(sql, scope, fingerprint, description, describedAtMs),
    ),
    'crashGroups.select': reading(
      (environmentId: string, filter: { readonly status?: CrashGroupStatus; readonly search?: string }) =>
        select(sql, environmentId, filter),
    ),
    'crashGroups.update': writing((environmentId: string, id: string, patch: CrashGroupPatch, actor: Actor) => {
      const group = findGroup(sql, environmentId, id);
      if (group === undefined) return undefined;
      standGroup(sql, group.id, decided(group, patch, nextMoment(sql, group.projectId)));
      return logged(sql, actor, actionOf[patch.status], group);
    }),
    'crashGroups.merge': writing((environmentId: string, id: string, others: readonly string[], actor: Actor) =>
      merge(sql, environmentId, id, others, actor),
    ),
    'crashGroups.split': writing((environmentId: string, id: string, fingerprint: string, actor: Actor) =>
      split(sql, environmentId, id, fingerprint.toLowerCase(), actor),
    ),
  };
}

function describeAgain(
  sql: Sql,
  scope: Scope,
  fingerprint: string,
  description: CrashDescription | null,
  describedAtMs: number,
): void {
  const { environmentId, projectId } = scope;
  if (description === null) redactCrashGroups(sql, scope, [fingerprint]);
  else {
    describeFingerprint(sql, environmentId, fingerprint, description);
    for (const { id } of groupsOfFingerprints(sql, environmentId, [fingerprint])) {
      describeAnew(sql, environmentId, id);
      redactChanges(sql, projectId, id, findGroup(sql, environmentId, id)?.title ?? description.title);
    }
  }
  const mark = 'UPDATE crash_fingerprints SET described_at = ? WHERE environment_id = ? AND fingerprint = ?';
  sql.run(mark, describedAtMs, environmentId, fingerprint);
}

const actionOf = { open: 'reopened', resolved: 'resolved', ignored: 'ignored' } as const;

function note(sql: Sql, scope: Scope, sighting: CrashSighting): string {
  const { environmentId, projectId } = scope;
  const { fingerprint, groupId } = noted(sql, scope, sighting);
  const group = findGroup(sql, environmentId, groupId);
  if (group === undefined || group.status !== 'resolved') return fingerprint;
  const standing = seenAgain(group, sighting, nextMoment(sql, projectId));
  if (standing === undefined) return fingerprint;
  standGroup(sql, group.id, standing);
  logged(sql, scheduler, 'regressed', group);
  return fingerprint;
}

/** Where the sighting belongs, after it has been made to belong somewhere. */
function noted(
  sql: Sql,
  { projectId, environmentId }: Scope,
  { fingerprint, former, description, describedAtMs }: CrashSighting,
) {
  const known = findFingerprint(sql, environmentId, fingerprint);
  if (known !== undefined) return known;
  const succeeded = former === null ? undefined : findFingerprint(sql, environmentId, former);
  if (succeeded !== undefined && succeeded.successor === null) {
    const { groupId } = succeeded;
    const standsFor = findGroup(sql, environmentId, groupId)?.fingerprint ?? fingerprint;
    insertFingerprint(
      sql,
      environmentId,
      { ...description, fingerprint, groupId, describedAtMs },
      standsFor,
      Date.now(),
    );
    const mark = 'UPDATE crash_fingerprints SET successor = ? WHERE environment_id = ? AND fingerprint = ?';
    sql.run(mark, fingerprint, environmentId, succeeded.fingerprint);
    describeAnew(sql, environmentId, groupId);
    return { fingerprint, groupId };
  }
  const count = 'SELECT count(*) AS count FROM crash_fingerprints WHERE environment_id = ?';
  const isFull = (sql.one<{ count: number }>(count, environmentId)?.count ?? 0) >= MAX_FINGERPRINTS;
  const shared = isFull ? findFingerprint(sql, environmentId, overflowFingerprint) : undefined;
  if (shared !== undefined) return shared;
  const made = isFull
    ? { ...OVERFLOW, fingerprint: overflowFingerprint, describedAtMs }
    : { ...description, fingerprint, describedAtMs };
  return createGroup(sql, { projectId, environmentId }, made);
}

function createGroup(
  sql: Sql,
  scope: Scope,
  made: CrashSighting['description'] & { readonly fingerprint: string; readonly describedAtMs: number },
): { readonly fingerprint: string; readonly groupId: string } {
  const [groupId, createdAtMs] = [uuidv7(), Date.now()];
  insertGroup(sql, { ...made, ...scope, id: groupId, createdAtMs });
  insertFingerprint(sql, scope.environmentId, { ...made, groupId }, made.fingerprint, createdAtMs);
  return { fingerprint: made.fingerprint, groupId };
}

function select(
  sql: Sql,
  environmentId: string,
  { status, search }: { readonly status?: CrashGroupStatus; readonly search?: string },
): CrashGroupSelection {
  const aliases = sql
    .all<{ fingerprint: string; standsFor: string }>(ALIASES, environmentId)
    .map(({ fingerprint, standsFor }) => [fingerprint, standsFor] as const);
  const fingerprints = (condition: string, ...values: string[]): string[] =>
    sql
      .all<{ fingerprint: string }>(
        `${SELECT} AND ${condition} ORDER BY id DESC LIMIT ${MAX_FOUND_GROUPS}`,
        environmentId,
        ...values,
      )
      .map(({ fingerprint }) => fingerprint);
  if (search !== undefined) {
    return { aliases, only: fingerprints(`${SEARCHED} AND (?3 = '' OR status = ?3)`, search, status ?? '') };
  }
  if (status === undefined) return { aliases };
  if (status === 'open') return { aliases, except: fingerprints("status <> 'open'") };
  return { aliases, only: fingerprints('status = ?2', status) };
}

function merge(
  sql: Sql,
  environmentId: string,
  id: string,
  others: readonly string[],
  actor: Actor,
): CrashGroup | undefined {
  const group = findGroup(sql, environmentId, id);
  if (group === undefined) return undefined;
  if (others.length > MAX_MERGED_GROUPS) {
    throw new Unacceptable('group_ids', `group_ids has more than ${MAX_MERGED_GROUPS} groups.`);
  }
  const merged = new Map<string, CrashGroup>();
  for (const other of others) {
    const found = findGroup(sql, environmentId, other);
    if (found === undefined) throw new Unacceptable('group_ids', `group_ids names no crash group: ${other}.`);
    if (found.id !== group.id) merged.set(found.id, found);
  }
  if (merged.size === 0) return group;
  for (const other of merged.values()) {
    const move = 'UPDATE crash_fingerprints SET group_id = ?, stands_for = ? WHERE group_id = ?';
    sql.run(move, group.id, group.fingerprint, other.id);
    sql.run('UPDATE crash_groups SET merged_into = ? WHERE id = ? OR merged_into = ?', group.id, other.id, other.id);
    const before = crashGroupState(other);
    record(sql, actor, 'merged_away', other, before, { ...before, fingerprints: [], merged_into: group.id });
  }
  describeAnew(sql, environmentId, group.id);
  return logged(sql, actor, 'merged', group);
}

function split(sql: Sql, environmentId: string, id: string, fingerprint: string, actor: Actor): CrashGroup | undefined {
  const group = findGroup(sql, environmentId, id);
  if (group === undefined) return undefined;
  const row = findFingerprint(sql, environmentId, fingerprint);
  if (row === undefined || row.groupId !== group.id) {
    throw new Unacceptable('fingerprint', 'fingerprint is none of this group.');
  }
  if (group.fingerprints.length === 1)
    throw new Unacceptable('fingerprint', 'fingerprint is the only one of this group.');
  const own = ownGroup(sql, group, row);
  const move = `UPDATE crash_fingerprints SET group_id = ?, stands_for = fingerprint WHERE environment_id = ? AND fingerprint = ?`;
  sql.run(move, own, environmentId, fingerprint);
  if (group.fingerprint === fingerprint) {
    const next = group.fingerprints.find((one) => one !== fingerprint) ?? fingerprint;
    sql.run('UPDATE crash_groups SET fingerprint = ? WHERE id = ?', next, group.id);
    sql.run('UPDATE crash_fingerprints SET stands_for = ? WHERE group_id = ?', next, group.id);
  }
  for (const changed of [group.id, own]) describeAnew(sql, environmentId, changed);
  logged(sql, actor, 'split', group);
  const created = findGroup(sql, environmentId, own);
  if (created !== undefined) record(sql, actor, 'created', created, null, crashGroupState(created));
  return created;
}

/** The group that the fingerprint had before it was merged comes back with its id; otherwise there is a new one. */
function ownGroup(
  sql: Sql,
  { projectId, environmentId, id }: CrashGroup,
  row: CrashSighting['description'] & { readonly fingerprint: string },
): string {
  const find = 'SELECT id FROM crash_groups WHERE merged_into = ? AND fingerprint = ?';
  const former = sql.one<{ id: string }>(find, id, row.fingerprint)?.id;
  if (former === undefined) {
    const made = uuidv7();
    insertGroup(sql, { ...row, projectId, environmentId, id: made, createdAtMs: Date.now() });
    return made;
  }
  sql.run("UPDATE crash_groups SET merged_into = NULL, status = 'open', resolved_at = NULL WHERE id = ?", former);
  return former;
}

/** Logs what became of the group, and answers it. */
function logged(sql: Sql, actor: Actor, action: string, before: CrashGroup): CrashGroup {
  const after = findGroup(sql, before.environmentId, before.id) ?? before;
  record(sql, actor, action, before, crashGroupState(before), crashGroupState(after));
  return after;
}

function record(
  sql: Sql,
  actor: Actor,
  action: string,
  { projectId, environmentId, id, title }: CrashGroup,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
): void {
  const atMs = nextMoment(sql, projectId);
  const entity = { projectId, environmentId, entityType: 'crash_group', entityId: id, entityKey: title } as const;
  recordChange(sql, actor, { ...entity, action, before, after, touches: [], atMs });
}
