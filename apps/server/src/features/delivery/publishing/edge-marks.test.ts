import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteControlPlane } from '../../../compose/control/sqlite-control-plane.ts';
import type { Actor } from '../../../control/actor.ts';
import type { EdgeMark } from '../../../edge/edge-snapshot.ts';

const ada: Actor = { kind: 'member', id: 'm-ada', name: 'Ada' };

let directory: string;
let path: string;
let control: SqliteControlPlane;
let projectId: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lamppost-marks-'));
  path = join(directory, 'control.db');
  control = new SqliteControlPlane({ path, mustExist: false });
  projectId = (await control.projects.create({ slug: 'p', name: 'P', plan: 'free', keys: [] })).id;
});
afterEach(async () => {
  await control.close();
  await rm(directory, { recursive: true, force: true });
});

const addFlag = (key: string) => control.flags.create({ projectId, key, name: key, platforms: ['web'] }, ada);
const mark = async (): Promise<EdgeMark> => (await control.read()).mark;

async function reopen(): Promise<void> {
  await control.close();
  control = new SqliteControlPlane({ path, mustExist: true });
}

test('what nobody has changed is known to be the same after a restart', async () => {
  await addFlag('one');
  const before = await mark();
  await reopen();
  expect(await control.readSince(before)).toEqual({ mark: before, rows: {} });
});

test('what was changed before a restart is not known, and has to be read', async () => {
  const before = await mark();
  await addFlag('one');
  await reopen();
  expect(await control.readSince(before)).toBe('unknown');
});

test('an edit that is refused leaves no mark', async () => {
  await addFlag('one');
  const before = await mark();
  await expect(addFlag('one')).rejects.toThrow('already');
  const targeting = { projectId, flag: 'one', environment: 'production' };
  await expect(control.flags.setRollout(targeting, { percentage: 200, value: true }, ada)).rejects.toThrow(
    'percentage',
  );
  expect(await mark()).toEqual(before);
});

test('the use of a key, a device and a dashboard are no news for the edge', async () => {
  const environmentId = (await control.environments.find(projectId, 'production'))?.id ?? '';
  const key = { projectId, environmentId, kind: 'secret', name: 'x', hash: 'h', hint: 'x', text: null } as const;
  const { id } = await control.keys.create(key, ada);
  const before = await mark();
  await control.keys.noteUse([{ keyId: id, usedAtMs: 5 }]);
  const device = { projectId, environmentId, deviceId: 'd', newAnonymousId: 'a', facts: {}, atMs: 1 };
  await control.devices.register(device);
  await control.dashboards.create(projectId, { name: 'x' }, ada);
  expect(await control.readSince(before)).toMatchObject({ mark: { revision: before.revision }, rows: {} });
});

test('a database that went back to an earlier moment is behind, also when it has moved on since', async () => {
  await control.close();
  await copyFile(path, `${path}.old`);
  await reopen();
  await addFlag('lost');
  const newer = await mark();
  await control.close();
  await copyFile(`${path}.old`, path);
  await reopen();
  expect(await control.readSince(newer)).toBe('behind');
  // Its revision is as high as the one that was lost, but it is of another change.
  await addFlag('another');
  await addFlag('and_another');
  expect((await mark()).revision).toBeGreaterThanOrEqual(newer.revision);
  expect(await control.readSince(newer)).toBe('behind');
});

test('members of a group move its revision, which is kept', async () => {
  await control.groups.create({ projectId, key: 'beta', name: 'Beta' }, ada);
  const revision = async () => (await control.read()).groups[0]?.revision;
  const revisions = [await revision()];
  await control.groups.addMember(projectId, 'beta', { userId: 'u' }, ada);
  revisions.push(await revision());
  await control.groups.removeMember(projectId, 'beta', 'u', ada);
  await reopen();
  expect([...revisions, await revision()]).toEqual([0, 1, 2]);
});
