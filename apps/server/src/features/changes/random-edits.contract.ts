import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import type { Change } from '../../control/change.ts';
import { Taken, Unacceptable, WrongState } from '../../control/control-errors.ts';
import { changesOf } from '../../control/test-project.contract.ts';
import type { EdgeSnapshot } from '../../edge/edge-snapshot.ts';
import { servedOf } from '../../edge/served-of.contract.ts';
import type { SnapshotSource } from '../../edge/snapshot-source.ts';
import { applyEdit, firstEdits, type RandomEdit, randomEdit } from './random-edit.contract.ts';
import { rulesetAt } from './ruleset-at.ts';

type Control = ControlPlane & SnapshotSource;
interface Moment {
  /** Of the first and of the last change of the edit. */
  readonly fromMs: number;
  readonly atMs: number;
  readonly served: EdgeSnapshot;
}

/** What holds after any sequence of edits, good and bad, by anyone. */
export function randomEditsContract(open: () => Control): void {
  let projects = 0;
  const newProject = async () => {
    const slug = `random-${projects++}`;
    return (await open().projects.create({ slug, name: slug, plan: 'free', keys: [] })).id;
  };
  const sequences = fc
    .array(randomEdit, { minLength: 40, maxLength: 60, size: 'max' })
    .map((edits) => [...firstEdits, ...edits]);
  const numRuns = process.env.LP_TORTURE === 'long' ? 40 : 2;

  test(
    'an edit logs one change, or one of each thing it sets, and moves versions with it, or leaves everything as it was',
    async () => {
      const check = fc.asyncProperty(sequences, async (edits) => {
        const projectId = await newProject();
        const lastOf = new Map((await changesOf(open(), projectId)).map((change) => [entityOf(change), change]));
        let before = await observe(open(), projectId);
        for (const edit of edits) {
          const isDone = await apply(open(), projectId, edit);
          const after = await observe(open(), projectId);
          const added = after.changes.slice(0, after.changes.length - before.changes.length);
          expect(after.changes.slice(added.length)).toEqual(before.changes);
          if (added.length === 0) expect(after.served).toEqual(before.served);
          else {
            expect(isDone).toBe(true);
            expect(added.length).toBeLessThanOrEqual(edit.kind === 'complete with a flag' ? 2 : 1);
            let lastMs = before.changes[0]?.createdAtMs ?? 0;
            for (const change of added.toReversed()) {
              expect(change.createdAtMs).toBeGreaterThan(lastMs);
              lastMs = change.createdAtMs;
              expect(change.before).toEqual(lastOf.get(entityOf(change))?.after ?? null);
              expect(change.after).not.toEqual(change.before);
              lastOf.set(entityOf(change), change);
            }
            expectVersionsMoved(added, before.served, after.served);
          }
          before = after;
        }
      });
      await fc.assert(check, { numRuns });
    },
    numRuns * 60_000,
  );

  test(
    'what an environment served at a moment comes back from the log alone',
    async () => {
      const check = fc.asyncProperty(sequences, async (edits) => {
        const projectId = await newProject();
        const moments: Moment[] = [];
        for (const edit of edits) {
          await apply(open(), projectId, edit);
          const { served, changes } = await observe(open(), projectId);
          const atMs = changes[0]?.createdAtMs ?? 0;
          const lastMs = moments.at(-1)?.atMs ?? 0;
          // One that sets a flag as well is logged as two changes, a millisecond apart.
          const fromMs = changes.findLast(({ createdAtMs }) => createdAtMs > lastMs)?.createdAtMs ?? atMs;
          moments.push({ fromMs, atMs, served });
        }
        const log = (await changesOf(open(), projectId)).toReversed();
        for (const [index, { atMs, served }] of moments.entries()) {
          const lastInstantMs = Math.max(atMs, (moments[index + 1]?.fromMs ?? atMs + 1) - 1);
          const rulesets = servedOf(served);
          for (const { id, configVersion } of served.environments) {
            const ruleset = rulesets.find(({ environmentId }) => environmentId === id);
            const { environmentId: _same, ...expected } = { ...ruleset };
            expect(await open().changes.rulesetAt(projectId, id, atMs)).toEqual(expected);
            expect(await open().changes.rulesetAt(projectId, id, lastInstantMs)).toEqual(expected);
            const until = log.filter((change) => change.createdAtMs <= atMs);
            expect(rulesetAt(until, id, configVersion)).toEqual(expected);
          }
        }
      });
      await fc.assert(check, { numRuns });
    },
    numRuns * 60_000,
  );

  test('negative control: a log that misses the last change of what is served tells another story', async () => {
    const projectId = await newProject();
    await apply(open(), projectId, { kind: 'create flag', key: 'alpha', valueType: 'boolean' });
    const { served, changes } = await observe(open(), projectId);
    const flags = servedOf(served)[0]?.flags;
    const log = changes.toReversed();
    const rulesetFrom = (known: readonly Change[]) => rulesetAt(known, served.environments[0]?.id ?? '', 1);
    expect(rulesetFrom(log).flags).toEqual(flags);
    expect(rulesetFrom(log.slice(0, -1)).flags).not.toEqual(flags);
  });
}

/** False for an edit that was refused. Anything else that goes wrong fails the test. */
async function apply(control: Control, projectId: string, edit: RandomEdit): Promise<boolean> {
  try {
    const result = await applyEdit(control, projectId, edit);
    return result !== undefined && result !== false;
  } catch (error) {
    if (error instanceof Taken || error instanceof Unacceptable || error instanceof WrongState) return false;
    throw error;
  }
}

async function observe(control: Control, projectId: string) {
  const whole = await control.read();
  const environments = whole.environments.filter((environment) => environment.projectId === projectId);
  const ids = new Set(environments.map(({ id }) => id));
  const isOfProject = (row: { readonly projectId: string }) => row.projectId === projectId;
  const flags = whole.flags.filter(isOfProject);
  const groups = whole.groups.filter(isOfProject);
  const experiments = whole.experiments.filter(({ environmentId }) => ids.has(environmentId));
  const served: EdgeSnapshot = {
    ...whole,
    takenAtMs: 0,
    mark: undefined,
    environments,
    flags,
    groups,
    experiments,
  };
  return { served, changes: await changesOf(control, projectId) };
}

const entityOf = ({ entityType, entityId, environmentId }: Change) => `${entityType} ${entityId} ${environmentId}`;

/** `added`: newest first. */
function expectVersionsMoved(added: readonly Change[], before: EdgeSnapshot, after: EdgeSnapshot): void {
  const versionIn = ({ environments }: EdgeSnapshot, id: string) =>
    environments.find((environment) => environment.id === id)?.configVersion ?? 0;
  const isTouched = (change: Change, id: string) => {
    if (change.entityType === 'flag' || change.entityType === 'holdout') return true;
    return !['group', 'group_member', 'layer'].includes(change.entityType) && change.environmentId === id;
  };
  for (const { id, configVersion } of after.environments) {
    expect(configVersion - versionIn(before, id)).toBe(added.filter((change) => isTouched(change, id)).length);
  }
  for (const [later, { environmentId, configVersion }] of added.entries()) {
    expect(configVersion).toBe(environmentId === null ? null : versionIn(after, environmentId) - later);
  }
}
