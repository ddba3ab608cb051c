import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteControlPlane } from '../../compose/control/sqlite-control-plane.ts';
import { runMigrator } from '../../engines/sqlite/run-migrator.ts';
import { openSqlite } from '../../engines/sqlite/sqlite-driver.ts';
import { operatorActor } from '../actor.ts';
import { executedMigrations, migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { controlPlane } from './of-0.1/0001-control-plane.ts';

const PROJECT = '0190163d-8694-739b-aea5-966c26f8ad91';
const ENVIRONMENT = '0190163d-8694-739b-aea5-966c26f8ad92';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lamppost-migrate-'));
  path = join(directory, 'control.db');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** As the first version left it, with something in every table. */
async function prepareFirstVersion(): Promise<void> {
  const database = openSqlite(path);
  await runMigrator(database, { '0001-control-plane': controlPlane });
  database.exec(`
    INSERT INTO projects VALUES ('${PROJECT}', 'old', 'Old', 'scale', 1, 1);
    INSERT INTO environments VALUES ('${ENVIRONMENT}', '${PROJECT}', 'production', 'Production', 1, 1, 1);
    INSERT INTO api_keys VALUES ('k1', '${PROJECT}', '${ENVIRONMENT}', 'secret', 'first', 'hash', 'hint', 1, NULL, NULL);
    INSERT INTO members VALUES ('m1', 'a@b', 'a@b', 'x', 1);
    INSERT INTO memberships VALUES ('m1', '${PROJECT}', 'owner', 1);
    INSERT INTO operator_tokens VALUES ('t1', 1);
    INSERT INTO devices (environment_id, device_id, anonymous_id, user_id, revision, first_seen_at, last_seen_at)
      VALUES ('${ENVIRONMENT}', 'd1', 'a1', 'u1', 2, 1, 1);
    INSERT INTO users VALUES ('${ENVIRONMENT}', 'u1', '{"email": "Ada@example.org", "n": 1}', 3, 1, 1);
    INSERT INTO users VALUES ('${ENVIRONMENT}', 'u2', '{}', 1, 1, 1);
    INSERT INTO links VALUES ('${ENVIRONMENT}', 'a1', 'u1', 1)`);
  database.close();
}

test('a database of the first version keeps what it holds and takes flags, groups and changes', async () => {
  await prepareFirstVersion();
  const control = new SqliteControlPlane({ path, mustExist: true });
  try {
    expect(await control.ready()).toEqual({ isNew: false });
    expect(await control.devices.find(ENVIRONMENT, 'd1')).toMatchObject({
      userId: 'u1',
      userAttributes: { email: 'Ada@example.org', n: 1 },
      userGroups: [],
      userRevision: 3,
    });
    const before = await control.read();
    expect(before.projects).toEqual([
      { id: PROJECT, slug: 'old', plan: 'scale', timezone: 'UTC', retentionDays: null },
    ]);
    expect(before.keys.map(({ hash }) => hash)).toEqual(['hash']);
    expect([before.flags, before.experiments, before.groups]).toEqual([[], [], []]);
    expect((await control.changes.list({ projectId: PROJECT }, { limit: 9 })).rows).toEqual([]);
    const flag = { projectId: PROJECT, key: 'first', name: 'First', platforms: ['web'] };
    const { createdAtMs } = await control.flags.create(flag, operatorActor);
    await control.groups.create({ projectId: PROJECT, key: 'beta', name: 'Beta' }, operatorActor);
    const member = await control.groups.addMember(PROJECT, 'beta', { email: 'ada@example.org' }, operatorActor);
    expect(member?.userId).toBe('u1');
    expect((await control.devices.find(ENVIRONMENT, 'd1'))?.userRevision).toBe(4);
    expect((await control.environments.find(PROJECT, 'production'))?.configVersion).toBe(2);
    const past = (atMs: number) => control.changes.rulesetAt(PROJECT, ENVIRONMENT, atMs);
    expect(await past(createdAtMs - 1)).toEqual({ configVersion: 1, flags: [], experiments: [], groups: {} });
    expect((await past(createdAtMs))?.configVersion).toBe(2);
  } finally {
    await control.close();
  }
});

test('a migration that dies leaves the database as it was, and the next attempt succeeds', async () => {
  await prepareFirstVersion();
  const database = openSqlite(path);
  database.exec('CREATE TABLE config_versions (x)');
  await expect(migrate(database)).rejects.toThrow('config_versions');
  expect(executedMigrations(database)).toEqual(['0001-control-plane']);
  expect(database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'flags'").get()).toBeUndefined();
  database.exec('DROP TABLE config_versions');
  await migrate(database);
  expect(executedMigrations(database)).toHaveLength(Object.keys(migrations).length);
  database.close();
});
