import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
let admin: Admin;
beforeAll(async () => {
  server = await TestServer.start();
  project = await TestProject.create(server);
  admin = new Admin(project);
  await admin.flag('kept');
  // Everything so far is in control.db itself; what follows is in its write-ahead log only.
  await server.stop();
  await server.restart();
});
afterAll(() => server.dispose());

const setAside = async () => (await readdir(server.dataDir)).filter((name) => name.startsWith('snapshot-newer-'));
const ready = async () => (await project.send('GET', '/readyz', { key: null })).text;
const isBehind = async () =>
  /^lamppost_control_behind_snapshot (\d)$/m.exec((await project.send('GET', '/metrics', { key: null })).text)?.[1];
const config = (tag: string) => project.send('GET', '/v1/config', { headers: { 'If-None-Match': tag } });

test('a lost control.db-wal does not drop a flag silently that was answered 201', async () => {
  expect([await ready(), await isBehind(), await setAside()]).toEqual([
    expect.not.stringContaining('control.db'),
    '0',
    [],
  ]);
  const before = await admin.config();
  await admin.flag('lost_flag');
  await admin.rollout('kept', 100);
  const { key } = await admin.done<{ key: string }>('POST', '/v1/keys', {
    kind: 'publishable',
    name: 'lost',
    environment_id: 'production',
  });
  const held = await admin.config();
  await server.kill();
  for (const name of ['control.db-wal', 'control.db-shm']) await rm(join(server.dataDir, name), { force: true });
  await server.restart();

  const [file = 'none'] = await setAside();
  expect(await ready()).toContain(`acknowledged changes are missing from it. They are in ${file}`);
  expect(await isBehind()).toBe('1');
  expect(server.output).toMatch(
    /"level":50.*"missing":\[.*flag kept of the project .*flag lost_flag of the project .*publishable key/,
  );
  // What is served is what the control plane holds, and what edits are made on: under tags that nobody has seen.
  const after = await admin.config();
  expect(after).toMatchObject({ flags: before.flags, config_version: before.config_version });
  for (const tag of [held.etag, before.etag]) expect((await config(tag)).status).toBe(200);
  await admin.flag('other_flag');
  await admin.rollout('kept', 50, true);
  const again = await config(held.etag);
  expect([again.status, again.data<{ config_version: string }>().config_version]).toEqual([200, held.config_version]);
  // Clients drop what is refused with a 4xx for good, and this key was given out.
  const doubtful = await project.send('GET', '/v1/config', { key });
  expect([doubtful.status, doubtful.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  const mistyped = `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`;
  expect((await project.send('GET', '/v1/config', { key: mistyped })).status).toBe(401);
});

test('the loss is told of after every start, until somebody has looked and removed the file', async () => {
  await server.restart();
  const [file = 'none', ...more] = await setAside();
  expect(more).toEqual([]);
  expect([await ready(), await isBehind()]).toEqual([expect.stringContaining(file), '1']);
  expect(server.output).toContain(file);
  const { etag } = await admin.config();
  await rm(join(server.dataDir, file));
  await server.restart();
  expect([await ready(), await isBehind()]).toEqual([expect.not.stringContaining('snapshot-newer'), '0']);
  expect((await config(etag)).status).toBe(304);
});

test('a control.db that was replaced by an older copy while the server runs is noticed too', async () => {
  await server.stop();
  const path = join(server.dataDir, 'control.db');
  await copyFile(path, `${path}.old`);
  await server.restart();
  await admin.flag('newer');
  const { etag } = await admin.config();
  for (const name of ['control.db', 'control.db-wal', 'control.db-shm'])
    await rm(join(server.dataDir, name), { force: true });
  await rename(`${path}.old`, path);
  await expect.poll(isBehind, { timeout: 60_000 }).toBe('1');
  expect((await admin.config()).flags).not.toHaveProperty('newer');
  expect((await config(etag)).status).toBe(200);
  expect(await setAside()).toHaveLength(1);
});
