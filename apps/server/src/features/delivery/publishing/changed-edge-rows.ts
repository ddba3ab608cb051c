import type { Db } from '../../../control/sql/db.ts';
import { UUID_LENGTH } from '../../../control/sql/sql-type.ts';
import { type EdgeRows, type GroupChange, wholeGroup } from '../../../edge/edge-changes.ts';
import { readId } from '../../../engines/sqlite/stored-text.ts';
import { type CarriedFlag, readFlag } from '../../flags/read-flags.ts';
import { listPlans } from '../../projects/plan-operations.ts';
import { edgeRows } from './edge-row-statements.ts';
import type { EdgeRowKind } from './watched-tables.ts';

export interface CarriedRows extends Omit<EdgeRows, 'flags'> {
  readonly flags?: readonly CarriedFlag[];
}

interface ChangedRow {
  readonly kind: EdgeRowKind;
  readonly id: string;
}

/**
 * Rows that were changed, as they are now. Undefined when one is gone that is never taken away: then nobody has said
 * what that means for those who serve it.
 */
export async function changedEdgeRows(db: Db, changed: readonly ChangedRow[]): Promise<CarriedRows | undefined> {
  const idsOf = (kind: EdgeRowKind): string[] => changed.filter((row) => row.kind === kind).map(({ id }) => id);
  const flags = await split(idsOf('flag'), (id) => readFlag(db, id));
  const experiments = await split(idsOf('experiment'), (id) => edgeRows.experiment(db, id));
  const schemas = await split(idsOf('schema'), (id) => findSchema(db, id));
  const projects = await split(idsOf('project'), (id) => edgeRows.project(db, id));
  const environments = await split(idsOf('environment'), (id) => edgeRows.environment(db, id));
  const keys = await split(idsOf('key'), (id) => edgeRows.key(db, id));
  const groups = await changedGroups(db, idsOf('group'), idsOf('member'));
  const cohorts = await split(idsOf('cohort'), (id) => edgeRows.cohort(db, id));
  if ([projects, environments, keys, cohorts].some(({ gone }) => gone.length > 0) || groups === undefined)
    return undefined;
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
    ...unlessEmpty('groups', [...groups, ...cohorts.found.map(wholeGroup)]),
    ...unlessEmpty('schemas', schemas.found),
    ...unlessEmpty('keys', keys.found),
    ...(idsOf('plans').length > 0 ? { plans: await listPlans(db) } : {}),
    ...(idsOf('operator_tokens').length > 0 ? { operatorTokenHashes: await edgeRows.operatorTokenHashes(db) } : {}),
    ...(Object.keys(gone).length > 0 ? { gone } : {}),
  };
}

async function changedGroups(
  db: Db,
  groupIds: readonly string[],
  members: readonly string[],
): Promise<GroupChange[] | undefined> {
  const membersOf = new Map(groupIds.map((id) => [id, [] as string[]]));
  for (const [groupId, userId] of members.map(namedIn)) {
    membersOf.set(groupId, [...(membersOf.get(groupId) ?? []), userId]);
  }
  const changes: GroupChange[] = [];
  for (const [id, userIds] of membersOf) {
    const group = await edgeRows.group(db, id);
    if (group === undefined) return undefined;
    const { found, gone } = await split(userIds, (userId) => edgeRows.member(db, id, readId(userId)));
    const joined = found.sort((a, b) => a.addedAtMs - b.addedAtMs).map(({ userId }) => userId);
    const { projectId, key, revision } = group;
    changes.push({ projectId, key, revision, joined, left: gone.map(readId) });
  }
  return changes;
}

function findSchema(db: Db, id: string) {
  const [projectId, storedName] = namedIn(id);
  return edgeRows.schema(db, projectId, readId(storedName));
}

async function split<Row>(
  ids: readonly string[],
  read: (id: string) => Promise<Row | undefined>,
): Promise<{ readonly found: Row[]; readonly gone: string[] }> {
  const found: Row[] = [];
  const gone: string[] = [];
  for (const id of ids) {
    const row = await read(id);
    if (row === undefined) gone.push(id);
    else found.push(row);
  }
  return { found, gone };
}

/** An id, and what is named inside of that. */
const namedIn = (id: string): [string, string] => [id.slice(0, UUID_LENGTH), id.slice(UUID_LENGTH + 1)];

const unlessEmpty = <Name extends string, Row>(name: Name, rows: readonly Row[]) =>
  (rows.length === 0 ? {} : { [name]: rows }) as { readonly [Each in Name]?: readonly Row[] };
