import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { type EventRow, TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;

const formulas = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1'];

beforeAll(async () => {
  server = await TestServer.start();
  project = await TestProject.create(server);
  const batch = Array.from({ length: 30 }, (_, n) => ({
    event: n < formulas.length ? 'formula' : 'plain',
    event_id: `e${n}`,
    timestamp: new Date(Date.now() - n * 60_000).toISOString(),
    properties: { n, nested: { list: [1, 'two', null] }, text: '"quoted", with\nnewline and ü' },
    context: {
      user: n < formulas.length ? { id: formulas[n] } : { anonymous_id: `a "${n}",\nü` },
      device: { id: 'd', platform: 'ios', country: 'DE' },
    },
  }));
  expect((await project.ingest({ batch })).status).toBe(202);
  await project.post('/v1/crashes/report', { platform: 'ios', exception_type: 'E' });
  await server.waitForCount(30, '', project.secret);
});
afterAll(() => server.dispose());

const request = (body: Record<string, unknown>, init: RequestInit = {}) =>
  server.post('/v1/exports', body, { key: project.secret, ...init });

async function download(body: Record<string, unknown>): Promise<{ response: Response; bytes: Buffer }> {
  const response = await request(body);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Reads a file as any other tool would. */
async function read(bytes: Buffer, format: string): Promise<Record<string, unknown>[]> {
  const path = join(server.dataDir, `read.${format}`);
  await writeFile(path, bytes);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const texts = 'id event_id event_name type user_id anonymous_id device_id timestamp received_at'.split(' ');
  const columns = `{${[...texts.map((name) => `${name}: 'VARCHAR'`), "properties: 'JSON'", "context: 'JSON'"].join(', ')}}`;
  const reader = {
    parquet: `read_parquet('${path}')`,
    ndjson: `read_json('${path}', format = 'newline_delimited', columns = ${columns})`,
    csv: `read_csv('${path}', all_varchar = true, nullstr = '')`,
  }[format];
  const isText = format === 'parquet' ? '' : '::VARCHAR';
  const result = await connection.run(
    `SELECT id, event_id, event_name, type, to_json(properties)::JSON AS properties, context::JSON AS context, user_id,
      anonymous_id, device_id, timestamp${isText} AS timestamp, received_at${isText} AS received_at FROM ${reader} ORDER BY id`,
  );
  const rows = await result.getRowObjectsJS();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

const iso = (value: unknown): string =>
  new Date(
    String(value instanceof Date ? value.toISOString() : `${value}`.replace(' ', 'T').replace(/Z?$/, 'Z')),
  ).toISOString();
const json = (value: unknown): unknown => {
  const once: unknown = JSON.parse(String(value));
  return typeof once === 'string' ? JSON.parse(once) : once;
};

describe('what is exported is what is listed', () => {
  test.each(['parquet', 'ndjson', 'csv'])('as %s', async (format) => {
    const listed = (await project.get('/v1/events?limit=100'))
      .data<EventRow[]>()
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const { response, bytes } = await download({ table: 'events', format });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('Content-Length'))).toBe(bytes.length);
    expect(response.headers.get('Content-Disposition')).toMatch(
      new RegExp(`^attachment; filename="events-production-\\d{4}-\\d\\d-\\d\\dT\\d{6}Z\\.${format}"$`),
    );
    const rows = await read(bytes, format);
    expect(
      rows.map((row) => ({
        id: row.id,
        event_id: row.event_id,
        event: row.event_name,
        type: row.type,
        properties: json(row.properties),
        context: json(row.context),
        user_id: format === 'csv' && row.user_id !== null ? String(row.user_id).replace(/^'/, '') : row.user_id,
        anonymous_id: row.anonymous_id,
        device_id: row.device_id,
        timestamp: iso(row.timestamp),
        received_at: iso(row.received_at),
      })),
    ).toEqual(listed.map(({ session_id: _, ...row }) => row));
  });
});

describe('a CSV file', () => {
  test('holds no formula, neither in cells nor in its head; numbers stay numbers', async () => {
    const sql = `SELECT user_id AS "=HYPERLINK(1)", -5 AS n, '-5.5' AS t FROM events WHERE event_name = 'formula' ORDER BY timestamp DESC`;
    const { bytes } = await download({ query: { kind: 'sql', sql }, format: 'csv' });
    expect(bytes.toString()).toBe(
      `'=HYPERLINK(1),n,t\n${formulas.map((text) => `${/[\r\n]/.test(text) ? `"'${text}"` : `'${text}`},-5,-5.5\n`).join('')}`,
    );
  });

  test('tells an empty text from nothing', async () => {
    const { bytes } = await download({
      query: { kind: 'sql', sql: "SELECT '' AS a, NULL AS b, 1 AS c" },
      format: 'csv',
    });
    expect(bytes.toString()).toBe('a,b,c\n"",,1\n');
  });
});

test('an NDJSON file has the values of the API', async () => {
  const sql = `SELECT TIMESTAMP '2026-01-01 10:00:00.5' AS t, 9007199254740993 AS big, 7::BIGINT AS small, 'NaN'::DOUBLE AS nan,
    [1, 2] AS list, '{"a":{"b":1}}'::JSON AS j, NULL AS nothing, 1 AS twice, 2 AS twice, DATE '2026-01-01' AS day`;
  const { response, bytes } = await download({ query: { kind: 'sql', sql }, format: 'ndjson' });
  expect(response.headers.get('Content-Type')).toBe('application/x-ndjson; charset=utf-8');
  expect(
    bytes
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      t: '2026-01-01T10:00:00.500Z',
      big: '9007199254740993',
      small: 7,
      nan: null,
      list: [1, 2],
      j: { a: { b: 1 } },
      nothing: null,
      twice: 1,
      twice_1: 2,
      day: '2026-01-01',
    },
  ]);
});

describe('a query of every kind can be exported', () => {
  const range = { kind: 'relative', last: '24h' };
  const filters: unknown[] = [];
  test.each([
    ['timeseries', { kind: 'timeseries', event: 'formula', interval: 'hour', range, filters }, 'bucket,series,value'],
    [
      'funnel',
      { kind: 'funnel', steps: ['formula', 'plain'], range },
      'breakdown,step,event,count,percentage,drop_off,median_seconds_from_previous',
    ],
    [
      'retention',
      { kind: 'retention', cohortEvent: 'formula', returnEvent: 'plain', interval: 'day', range },
      'period,size,offset,retention',
    ],
    [
      'retention by a property',
      { kind: 'retention', cohortEvent: 'formula', returnEvent: 'plain', breakdownProperty: 'platform', range },
      'breakdown,period,size,offset,retention',
    ],
    ['paths', { kind: 'paths', range }, 'step,from_event,to_event,count'],
    ['lifecycle', { kind: 'lifecycle', event: 'formula', range }, 'bucket,state,persons'],
    ['stickiness', { kind: 'stickiness', event: 'formula', range }, 'periods,persons,percentage'],
    ['crash_free', { kind: 'crash_free', range }, 'bucket,series,unit,value,count'],
    ['experiment', { kind: 'experiment' }, 'experiment,metric,variant,units,value,lift,lift_from,lift_to,decision'],
    ['distribution', { kind: 'distribution', event: 'formula', field: 'event_properties.n', range }, 'from,to,count'],
  ])('%s', async (kind, query, head) => {
    const { response, bytes } = await download({ query, format: 'csv' });
    const [first, ...rows] = bytes.toString().trimEnd().split('\n');
    expect([response.status, first]).toEqual([200, head]);
    const result = (await project.post('/v1/insights/query', { query }, { key: project.secret })).data<
      Record<string, unknown>
    >();
    if (kind === 'timeseries') {
      const [series] = result.series as { points: { bucketIso: string; value: number }[] }[];
      expect(rows).toEqual(series?.points.map(({ bucketIso, value }) => `${bucketIso},formula,${value.toFixed(1)}`));
    }
    if (kind === 'funnel') expect(rows).toEqual([',1,formula,7,100.0,,', ',2,plain,0,0.0,100.0,']);
  });
});

test.each(['crashes', 'metrics', 'people', 'devices', 'changes'])('the table %s can be exported', async (table) => {
  for (const format of ['parquet', 'ndjson', 'csv']) {
    expect((await download({ table, format })).response.status).toBe(200);
  }
});

test('a range bounds a table', async () => {
  const count = async (range: unknown) =>
    (await download({ table: 'events', range, format: 'ndjson' })).bytes
      .toString()
      .split('\n')
      .filter((line) => line !== '').length;
  expect(await count({ kind: 'relative', last: '1h' })).toBe(30);
  const [fromIso, toIso] = [new Date(Date.now() - 10.5 * 60_000), new Date()].map((time) => time.toISOString());
  expect(await count({ kind: 'absolute', fromIso, toIso })).toBe(11);
});

describe('what cannot be exported is answered in the envelope', () => {
  test.each([
    ['neither a table nor a query', { format: 'csv' }, 'table'],
    ['both', { table: 'events', query: { kind: 'sql', sql: 'SELECT 1' }, format: 'csv' }, 'query'],
    [
      'a range of a query',
      { query: { kind: 'sql', sql: 'SELECT 1' }, range: { kind: 'relative', last: '1h' }, format: 'csv' },
      'range',
    ],
    ['a table that is not there', { table: 'users', format: 'csv' }, 'table'],
    ['a format that is not there', { table: 'events', format: 'xlsx' }, 'format'],
    ['a statement that writes', { query: { kind: 'sql', sql: 'DELETE FROM events' }, format: 'csv' }, 'query.sql'],
    [
      'a statement that fails while it runs',
      { query: { kind: 'sql', sql: 'SELECT event_name::INT FROM events' }, format: 'parquet' },
      'query.sql',
    ],
    [
      'a range the wrong way round',
      {
        table: 'events',
        range: { kind: 'absolute', fromIso: '2026-02-01T00:00:00Z', toIso: '2026-01-01T00:00:00Z' },
        format: 'csv',
      },
      'range.toIso',
    ],
  ])('%s', async (_, body, field) => {
    const response = await request(body);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { details: { fieldErrors: Record<string, string[]> } } };
    expect(Object.keys(error.details.fieldErrors)).toEqual([field]);
  });

  test('a project has one export written at a time and four that wait; the next is told when to come again', async () => {
    const long = {
      query: { kind: 'sql', sql: 'SELECT count(*) FROM range(1000000) a, range(1000000) b' },
      format: 'csv',
    };
    const leaving = new AbortController();
    const running = [1, 2, 3, 4, 5].map(() =>
      request(long, { signal: leaving.signal }).catch((error: unknown) => error),
    );
    let refused: Response | undefined;
    await waitUntil(async () => {
      const soon = AbortSignal.timeout(200);
      refused = await request({ table: 'crashes', format: 'csv' }, { signal: soon }).catch(() => undefined);
      return refused?.status === 429;
    });
    expect(refused?.headers.get('Retry-After')).toBe('30');
    leaving.abort();
    await Promise.all(running);
    await waitUntil(async () => (await request({ table: 'crashes', format: 'csv' })).status === 200);
  });
});

test('a client that leaves ends the work, and nothing stays on disk', async () => {
  const leaving = new AbortController();
  const sql = 'SELECT i, hash(i) FROM range(100000000000) r(i)';
  const running = request({ query: { kind: 'sql', sql }, format: 'csv' }, { signal: leaving.signal }).catch(
    () => 'left',
  );
  const folder = join(server.dataDir, 'exports');
  await waitUntil(async () => (await readdir(folder)).length === 1);
  leaving.abort();
  expect(await running).toBe('left');
  await waitUntil(async () => (await readdir(folder)).length === 0 && (await openFilesIn(folder)).length === 0);
});

/** What any process of the server still holds open, also when it has no name any more. */
async function openFilesIn(folder: string): Promise<string[]> {
  const { readlink } = await import('node:fs/promises');
  const children = (await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')).trim().split(' ');
  const found: string[] = [];
  for (const pid of [String(server.pid), ...children]) {
    for (const fd of await readdir(`/proc/${pid}/fd`)) {
      const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '');
      if (target.startsWith(folder)) found.push(target);
    }
  }
  return found;
}

test('a file that was read half way gives its space back', async () => {
  const leaving = new AbortController();
  const sql = "SELECT i, md5(i::VARCHAR) AS a, md5('x' || i) AS b FROM range(1000000) r(i)";
  const response = await request({ query: { kind: 'sql', sql }, format: 'csv' }, { signal: leaving.signal });
  const folder = join(server.dataDir, 'exports');
  expect(await readdir(folder)).toEqual([]);
  expect(await openFilesIn(folder)).toHaveLength(1);
  await response.body?.getReader().read();
  leaving.abort();
  await waitUntil(async () => (await openFilesIn(folder)).length === 0);
});
