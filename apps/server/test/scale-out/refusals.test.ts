import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverEntry, TestServer } from '../harness/server.ts';
import { PostgresServer } from './engines/postgres-server.ts';

let postgres: PostgresServer;
let dataDir: string;
let made = 0;

beforeAll(async () => {
  postgres = await PostgresServer.start();
});
afterAll(() => postgres.remove());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lamppost-refused-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const newDatabase = (): Promise<string> => {
  made += 1;
  return postgres.createDatabase(`refused_${made}`);
};

/** What a start prints on standard error before it ends. */
async function refusal(databaseUrl: string): Promise<string> {
  const child = spawn(process.execPath, [serverEntry, 'serve'], {
    env: {
      ...process.env,
      LP_PORT: '0',
      LP_DATA_DIR: dataDir,
      LP_DATABASE_URL: databaseUrl,
      LP_LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(1);
  expect(said.trimEnd().split('\n')).toHaveLength(1);
  return said;
}

describe('a database that cannot be used is refused with one line', () => {
  test('a URL that is none, or of something else, without repeating its password', async () => {
    expect(await refusal('localhost:5432/lamppost')).toContain('LP_DATABASE_URL must start with postgres://');
    const said = await refusal('mysql://user:secret@localhost/lamppost');
    expect(said).toContain('LP_DATABASE_URL must start with postgres:// or postgresql://, not mysql://');
    expect(said).not.toContain('secret');
  });

  test('a database that is not there', async () => {
    expect(await refusal(postgres.urlOf('nowhere'))).toContain('database "nowhere" does not exist');
  });

  test('a user that is not there', async () => {
    expect(await refusal(postgres.urlOf('postgres', 'nobody'))).toContain('role "nobody" does not exist');
  });

  test('a user that may not make tables', async () => {
    await newDatabase();
    await postgres.query('CREATE ROLE reader LOGIN', `refused_${made}`);
    await postgres.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC', `refused_${made}`);
    const said = await refusal(postgres.urlOf(`refused_${made}`, 'reader'));
    expect(said).toContain('The user of LP_DATABASE_URL may not create or change tables');
  });

  test('a database of a newer version', async () => {
    const url = await newDatabase();
    const server = await TestServer.start({ env: { LP_DATABASE_URL: url } });
    await server.stop();
    await postgres.query(`INSERT INTO lamppost_migrations VALUES ('9999-later', now())`, `refused_${made}`);
    expect(await refusal(url)).toContain('belongs to a newer version of Lamppost (9999-later)');
  });

  test('a second edge with an analytics store of its own', async () => {
    const url = await newDatabase();
    const server = await TestServer.start({ env: { LP_DATABASE_URL: url } });
    const said = await refusal(url);
    expect(said).toContain('Another server (');
    expect(said).toContain('Several servers need a shared store');
    await server.stop();
    const next = await TestServer.startBeside(server, { dataDir, env: { LP_DATABASE_URL: url } });
    expect((await next.request('/v1/flags')).status).toBe(200);
    await next.stop();
  });
});
