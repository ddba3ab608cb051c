import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { growingStatements } from '../harness/growing-statements.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let hostile: TestProject;
let other: TestProject;

const run = (of: TestProject, sql: string) =>
  of.post('/v1/insights/query', { query: { kind: 'sql', sql } }, { key: of.secret });

const isLong = process.env.LP_TORTURE === 'long';
const STATEMENTS = isLong ? 1_000 : 30;
/** Every third in the ordinary run: each takes a second of a core, and `npm run torture` has all of them. */
const written = growingStatements.filter((_, at) => isLong || at % 3 === 0);
/** From which on the store process ends itself. */
const MAX_MEGABYTES = 1_344;
/** As many rows as one vector of DuckDB holds, each as long as an event may be. */
const ROWS = 2_048;
const LONG_TEXT = 'x'.repeat(31_000);

beforeAll(async () => {
  server = await TestServer.start();
  [hostile, other] = [await TestProject.create(server), await TestProject.create(server)];
  for (let sent = 0; sent < ROWS; sent += 32) {
    const batch = Array.from({ length: 32 }, (_, n) => ({
      event: 'long',
      properties: { n: sent + n, text: LONG_TEXT },
    }));
    expect((await hostile.ingest({ batch })).status).toBe(202);
  }
  await other.ingest({ batch: [{ event: 'theirs' }] });
  await server.waitForCount(ROWS, '', hostile.secret, 60_000);
  await server.waitForCount(1, '', other.secret);
}, 120_000);
afterAll(() => server.dispose());

interface Asked {
  readonly hostile: TestProject;
  readonly other: TestProject;
  readonly sql: string;
}

async function runBesideOthers(of: TestServer, { hostile, other, sql }: Asked) {
  await of.waitForStore();
  const before = await of.childPids();
  const asking = run(hostile, sql);
  const others = await Promise.all([
    run(other, 'SELECT event_name FROM events'),
    other.ingest({ batch: [{ event: 'meanwhile' }] }),
    other.get('/v1/config', { key: other.publishable }),
  ]);
  const response = await asking;
  const hasSameStore = String(await of.childPids()) === String(before);
  return { response, othersStatuses: others.map(({ status }) => status), hasSameStore };
}

test.each(written)(
  'only the statement fails: $name',
  async ({ sql, isAnswered }) => {
    const { response, othersStatuses, hasSameStore } = await runBesideOthers(server, { hostile, other, sql });
    expect(othersStatuses).toEqual([200, 202, 200]);
    expect(hasSameStore, server.output.slice(-4_000)).toBe(true);
    if (isAnswered) {
      expect(response.status).toBe(200);
    } else {
      expect([400, 503]).toContain(response.status);
      expect(response.text).not.toMatch(/lamppost (?:room|size|text)|store process|no room/i);
    }
    // Until what the statement took is given back, the next one of the same project may be told to come again.
    await waitUntil(async () => {
      const next = await run(hostile, 'SELECT count(*) AS n FROM events');
      if (next.status === 200) expect(next.data<{ rows: unknown[][] }>().rows).toEqual([[ROWS]]);
      return next.status === 200;
    });
  },
  120_000,
);

test('negative control: with what a statement makes unbounded, the store process does not survive it', async () => {
  const broken = await TestServer.start({ env: { LP_FAIL_POINTS: 'sql.growth=unbounded' } });
  try {
    const [hostile, other] = [await TestProject.create(broken), await TestProject.create(broken)];
    const { sql } = growingStatements[0] as (typeof growingStatements)[number];
    const { response, hasSameStore } = await runBesideOthers(broken, { hostile, other, sql });
    expect(response.status).toBe(503);
    expect(hasSameStore).toBe(false);
  } finally {
    await broken.dispose();
  }
}, 120_000);

test('many of them at once, as queries and as exports, do not keep another project from being answered', async () => {
  await server.waitForStore();
  const before = await server.childPids();
  const statements = growingStatements.filter(({ isAnswered }) => isAnswered !== true).map(({ sql }) => sql);
  const asking = statements.map((sql) => run(hostile, sql));
  const exporting = statements
    .slice(0, 5)
    .map((sql) =>
      hostile.post('/v1/exports', { query: { kind: 'sql', sql }, format: 'ndjson' }, { key: hostile.secret }),
    );
  const statuses: number[] = [];
  for (let n = 0; n < 20; n++) statuses.push((await run(other, `SELECT ${n}, count(*) FROM events`)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const responses = await Promise.all([...asking, ...exporting]);
  expect(responses.map(({ status }) => status).filter((status) => ![400, 429, 503].includes(status))).toEqual([]);
  expect(await server.childPids()).toEqual(before);
}, 120_000);

/** What is long already, or can be made long. */
const sources = [
  'events',
  "(SELECT string_agg('0123456789', '') AS text FROM range(100000)) AS big, range(2048) AS r(i)",
  "(SELECT properties->>'text' AS text, i FROM events, range(4) AS r(i))",
  "(SELECT list(properties->>'text') AS list, 'x' AS text FROM events LIMIT 1) AS big, range(500) AS r(i)",
  "(SELECT 'x' AS text)",
] as const;
const leaves = { events: "(properties->>'text')" } as const;

function growing(depth: number, leaf: string): fc.Arbitrary<string> {
  const plain = fc.constantFrom(leaf, "'xxxxxxxxxx'", `left(${leaf}, 9)`);
  if (depth === 0) return plain;
  const inner = growing(depth - 1, leaf);
  const list = growingList(depth - 1, leaf);
  return fc.oneof(
    plain,
    fc.tuple(inner, inner).map(([a, b]) => `(${a} || ${b})`),
    fc.tuple(inner, inner, inner).map(([a, b, c]) => `concat(${a}, ${b}, ${c})`),
    fc.tuple(inner, inner).map(([a, b]) => `replace(${a}, 'x', ${b})`),
    inner.map((a) => `regexp_replace(${a}, '(x)', '\\1\\1\\1', 'g')`),
    fc
      .tuple(fc.constantFrom('hex', 'bin', 'upper', 'url_encode', 'reverse', 'to_json'), inner)
      .map(([f, a]) => `${f}(${a})::TEXT`),
    fc.tuple(inner, inner).map(([a, b]) => `CASE WHEN length(${a}) > 3 THEN ${a} ELSE ${b} END`),
    list.map((l) => `array_to_string(${l}, 'xxxxxxxxxx')`),
    list.map((l) => `(${l})::TEXT`),
    list.map((l) => `list_reduce(['x'] || ${l}, lambda p, q: p || p || q)`),
    fc.tuple(list, inner).map(([l, a]) => `(${l})[length(${a}) % 3 + 1]`),
  );
}

function growingList(depth: number, leaf: string): fc.Arbitrary<string> {
  const text = growing(Math.max(0, depth - 1), leaf);
  if (depth <= 0) return text.map((a) => `[${a}, ${a}]`);
  const inner = growingList(depth - 1, leaf);
  return fc.oneof(
    text.map((a) => `string_split(${a}, '')`),
    fc.tuple(inner, inner).map(([a, b]) => `list_concat(${a}, ${b})`),
    inner.map((l) => `list_sort(${l})`),
    inner.map((l) => `list_transform(${l}, lambda e: e || e || e)`),
    text.map((a) => `list_transform(string_split(${a}, ''), lambda e: ${leaf})`),
    inner.map((l) => `list_select(${l}, [1, 1, 1, 1, 1, 1, 1, 1])`),
  );
}

const statement = fc.constantFrom(...sources).chain((source) => {
  const expression = growing(6, source === 'events' ? leaves.events : 'text');
  return fc
    .tuple(
      fc.array(expression, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('max(length(#))', '#', 'string_agg(#, #)', 'max(#) OVER ()'),
    )
    .map(
      ([expressions, shape]) =>
        `SELECT ${expressions.map((text) => shape.replaceAll('#', text)).join(', ')} FROM ${source}`,
    )
    .filter((sql) => sql.length < 20_000);
});

const rssMegabytesOf = async (pid: string | undefined): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

test(
  'whatever grows in whatever, the store process stays, and stays small',
  async () => {
    await server.waitForStore();
    const before = await server.childPids();
    let [maxMegabytes, refused] = [0, 0];
    const looking = setInterval(async () => {
      maxMegabytes = Math.max(maxMegabytes, await rssMegabytesOf(before[0]).catch(() => 0));
    }, 5);
    const property = fc.asyncProperty(statement, async (sql) => {
      const { status, text } = await run(hostile, sql);
      if (status !== 200) refused++;
      expect({ sql, status, isOurs: status < 500 || status === 503 }).toMatchObject({ isOurs: true });
      expect({ sql, text }).not.toMatchObject({ text: expect.stringMatching(/lamppost (?:room|size|text)|process/) });
      expect(await server.childPids()).toEqual(before);
    });
    await fc.assert(property, { numRuns: STATEMENTS, endOnFailure: true });
    clearInterval(looking);
    expect(maxMegabytes).toBeLessThan(MAX_MEGABYTES);
    // Otherwise none of them would have grown.
    expect(refused).toBeGreaterThan(STATEMENTS / 4);
  },
  STATEMENTS * 12_000,
);
