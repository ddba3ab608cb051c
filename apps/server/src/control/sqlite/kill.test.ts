import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteControlPlane } from '../../compose/control/sqlite-control-plane.ts';
import { compiledEntry } from '../../engines/compiled-entry.ts';

const compiled = (file: string) => JSON.stringify(compiledEntry(file, import.meta.url).href);
const PROJECT = { id: '0190163d-8694-739b-aea5-966c26f8ad91', slug: 'default', name: 'x', plan: 'scale', keys: [] };

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lamppost-kill-'));
  path = join(directory, 'control.db');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Runs a script in a process of its own and kills it with SIGKILL after so many lines, which are returned. */
async function runAndKill(script: string, killAfterLines: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === killAfterLines) child.kill('SIGKILL');
  }
  return lines;
}

/** Registers devices, 32 at a time, and prints the id of each that was acknowledged. */
const REGISTER = `
  const register = (deviceId) => devices.register({ projectId: project.id, environmentId: environment.id, deviceId,
    newAnonymousId: 'a', facts: { platform: 'ios' }, atMs: 1 });
  let next = 0;
  await Promise.all(Array.from({ length: 32 }, async () => {
    for (;;) { const id = 'device-' + next++; await register(id); writeSync(1, id + '\\n'); }
  }));`;

const WITH_CONTROL_PLANE = () => `
  import { writeSync } from 'node:fs';
  import { SqliteControlPlane } from ${compiled('../../compose/control/sqlite-control-plane.js')};
  const control = new SqliteControlPlane({ path: ${JSON.stringify(path)}, mustExist: false });
  const { devices } = control;
  const project = await control.projects.create({ slug: 'default', name: 'x', plan: 'scale', keys: [] });
  const environment = await control.environments.find(project.id, 'production');
  ${REGISTER}`;

/** The same parts, but from the first device on the commit comes long after the acknowledgement. */
const ACKNOWLEDGING_TOO_EARLY = () => `
  import { writeSync } from 'node:fs';
  import { openDatabase } from ${compiled('./open-database.js')};
  import { OperationQueue } from ${compiled('./operation-queue.js')};
  import { namedOperations } from ${compiled('../control-client.js')};
  import { controlOperations } from ${compiled('../../compose/control/control-operations.js')};
  import { SqliteDb } from ${compiled('./sqlite-db.js')};
  const { database } = await openDatabase({ path: ${JSON.stringify(path)}, mustExist: false, busyTimeoutMs: 100 });
  const waiting = new Map();
  let isOpen = false;
  let isEarly = false;
  const queue = new OperationQueue({
    operations: namedOperations(controlOperations(0)),
    db: new SqliteDb(database),
    exec: (sql) => {
      if (sql === 'BEGIN IMMEDIATE') { if (!isOpen) database.exec(sql); isOpen = true; }
      else if (sql === 'COMMIT' && isEarly) setTimeout(() => { if (isOpen) database.exec(sql); isOpen = false; }, 10_000);
      else if (sql === 'COMMIT') { database.exec(sql); isOpen = false; }
      else database.exec(sql);
    },
    reply: (replies) => { for (const { id, result } of replies) waiting.get(id)(result); },
    onBroken: (error) => { throw error; },
  });
  let nextCall = 0;
  const call = (name, ...args) => new Promise((resolve) => {
    waiting.set(++nextCall, resolve);
    queue.add([{ id: nextCall, name, args }]);
  });
  const devices = { register: (registration) => call('devices.register', registration) };
  const actor = { kind: 'operator', id: 'operator', name: 'Operator' };
  const project = await call('projects.create', { slug: 'default', name: 'x', plan: 'scale', keys: [] }, actor);
  const environment = await call('environments.find', project.id, 'production');
  isEarly = true;
  ${REGISTER}`;

/** How many of the acknowledged devices are not there any more. */
async function countLost(acknowledged: readonly string[]): Promise<number> {
  const control = new SqliteControlPlane({ path, mustExist: true });
  try {
    const environments = (await control.read()).environments;
    const environmentId = environments.find((each) => each.slug === 'production')?.id ?? 'none';
    const found = await Promise.all(acknowledged.map((id) => control.devices.find(environmentId, id)));
    return found.filter((device) => device === undefined).length;
  } finally {
    await control.close();
  }
}

describe('kill -9 in the middle of parallel registrations', () => {
  for (const killAfterLines of [1, 300]) {
    test(`loses none that was acknowledged (killed after ${killAfterLines})`, async () => {
      const acknowledged = await runAndKill(WITH_CONTROL_PLANE(), killAfterLines);
      expect(acknowledged.length).toBeGreaterThanOrEqual(killAfterLines);
      expect(await countLost(acknowledged)).toBe(0);
    });
  }

  test('negative control: acknowledging before the commit does lose some', async () => {
    const acknowledged = await runAndKill(ACKNOWLEDGING_TOO_EARLY(), 300);
    expect(await countLost(acknowledged)).toBeGreaterThan(0);
  });
});

describe('kill -9 in the middle of the first start', () => {
  const killAt = (moment: 'before' | 'after') => `
    import { openDatabase } from ${compiled('./open-database.js')};
    import { OperationQueue } from ${compiled('./operation-queue.js')};
    import { namedOperations } from ${compiled('../control-client.js')};
    import { controlOperations } from ${compiled('../../compose/control/control-operations.js')};
    import { SqliteDb } from ${compiled('./sqlite-db.js')};
    const { database } = await openDatabase({ path: ${JSON.stringify(path)}, mustExist: false, busyTimeoutMs: 100 });
    const kill = () => process.kill(process.pid, 'SIGKILL');
    const queue = new OperationQueue({
      operations: namedOperations(controlOperations(0)),
    db: new SqliteDb(database),
      exec: (sql) => {
        if (sql === 'COMMIT' && ${moment === 'before'}) kill();
        database.exec(sql);
        if (sql === 'COMMIT') kill();
      },
      reply: () => {}, onBroken: () => {},
    });
    const installation = { owner: { email: 'a@b', passwordHash: 'x' }, operatorTokenHash: 't', project: ${JSON.stringify(PROJECT)} };
    queue.add([{ id: 1, name: 'installation.begin', args: [installation] }]);`;

  for (const [moment, count] of [
    ['before', 0],
    ['after', 1],
  ] as const) {
    test(`just ${moment} the commit leaves ${count === 0 ? 'nothing' : 'everything'}`, async () => {
      await runAndKill(killAt(moment), 1);
      const control = new SqliteControlPlane({ path, mustExist: true });
      const { projects, operatorTokenHashes } = await control.read();
      expect([await control.members.count(), projects.length, operatorTokenHashes.length]).toEqual([
        count,
        count,
        count,
      ]);
      await control.close();
    });
  }
});
