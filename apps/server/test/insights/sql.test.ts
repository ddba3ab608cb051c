import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
let other: TestProject;

interface SqlResult {
  readonly kind: 'sql';
  readonly columns: { name: string; type: string }[];
  readonly rows: unknown[][];
  readonly truncated: boolean;
}

const run = (sql: string, body: Record<string, unknown> = {}, of = project) =>
  of.post('/v1/insights/query', { query: { kind: 'sql', sql }, ...body }, { key: of.secret });

beforeAll(async () => {
  // A statement without end keeps busy all threads that there are.
  server = await TestServer.start({ env: { LP_STORE_THREADS: '1' } });
  [project, other] = [await TestProject.create(server), await TestProject.create(server)];
  const batch = (mark: string) => ({ batch: [1, 2, 3].map((n) => ({ event: mark, properties: { n } })) });
  await project.ingest(batch('ours'));
  await project.ingest(batch('elsewhere'), { key: project.keys.development.publishable });
  await other.ingest(batch('theirs'));
  await server.waitForCount(3, '', project.secret);
  await server.waitForCount(3, '', project.keys.development.secret);
  await server.waitForCount(3, '', other.secret);
});
afterAll(() => server.dispose());

test('a statement is answered with columns and rows', async () => {
  const response = await run("SELECT event_name, sum((properties->>'n')::INT) AS n FROM events GROUP BY 1");
  expect(response.status).toBe(200);
  expect(response.data<SqlResult>()).toEqual({
    kind: 'sql',
    columns: [
      { name: 'event_name', type: 'text' },
      { name: 'n', type: 'integer' },
    ],
    rows: [['ours', 6]],
    truncated: false,
  });
});

test('a statement sees its own project and the environment that was asked for', async () => {
  const names = async (...args: Parameters<typeof run>) => (await run(...args)).data<SqlResult>().rows.flat();
  const sql = 'SELECT DISTINCT event_name FROM events';
  expect(await names(sql)).toEqual(['ours']);
  expect(await names(sql, { environment_id: 'development' })).toEqual(['elsewhere']);
  expect(await names(sql, {}, other)).toEqual(['theirs']);
});

test('a statement can put the change log beside events', async () => {
  await project.post('/v1/flags', { key: 'checkout', name: 'C', platforms: ['web'] }, { key: project.secret });
  const isNew = 'created_at > now() - INTERVAL 1 HOUR';
  const asked = await run(
    `SELECT entity_type, action, actor_kind, ${isNew} FROM changes WHERE entity_key = 'checkout'`,
  );
  expect([asked.status, asked.text]).toEqual([
    200,
    expect.stringContaining('"rows":[["flag","created","api_key",true]]'),
  ]);
  expect((await run("SELECT * FROM changes WHERE entity_key = 'checkout'", {}, other)).data<SqlResult>().rows).toEqual(
    [],
  );
});

describe('a statement that cannot be run is answered 400 with the reason', () => {
  test.each([
    ['a write', 'DROP TABLE store.events', 'must be one SELECT: it can only read'],
    ['a file', "SELECT * FROM read_text('/etc/passwd')", 'cannot read from read_text() (line 1, column 15)'],
    ['a syntax error', 'SELECT 1 +', 'is not SQL: syntax error at end of input (line 1, column 11)'],
    [
      'a column that is not there',
      'SELECT no_such FROM events',
      'Referenced column "no_such" not found in FROM clause!',
    ],
  ])('%s', async (_, sql, reason) => {
    const { status, error } = await run(sql);
    expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(error.details?.fieldErrors['query.sql']?.[0]).toContain(reason);
  });

  test('one that is too long', async () => {
    const { status, error } = await run(`SELECT ${' '.repeat(20_000)}1`);
    expect([status, Object.keys(error.details?.fieldErrors ?? {})]).toEqual([400, ['query.sql']]);
  });
});

test('a statement without end is answered 503 after its time, and ingest does not notice', async () => {
  const began = performance.now();
  const asking = run('SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c');
  const sending = [];
  for (let n = 0; n < 20; n++) {
    const sent = performance.now();
    const { status } = await other.ingest({ batch: [{ event: 'meanwhile' }] });
    sending.push([status, performance.now() - sent < 2_000]);
  }
  expect(new Set(sending.map((each) => JSON.stringify(each)))).toEqual(new Set(['[202,true]']));
  const { status, error, headers } = await asking;
  expect([status, error.code, headers.get('Retry-After')]).toEqual([503, 'INTERNAL_SERVER_ERROR', '5']);
  expect(error.message).toContain('stopped after 10 s');
  expect(performance.now() - began).toBeLessThan(20_000);
  expect((await run('SELECT 1')).status).toBe(200);
}, 120_000);
