import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { memberOfProject } from '../../control/member-name-statements.ts';
import { reading, writing } from '../../control/operation.ts';
import { nextMoment } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Scope } from '../../edge/scope.ts';
import {
  describedFingerprints,
  findFingerprint,
  fingerprintsDescribedBefore,
  moveFingerprint,
  moveFingerprints,
  standForGroup,
} from './crash-fingerprint-statements.ts';
import { crashGroupState } from './crash-group-state.ts';
import {
  assignGroup,
  bringBackGroup,
  findGroup,
  findMergedAway,
  groupsOfFingerprints,
  insertGroup,
  mergeGroup,
  representGroup,
  standGroup,
} from './crash-group-statements.ts';
import {
  type CrashFingerprint,
  type CrashGroup,
  type CrashGroupPatch,
  type CrashSighting,
  MAX_MERGED_GROUPS,
} from './crash-group-store.ts';
import { describeAgain, describeAnew } from './describe-crash-group.ts';
import { logGroup, recordGroup } from './log-crash-group.ts';
import { decided } from './move-crash-group.ts';
import { noteCrash } from './note-crash.ts';
import { selectGroups } from './triage/select-groups.ts';

export const crashGroupOperations = {
  note: writing(async (db, scope: Scope, sightings: readonly CrashSighting[]): Promise<readonly string[]> => {
    const fingerprints: string[] = [];
    for (const sighting of sightings) fingerprints.push(await noteCrash(db, scope, sighting));
    return fingerprints;
  }),
  find: reading(findGroup),
  fingerprintsOf: reading(async (db, environmentId: string, id: string): Promise<readonly CrashFingerprint[]> => {
    const group = await findGroup(db, environmentId, id);
    return group === undefined ? [] : await describedFingerprints(db, group.id);
  }),
  ofFingerprints: reading(groupsOfFingerprints),
  describedBefore: reading(fingerprintsDescribedBefore),
  describe: writing(describeAgain),
  select: reading(selectGroups),
  update: writing(update),
  merge: writing(merge),
  split: writing((db, environmentId: string, id: string, fingerprint: string, actor: Actor) =>
    split(db, environmentId, id, fingerprint.toLowerCase(), actor),
  ),
};

const actionOf = { open: 'reopened', resolved: 'resolved', ignored: 'ignored' } as const;

async function update(
  db: Db,
  environmentId: string,
  id: string,
  patch: CrashGroupPatch,
  actor: Actor,
): Promise<CrashGroup | undefined> {
  const group = await findGroup(db, environmentId, id);
  if (group === undefined) return undefined;
  const { status, resolvedInVersion, assignee } = patch;
  const assigneeId = assignee === undefined ? group.assignee?.id : await assigneeOf(db, group.projectId, assignee);
  const isAssigned = (assigneeId ?? null) !== (group.assignee?.id ?? null);
  if (isAssigned) await assignGroup(db, group.id, assigneeId ?? null);
  if (status === undefined) {
    return isAssigned ? await logGroup(db, actor, assigneeId == null ? 'unassigned' : 'assigned', group) : group;
  }
  const decision = { status, ...(resolvedInVersion === undefined ? {} : { resolvedInVersion }) };
  await standGroup(db, group.id, decided(group, decision, await nextMoment(db, group.projectId)));
  return await logGroup(db, actor, actionOf[status], group);
}

async function assigneeOf(db: Db, projectId: string, idOrEmail: string | null): Promise<string | null> {
  if (idOrEmail === null) return null;
  const member = await memberOfProject(db, projectId, idOrEmail);
  if (member === undefined) throw new Unacceptable('assignee', 'assignee is not a member of this project.');
  return member.id;
}

async function merge(
  db: Db,
  environmentId: string,
  id: string,
  others: readonly string[],
  actor: Actor,
): Promise<CrashGroup | undefined> {
  const group = await findGroup(db, environmentId, id);
  if (group === undefined) return undefined;
  if (others.length > MAX_MERGED_GROUPS) {
    throw new Unacceptable('group_ids', `group_ids has more than ${MAX_MERGED_GROUPS} groups.`);
  }
  const merged = new Map<string, CrashGroup>();
  for (const other of others) {
    const found = await findGroup(db, environmentId, other);
    if (found === undefined)
      throw new Unacceptable('group_ids', `group_ids contains an unknown crash group: ${other}.`);
    if (found.id !== group.id) merged.set(found.id, found);
  }
  if (merged.size === 0) return group;
  for (const other of merged.values()) {
    await moveFingerprints(db, other.id, group.id, group.fingerprint);
    await mergeGroup(db, other.id, group.id);
    const before = crashGroupState(other);
    await recordGroup(db, actor, 'merged_away', other, before, { ...before, fingerprints: [], merged_into: group.id });
  }
  await describeAnew(db, environmentId, group.id);
  return await logGroup(db, actor, 'merged', group);
}

async function split(
  db: Db,
  environmentId: string,
  id: string,
  fingerprint: string,
  actor: Actor,
): Promise<CrashGroup | undefined> {
  const group = await findGroup(db, environmentId, id);
  if (group === undefined) return undefined;
  const row = await findFingerprint(db, environmentId, fingerprint);
  if (row === undefined || row.groupId !== group.id) {
    throw new Unacceptable('fingerprint', 'fingerprint is not part of this group.');
  }
  if (group.fingerprints.length === 1)
    throw new Unacceptable('fingerprint', 'fingerprint is the only one of this group.');
  const own = await ownGroup(db, group, row);
  await moveFingerprint(db, environmentId, fingerprint, own);
  if (group.fingerprint === fingerprint) {
    const next = group.fingerprints.find((one) => one !== fingerprint) ?? fingerprint;
    await representGroup(db, group.id, next);
    await standForGroup(db, group.id, next);
  }
  for (const changed of [group.id, own]) await describeAnew(db, environmentId, changed);
  await logGroup(db, actor, 'split', group);
  const created = await findGroup(db, environmentId, own);
  if (created !== undefined) await recordGroup(db, actor, 'created', created, null, crashGroupState(created));
  return created;
}

/** The group that the fingerprint had before it was merged comes back with its id; otherwise there is a new one. */
async function ownGroup(
  db: Db,
  { projectId, environmentId, id }: CrashGroup,
  row: CrashSighting['description'] & { readonly fingerprint: string },
): Promise<string> {
  const former = await findMergedAway(db, id, row.fingerprint);
  if (former === undefined) {
    const made = uuidv7();
    await insertGroup(db, { ...row, projectId, environmentId, id: made, createdAtMs: Date.now() });
    return made;
  }
  await bringBackGroup(db, former);
  return former;
}
