import type { EdgeRows, GroupChange } from '../../../edge/edge-changes.ts';
import type { Sql } from '../../../engines/sqlite/sql.ts';
import { readId } from '../../../engines/sqlite/stored-text.ts';
import { type CarriedFlag, readFlag } from '../../flags/read-flags.ts';
import { listPlans } from '../../projects/plan-operations.ts';
import { edgeRows } from './read-edge-rows.ts';
import type { EdgeRowKind } from './watch-edge-rows.ts';

export interface CarriedRows extends Omit<EdgeRows, 'flags'> {
  readonly flags?: readonly CarriedFlag[];
}

interface ChangedRow {
  readonly kind: EdgeRowKind;
  readonly id: string;
}

interface MemberRow {
  readonly userId: string;
  readonly addedAtMs: number;
}

const ID_LENGTH = 36;
const MEMBER = `SELECT user_id AS userId, added_at AS addedAtMs FROM group_members WHERE group_id = ? AND user_id = ?`;

/**
 * Rows that were changed, as they are now. Undefined when one is gone that is never taken away: then nobody has said
 * what that means for those who serve it.
 */
export function changedEdgeRows(sql: Sql, changed: readonly ChangedRow[]): CarriedRows | undefined {
  const idsOf = (kind: EdgeRowKind): string[] => changed.filter((row) => row.kind === kind).map(({ id }) => id);
  const flags = split(idsOf('flag'), (id) => readFlag(sql, id));
  const experiments = split(idsOf('experiment'), (id) => edgeRows.experiment(sql, id));
  const schemas = split(idsOf('schema'), (id) => edgeRows.schema(sql, ...namedIn(id)));
  const projects = split(idsOf('project'), (id) => edgeRows.project(sql, id));
  const environments = split(idsOf('environment'), (id) => edgeRows.environment(sql, id));
  const keys = split(idsOf('key'), (id) => edgeRows.key(sql, id));
  const groups = changedGroups(sql, idsOf('group'), idsOf('member'));
  if ([projects, environments, keys].some(({ gone }) => gone.length > 0) || groups === undefined) return undefined;
  const goneSchemas = schemas.gone.map(namedIn).map(([projectId, name]) => ({ projectId, eventName: readId(name) }));
  const gone = {
    ...unlessEmpty('flags', flags.gone),
    ...unlessEmpty('experiments', experiments.gone),
    ...unlessEmpty('schemas', goneSchemas),
  };
  return {
    ...unlessEmpty('projects', projects.found),
    ...unlessEmpty('environments', environments.found),
    ...unlessEmpty('flags', flags.found),
    ...unlessEmpty('experiments', experiments.found),
    ...unlessEmpty('groups', groups),
    ...unlessEmpty('schemas', schemas.found),
    ...unlessEmpty('keys', keys.found),
    ...(idsOf('plans').length > 0 ? { plans: listPlans(sql) } : {}),
    ...(idsOf('operator_tokens').length > 0 ? { operatorTokenHashes: edgeRows.operatorTokenHashes(sql) } : {}),
    ...(Object.keys(gone).length > 0 ? { gone } : {}),
  };
}

function changedGroups(sql: Sql, groupIds: readonly string[], members: readonly string[]): GroupChange[] | undefined {
  const membersOf = new Map(groupIds.map((id) => [id, [] as string[]]));
  for (const [groupId, userId] of members.map(namedIn)) {
    membersOf.set(groupId, [...(membersOf.get(groupId) ?? []), userId]);
  }
  const changes: GroupChange[] = [];
  for (const [id, userIds] of membersOf) {
    const group = edgeRows.group(sql, id);
    if (group === undefined) return undefined;
    const { found, gone } = split(userIds, (userId) => sql.one<MemberRow>(MEMBER, id, userId));
    const joined = found.sort((a, b) => a.addedAtMs - b.addedAtMs).map(({ userId }) => readId(userId));
    const { projectId, key, revision } = group;
    changes.push({ projectId, key, revision, joined, left: gone.map(readId) });
  }
  return changes;
}

function split<Row>(
  ids: readonly string[],
  read: (id: string) => Row | undefined,
): { readonly found: Row[]; readonly gone: string[] } {
  const found: Row[] = [];
  const gone: string[] = [];
  for (const id of ids) {
    const row = read(id);
    if (row === undefined) gone.push(id);
    else found.push(row);
  }
  return { found, gone };
}

/** An id, and what is named inside of that. */
const namedIn = (id: string): [string, string] => [id.slice(0, ID_LENGTH), id.slice(ID_LENGTH + 1)];

const unlessEmpty = <Name extends string, Row>(name: Name, rows: readonly Row[]) =>
  (rows.length === 0 ? {} : { [name]: rows }) as { readonly [Each in Name]?: readonly Row[] };
