import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import type { Actor } from '../../control/actor.ts';
import { Taken, Unacceptable, WrongState } from '../../control/control-errors.ts';
import { EdgePublisher } from '../../edge/edge-publisher.ts';
import { EdgeState } from '../../edge/edge-state.ts';
import { expectSame, sorted } from '../../edge/expect-same.contract.ts';
import { LostChanges } from '../../edge/snapshot-file/lost-changes.ts';
import { readSnapshotFile, type StoredSnapshot } from '../../edge/snapshot-file/read-snapshot-file.ts';
import { SnapshotFile } from '../../edge/snapshot-file/snapshot-file.ts';
import type { SnapshotSource } from '../../edge/snapshot-source.ts';
import { createLogger } from '../../telemetry/logger.ts';
import { applyAdminEdit, everyEdit, type RandomAdminEdit, randomAdminEdit } from './random-admin-edit.contract.ts';

type Control = ControlPlane & SnapshotSource;

const ada: Actor = { kind: 'member', id: 'm-ada', name: 'Ada' };

/** What holds of the edge while it is told of changes only, held against reading everything. */
export function publishedEditsContract(open: () => Control): void {
  describe('published piece by piece', () => {
    let folder: string;
    let state: EdgeState;
    let publisher: EdgePublisher;
    let lost: LostChanges;
    const path = () => join(folder, 'snapshot.json');
    const newPublisher = () => {
      const logger = createLogger('silent');
      lost = new LostChanges(path(), logger);
      return new EdgePublisher({
        source: open(),
        state,
        file: new SnapshotFile(path()),
        lost,
        logger,
        retryMs: 60_000,
      });
    };
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'lamppost-published-'));
      state = new EdgeState();
      publisher = newPublisher();
      publisher.begin(undefined);
      await publisher.publish();
    });
    afterEach(async () => {
      await publisher.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const isShared = (): boolean => state.mark?.generation !== null;

    const newProject = async () => {
      const slug = `published-${Math.random().toString(36).slice(2)}`;
      return (await open().projects.create({ slug, name: slug, plan: 'free', keys: [] })).id;
    };
    /** Everything that requests can be reported, by a state that was given all of it at once. */
    const expected = async () => {
      const whole = new EdgeState();
      whole.swap(await open().read(), state.generation);
      return whole;
    };

    const numRuns = process.env.LP_TORTURE === 'long' ? 40 : 3;
    test(
      'after any edits the edge, and its file, are what reading everything gives',
      async () => {
        const sequences = fc.array(fc.array(randomAdminEdit, { maxLength: 4 }), { minLength: 25, maxLength: 35 });
        const check = fc.asyncProperty(sequences, async (groups) => {
          const projectId = await newProject();
          for (const edits of [...everyEdit.map((edit) => [edit]), ...groups]) {
            for (const edit of edits) await apply(open(), projectId, edit);
            await publisher.publish();
            expectSame(state, await expected());
            for (const { id, configVersion } of state.environmentsOf(projectId)) {
              const { config_version, ...ruleset } = state.served(id).ruleset;
              const atMs = Number.MAX_SAFE_INTEGER;
              expect({ ...ruleset, configVersion }).toEqual(await open().changes.rulesetAt(projectId, id, atMs));
              expect(config_version).toBe(String(configVersion));
            }
          }
          const stored = await readSnapshotFile(path());
          expect(sorted(stored.snapshot)).toEqual(sorted(state.tables.snapshot(state.mark, 0)));
        });
        await fc.assert(check, { numRuns, endOnFailure: true });
      },
      numRuns * 60_000,
    );

    /** A server that starts again on the same control plane and the same file. */
    const restart = async (): Promise<EdgeState> => {
      await publisher.stop();
      state = new EdgeState();
      publisher = newPublisher();
      publisher.begin(await readSnapshotFile(path()).catch(() => undefined));
      await publisher.publish();
      return state;
    };

    test('a start goes on in the same generation, and writes nothing that the file holds', async () => {
      const { generation } = state;
      const before = await readFile(path(), 'utf8');
      await restart();
      expect(state.generation).toBe(generation);
      expect(await readFile(path(), 'utf8')).toBe(before);
      await newProject();
      await publisher.publish();
      expect((await readFile(path(), 'utf8')).startsWith(before)).toBe(true);
      // Killed before it was published: the file is behind, which is no loss.
      await newProject();
      await restart();
      expect(state.generation).toBe(generation);
      expect((await readSnapshotFile(path())).snapshot.mark).toEqual(state.mark);
      expectSame(state, await expected());
      expect(await readdir(folder)).toEqual(['snapshot.json']);
    });

    test('a new generation begins without a file, after another shape of answers, and with a file of version 0.1.0', async () => {
      const generations = [state.generation];
      const stored = await readSnapshotFile(path());
      const begin = async (from: StoredSnapshot | undefined) => {
        await publisher.stop();
        state = new EdgeState();
        publisher = newPublisher();
        publisher.begin(from);
        await publisher.publish();
        generations.push(state.generation);
      };
      await begin(undefined);
      await begin({ ...stored, responseShape: 0 });
      const ofFirstVersion = { generation: undefined, responseShape: undefined, end: undefined };
      await begin({ snapshot: { ...stored.snapshot, mark: undefined }, ...ofFirstVersion });
      // Edges that share a generation find it in the control plane, whatever their files say.
      expect(new Set(generations).size).toBe(isShared() ? 1 : 4);
      expect(lost.notice).toBeUndefined();
      expect(await readdir(folder)).toEqual(['snapshot.json']);
    });

    test('a control plane that is older than the file is told of, in a new generation, and the file is kept', async () => {
      const { generation } = state;
      const stored = await readSnapshotFile(path());
      const { mark = { revision: 0, changeId: null, generation: null } } = stored.snapshot;
      const newer = [
        { ...mark, revision: mark.revision + 1 },
        { ...mark, changeId: 'a change that is gone' },
      ].map((each) => ({ ...stored.snapshot, mark: each }));
      const environments = stored.snapshot.environments.map((each) => ({ ...each, configVersion: 1_000 }));
      const seen = new Set([generation]);
      for (const snapshot of [...newer, { ...stored.snapshot, mark: undefined, environments }]) {
        await publisher.stop();
        state = new EdgeState();
        publisher = newPublisher();
        publisher.begin({ ...stored, snapshot });
        await publisher.publish();
        expect(lost.notice).toContain('acknowledged changes are missing');
        expectSame(state, await expected());
        expect((await readSnapshotFile(path())).generation).toBe(state.generation);
        seen.add(state.generation);
      }
      // The second file is of the generation before the first one's: another edge has begun the next already.
      expect(seen.size).toBe(isShared() ? 3 : 4);
      expect((await readdir(folder)).filter((name) => name.startsWith('snapshot-newer-'))).toHaveLength(3);
    });

    test('a file that cannot be written keeps nothing from being in force, and is made good for later', async () => {
      await rm(folder, { recursive: true });
      const projectId = await newProject();
      await publisher.publish();
      expect(state.environmentsOf(projectId)).toHaveLength(2);
      await restart();
      expect(state.environmentsOf(projectId)).toHaveLength(2);
      await mkdir(folder);
      await publisher.publish();
      expect((await readSnapshotFile(path())).snapshot.mark).toEqual(state.mark);
    });

    test('an edit brings the rows that it changed, and compiles its flag where it is changed', async () => {
      const projectId = await newProject();
      const flag = { projectId, platforms: ['web'] };
      for (let index = 0; index < 30; index += 1)
        await open().flags.create({ ...flag, key: `f${index}`, name: 'x' }, ada);
      await publisher.publish();
      const before = state.counters;
      const scope = { projectId, flag: 'f7', environment: 'production' };
      await open().flags.setRollout(scope, { percentage: 50, value: true }, ada);
      await publisher.publish();
      const after = state.counters;
      // The flag and the version of its environment.
      expect(after.rowsApplied - before.rowsApplied).toBe(2);
      expect(after.flagsCompiled - before.flagsCompiled).toBe(1);
    });

    test('only environments that an edit concerns are told of', async () => {
      const [one, other] = [await newProject(), await newProject()];
      await open().flags.create({ projectId: one, key: 'flag', name: 'x', platforms: ['web'] }, ada);
      await publisher.publish();
      const reported: string[][] = [];
      state.onNews(({ environmentIds }) => reported.push([...environmentIds].sort()));
      const idsOf = (projectId: string) =>
        state
          .environmentsOf(projectId)
          .map(({ id }) => id)
          .sort();
      await open().flags.setRollout(
        { projectId: one, flag: 'flag', environment: 'production' },
        { percentage: 5, value: true },
        ada,
      );
      await publisher.publish();
      expect(reported.splice(0)).toEqual([[state.environment(one, 'production')?.id]]);
      await open().groups.create({ projectId: one, key: 'group', name: 'x' }, ada);
      await publisher.publish();
      expect(reported.splice(0)).toEqual([idsOf(one)]);
      await open().dashboards.create(other, { name: 'x' }, ada);
      await publisher.publish();
      expect(reported).toEqual([]);
    });

    test('of many edits at the same time each is in force when it is published, and none is taken back', async () => {
      const projectId = await newProject();
      const keys = ['a', 'b', 'c'];
      for (const key of keys) {
        await open().flags.create({ projectId, key, name: key, platforms: ['web'], valueType: 'number' }, ada);
      }
      await publisher.publish();
      const environmentId = state.environment(projectId, 'production')?.id ?? '';
      const shown = (flag: string) => {
        const served = state.served(environmentId).ruleset.flags.find(({ key }) => key === flag);
        return Number(served?.rollout?.value ?? 0);
      };
      let lastVersion = 0;
      state.onNews(() => {
        const { configVersion } = state.environmentById(environmentId);
        expect(configVersion).toBeGreaterThanOrEqual(lastVersion);
        lastVersion = configVersion;
      });
      await Promise.all(
        keys.map(async (flag) => {
          for (let value = 1; value <= 25; value += 1) {
            await open().flags.setRollout(
              { projectId, flag, environment: 'production' },
              { percentage: 100, value },
              ada,
            );
            await publisher.publish();
            expect(shown(flag)).toBe(value);
          }
        }),
      );
      expectSame(state, await expected());
    });
  });
}

/** An edit that is refused changes nothing. Anything else that goes wrong fails the test. */
async function apply(control: Control, projectId: string, edit: RandomAdminEdit): Promise<void> {
  try {
    await applyAdminEdit(control, projectId, edit);
  } catch (error) {
    if (error instanceof Taken || error instanceof Unacceptable || error instanceof WrongState) return;
    throw error;
  }
}
