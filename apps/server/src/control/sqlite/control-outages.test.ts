import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SqliteControlPlane, type SqliteControlPlaneOptions } from '../../compose/control/sqlite-control-plane.ts';
import { openSqlite } from '../../engines/sqlite/sqlite-driver.ts';
import { ControlUnavailable } from '../control-errors.ts';

let directory: string;
let path: string;
const opened: SqliteControlPlane[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lamppost-outage-'));
  path = join(directory, 'control.db');
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((control) => control.close()));
  await rm(directory, { recursive: true, force: true });
});

function open(options: Partial<SqliteControlPlaneOptions> = {}): SqliteControlPlane {
  const control = new SqliteControlPlane({ path, mustExist: true, retryMs: 50, ...options });
  opened.push(control);
  return control;
}

/** A database with one project `kept`, closed, so that all of it is in one file. */
const original = await mkdtemp(join(tmpdir(), 'lamppost-outage-'));
beforeAll(async () => {
  const control = new SqliteControlPlane({ path: join(original, 'control.db'), mustExist: false });
  await control.projects.create({ slug: 'kept', name: 'Kept', plan: 'free', keys: [] });
  await control.close();
});
afterAll(() => rm(original, { recursive: true, force: true }));

const prepare = (): Promise<void> => copyFile(join(original, 'control.db'), path);

async function untilAvailable(control: SqliteControlPlane): Promise<void> {
  for (;;) {
    try {
      expect(await control.projects.find('kept')).toMatchObject({ slug: 'kept' });
      return;
    } catch (error) {
      if (!(error instanceof ControlUnavailable)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

describe('a control database that cannot be opened', () => {
  test('is new the first time and known the second', async () => {
    const first = open({ mustExist: false });
    expect(await first.ready()).toEqual({ isNew: true });
    await first.close();
    expect(await open().ready()).toEqual({ isNew: false });
  });

  test('missing where it is expected: refused, never made anew, and used when it is back', async () => {
    await prepare();
    await rename(path, `${path}.away`);
    const control = open();
    await expect(control.ready()).rejects.toThrow(ControlUnavailable);
    await expect(control.projects.find('kept')).rejects.toThrow('the file is missing');
    await expect(control.read()).rejects.toThrow(ControlUnavailable);
    expect(existsSync(path)).toBe(false);
    await rename(`${path}.away`, path);
    await untilAvailable(control);
  });

  const damages: Record<string, () => Promise<void>> = {
    'overwritten with noise': async () => writeFile(path, Buffer.alloc(20_000, 'noise')),
    'with a damaged header': async () => {
      const bytes = await readFile(path);
      bytes.fill(0xff, 0, 100);
      await writeFile(path, bytes);
    },
    'cut in half': async () => truncate(path, Math.floor((await stat(path)).size / 2 / 4096) * 4096),
    emptied: async () => truncate(path, 0),
  };
  for (const [name, damage] of Object.entries(damages)) {
    test(`${name}: refused, left as it is, and used when it is repaired`, async () => {
      await prepare();
      await copyFile(path, `${path}.good`);
      await damage();
      const damaged = await readFile(path);
      const control = open();
      const refusal = Promise.all([control.read(), control.devices.find('x', 'y'), control.members.count()]);
      await expect(refusal).rejects.toThrow(ControlUnavailable);
      expect((await readFile(path)).equals(damaged)).toBe(true);
      await rm(`${path}-wal`, { force: true });
      await rm(`${path}-shm`, { force: true });
      await rename(`${path}.good`, path);
      await untilAvailable(control);
    });
  }

  test('of a newer version: refused', async () => {
    await prepare();
    const database = openSqlite(path);
    database.exec("INSERT INTO kysely_migration VALUES ('9999-from-the-future', '2030-01-01')");
    database.close();
    await expect(open().ready()).rejects.toThrow('newer than this version supports');
  });
});

describe('a control database in use', () => {
  test('that is removed under way: refused from then on, and used when it is back', async () => {
    await prepare();
    await copyFile(path, `${path}.good`);
    const control = open();
    await untilAvailable(control);
    await rm(path);
    const gone = async () => {
      for (;;) await control.members.count();
    };
    await expect(gone()).rejects.toThrow(ControlUnavailable);
    expect(existsSync(path)).toBe(false);
    await rename(`${path}.good`, path);
    await untilAvailable(control);
  });

  test('locked by somebody else: writes are unavailable, reads go on, and it recovers', async () => {
    await prepare();
    const control = open({ busyTimeoutMs: 50 });
    await untilAvailable(control);
    const other = openSqlite(path);
    other.exec('BEGIN IMMEDIATE');
    await expect(control.operators.addToken('a')).rejects.toThrow(ControlUnavailable);
    expect(await control.projects.find('kept')).toBeDefined();
    other.exec('ROLLBACK');
    other.close();
    await control.operators.addToken('a');
  });

  test('stuck in a write: pending calls are refused in time and another thread takes over', async () => {
    await prepare();
    const states: boolean[] = [];
    const control = open({
      busyTimeoutMs: 1_500,
      stuckAfterMs: 300,
      onState: (state) => states.push(state.isAvailable),
    });
    await untilAvailable(control);
    const other = openSqlite(path);
    other.exec('BEGIN IMMEDIATE');
    await expect(control.operators.addToken('a')).rejects.toThrow('is not responding');
    other.exec('ROLLBACK');
    other.close();
    await untilAvailable(control);
    expect(states).toEqual([true, false, true]);
  });
});

test('commits are on disk when they return, erased bytes are overwritten, and references hold', async () => {
  const { openDatabase } = await import('./open-database.ts');
  const { database } = await openDatabase({ path, mustExist: false, busyTimeoutMs: 100 });
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0];
  const FULL = 2;
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys'), pragma('secure_delete')]).toEqual([
    'wal',
    FULL,
    1,
    1,
  ]);
  database.close();
});

test('the link of an anonymous id to a user keeps its earliest time', async () => {
  const control = open({ mustExist: false });
  const project = await control.projects.create({ slug: 'links', name: 'Links', plan: 'free', keys: [] });
  const { id: environmentId = '' } = (await control.environments.find(project.id, 'production')) ?? {};
  const device = { projectId: project.id, environmentId, deviceId: 'd' };
  await control.devices.register({ ...device, newAnonymousId: 'anon', facts: {}, atMs: 1 });
  for (const atMs of [2_000, 1_000, 3_000]) {
    await control.devices.identify({ ...device, userId: 'ada', attributes: {}, atMs });
  }
  await control.close();
  const database = openSqlite(path);
  const rows = database.prepare('SELECT anonymous_id, user_id, first_linked_at FROM links').all();
  database.close();
  expect(rows).toEqual([{ anonymous_id: 'anon', user_id: 'ada', first_linked_at: 1_000 }]);
});
