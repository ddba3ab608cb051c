import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Admin, when } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

const manyFlags = 600;

let server: TestServer;
let project: TestProject;
let admin: Admin;
let editMsOfFew = 0;
beforeAll(async () => {
  server = await TestServer.start();
  project = await TestProject.create(server);
  admin = new Admin(project);
  await fill(0, 10);
  editMsOfFew = await medianEditMs();
  await fill(10, manyFlags);
}, 120_000);
afterAll(() => server.dispose());

/** With ten rules each; many at once, which share what publishing costs. */
async function fill(from: number, to: number): Promise<void> {
  const rules = Array.from({ length: 10 }, (_, rule) => ({
    conditions: [when('plan', 'eq', `plan_${rule}`), when('country', 'in', 'DE', 'FR', 'US')],
    value: true,
  }));
  let next = from;
  const work = async () => {
    while (next < to) {
      const key = `flag_${next++}`;
      await admin.flag(key);
      await admin.rules(key, rules);
    }
  };
  await Promise.all(Array.from({ length: 50 }, work));
}

async function medianEditMs(): Promise<number> {
  const took: number[] = [];
  for (let edit = 0; edit < 15; edit += 1) {
    const startedAt = performance.now();
    await admin.rollout('flag_3', edit);
    took.push(performance.now() - startedAt);
  }
  return took.toSorted((a, b) => a - b)[7] ?? 0;
}

async function metric(name: string): Promise<number> {
  const { text } = await project.send('GET', '/metrics', { key: null });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

test('an edit of one flag takes no longer because there are many others', async () => {
  // Before, each edit read, hashed and wrote all 600: ten times what it took with ten.
  expect(await medianEditMs()).toBeLessThan(Math.max(4 * editMsOfFew, 30));
});

test('an edit of one flag brings that flag to the edge, and compiles nothing else', async () => {
  const [rows, compiled] = [await metric('lamppost_edge_rows'), await metric('lamppost_edge_flags_compiled')];
  await admin.rollout('flag_7', 33);
  expect((await metric('lamppost_edge_rows')) - rows).toBe(2);
  expect((await metric('lamppost_edge_flags_compiled')) - compiled).toBe(1);
});

test('what was answered is served after a kill in that moment, also when control.db cannot be read', async () => {
  await admin.group('testers');
  await admin.flag('late', { value_type: 'number' });
  await admin.rules('late', [{ conditions: [when('user_group', 'in', 'testers')], value: 7 }]);
  await admin.change('flag_9', { status: 'archived' });
  const { id, key } = await admin.done<{ id: string; key: string }>('POST', '/v1/keys', {
    kind: 'publishable',
    name: 'late',
    environment_id: 'production',
  });
  await admin.call('DELETE', `/v1/keys/${id}`);
  await admin.addMember('testers', 'u');
  await server.kill();

  for (const left of ['control.db-wal', 'control.db-shm']) await rm(join(server.dataDir, left), { force: true });
  await writeFile(join(server.dataDir, 'control.db'), Buffer.alloc(100_000, 'garbage '));
  await server.restart();
  const { flags } = await admin.config(undefined, '?user_id=u');
  expect(flags.late).toBe(7);
  expect(Object.keys(flags)).toHaveLength(manyFlags);
  expect(flags).not.toHaveProperty('flag_9');
  expect((await project.send('GET', '/v1/config', { key })).status).toBe(401);
  const { groups } = (await project.get('/v1/ruleset')).data<{ groups: unknown }>();
  expect(groups).toEqual({ testers: ['u'] });
});
