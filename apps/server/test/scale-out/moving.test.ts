import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverEntry, TestServer, waitUntil } from '../harness/server.ts';
import { TestMember } from '../harness/test-member.ts';
import { PostgresServer } from './engines/postgres-server.ts';

let postgres: PostgresServer;
let folder: string;

beforeAll(async () => {
  postgres = await PostgresServer.start();
  folder = await mkdtemp(join(tmpdir(), 'lamppost-moving-'));
});
afterAll(async () => {
  await postgres.remove();
  await rm(folder, { recursive: true, force: true });
});

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [serverEntry, ...args], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
  return { code: await new Promise((resolve) => child.once('close', resolve)), output };
}

/** What people and apps would notice if it were missing. */
async function contentsOf(server: TestServer) {
  const key = server.keys.publishable;
  const config = await server.request('/v1/config', { key, headers: { 'X-Device-ID': 'dev_1' } });
  const { flags } = ((await config.json()) as { data: { flags: object } }).data;
  const { data: devices } = await server.json<{ data: object[] }>('/v1/devices');
  const { data: changes } = await server.json<{ data: object[] }>('/v1/changes');
  const { data: dashboards } = await server.json<{ data: object[] }>('/v1/dashboards');
  const owner = await TestMember.owner(server);
  return { flags, devices, changes, dashboards, member: owner.session.member.email };
}

test('an installation moves to PostgreSQL by a setting and back by a backup, and nothing is missing', async () => {
  const server = await TestServer.start({ dataDir: join(folder, 'first') });
  const flag = { key: 'kept', name: 'Kept', platforms: ['ios'], value_type: 'string', default_value: 'a \u2603' };
  expect((await server.post('/v1/flags', flag)).status).toBe(201);
  const rules = { rules: [{ conditions: [{ field: 'user_id', op: 'eq', values: ['ada'] }], value: 'hers' }] };
  const put = { method: 'PUT', body: JSON.stringify(rules), headers: { 'Content-Type': 'application/json' } };
  expect((await server.request('/v1/flags/kept/rules?environment=production', put)).status).toBe(200);
  const key = server.keys.publishable;
  await server.post('/v1/devices/register', { device_id: 'dev_1', platform: 'ios' }, { key });
  await server.post('/v1/devices/dev_1/identify', { user_id: 'ada', attributes: { odd: '\u0000\ud800' } }, { key });
  await server.post('/v1/dashboards', { name: 'Numbers' });
  const before = await contentsOf(server);
  await server.stop();

  const url = await postgres.createDatabase('moving');
  await server.restart({ LP_DATABASE_URL: url });
  expect(await contentsOf(server)).toEqual(before);
  expect(existsSync(join(folder, 'first', 'control.db'))).toBe(false);
  expect(existsSync(join(folder, 'first', 'control.db.moved'))).toBe(true);
  // What is edited from now on is in PostgreSQL.
  expect((await server.post('/v1/flags', { ...flag, key: 'later' })).status).toBe(201);
  const after = await contentsOf(server);

  await server.waitForStore();
  const operator = server.bootstrap.operator_token;
  expect((await server.post('/v1/backups', {}, { key: operator })).status).toBe(202);
  await waitUntil(async () => {
    const { data } = await server.json<{ data: { status: string; error: string | null }[] }>('/v1/backups', {
      key: operator,
    });
    if (data[0]?.status === 'failed') throw new Error(`The backup failed: ${data[0].error}`);
    return data[0]?.status === 'done';
  });
  await server.stop();
  const backups = join(folder, 'first', 'backups');
  const [name = ''] = await readdir(backups);
  const restored = join(folder, 'restored');
  expect((await run(['restore', '--from', join(backups, name), '--data-dir', restored])).code).toBe(0);
  const embedded = await TestServer.startBeside(server, { dataDir: restored });
  expect(await contentsOf(embedded)).toEqual({ ...after, changes: expect.arrayContaining(after.changes) });
  await embedded.stop();
});

test('a password is reset while a server runs, which ends the sessions there', async () => {
  const url = await postgres.createDatabase('resetting');
  const server = await TestServer.start({ env: { LP_DATABASE_URL: url } });
  const member = await TestMember.owner(server);
  const { email } = server.bootstrap.owner;
  const reset = await run(['reset-password', '--email', email], { LP_DATABASE_URL: url });
  expect(reset).toMatchObject({ code: 0, output: expect.stringContaining(`New password for ${email}: `) });
  await waitUntil(async () => (await member.get('/v1/session')).status === 401, 2_000);
  const password = /: (\w{20})\n/.exec(reset.output)?.[1] ?? '';
  await TestMember.signIn(server, email, password);
  await server.stop();
});

test('the statements of the guide make a database and a user that Lamppost starts with', async () => {
  const guide = await readFile(new URL('../../../../docs/guides/postgresql.md', import.meta.url), 'utf8');
  const [, statements = ''] = /```sql\n(.+?)```/s.exec(guide) ?? [];
  for (const statement of statements.split(';').filter((text) => text.trim() !== ''))
    await postgres.query(statement.replaceAll(/\blamppost\b/g, 'of_guide'));
  const server = await TestServer.start({ env: { LP_DATABASE_URL: postgres.urlOf('of_guide', 'of_guide') } });
  expect((await server.request('/v1/flags')).status).toBe(200);
  await server.stop();
});
