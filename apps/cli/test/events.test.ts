import { execFileSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { collect, Lamppost, tooWide, waitUntil } from './harness/lamppost.ts';

vi.setConfig({ testTimeout: 120_000 });

let lamppost: Lamppost;
const names = ['$pageview', 'checkout_started', 'purchase'] as const;

/** Thirty people who each do the three things, a minute after one another, today. */
function story(): string {
  const lines = Array.from({ length: 30 }, (_, person) =>
    names.map((event, step) =>
      JSON.stringify({
        event,
        properties: { amount: person },
        timestamp: new Date(Date.now() - 3_600_000 + step * 60_000).toISOString(),
        context: { user: { id: `u-${person}` }, device: { platform: person % 2 === 0 ? 'web' : 'ios' } },
      }),
    ),
  );
  return `${lines.flat().join('\n')}\n`;
}

/** Passes requests on, except for one of them, which it answers with 503. */
async function startProxy(url: string, { failing }: { failing: number }): Promise<{ url: string; close(): void }> {
  let requests = 0;
  const proxy = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', async () => {
      requests += 1;
      if (requests === failing) {
        response.writeHead(503, { 'Content-Type': 'application/json' });
        response.end('{"error": {"code": "INTERNAL_SERVER_ERROR", "message": "The disk is full."}}');
        return;
      }
      const headers = { Authorization: request.headers.authorization ?? '', 'Content-Type': 'application/json' };
      const passed = await fetch(`${url}${request.url}`, { method: 'POST', headers, body: Buffer.concat(pieces) });
      response.writeHead(passed.status, { 'Content-Type': passed.headers.get('content-type') ?? '' });
      response.end(Buffer.from(await passed.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(proxy.address() as { port: number }).port}`, close: () => proxy.close() };
}

beforeAll(async () => {
  lamppost = await Lamppost.start();
  await writeFile(lamppost.at.path('events.ndjson'), story());
  await writeFile(lamppost.at.path('again.ndjson'), story().replaceAll('u-', 'v-'));
  const bulk = Array.from({ length: 250 }, (_, index) => JSON.stringify({ event: 'bulk', properties: { index } }));
  await writeFile(lamppost.at.path('bulk.ndjson'), bulk.join('\n'));
  for (const file of ['events.ndjson', 'again.ndjson', 'bulk.ndjson']) await lamppost.at.ok('import', file);
  await lamppost.waitForEvents(430);
});
afterAll(() => lamppost.dispose());

describe('query', () => {
  test('a trend has a line of blocks, and fits 80 columns', async () => {
    const { at } = lamppost;
    const one = await at.ok('query', 'timeseries', 'purchase', '--interval', 'day', '--last', '7d');
    expect(tooWide(one)).toEqual([]);
    expect(one).toMatch(/^SERIES +TOTAL +MAX +PER DAY\npurchase +60 +60 +▁+█▁?\n\nDAY +VALUE\n/);
    const by = await at.ok(
      'query',
      'timeseries',
      'purchase',
      '--by',
      'platform',
      '--measure',
      'sum:event_properties.amount',
      '--last',
      '24h',
      '--interval',
      'hour',
    );
    expect(tooWide(by)).toEqual([]);
    expect(by).toMatch(/\nios +450 +/);
    expect(by).toMatch(/\nweb +420 +/);
  });

  test('several series are compared, and divided by each other', async () => {
    const { at } = lamppost;
    const series = ['--series', '$pageview@persons', '--series', 'purchase@persons'];
    const formula = ['--formula', 'Conversion = B / A * 100', '--interval', 'total'];
    const drawn = await at.ok('query', 'timeseries', ...series, ...formula, '--show-series');
    expect(tooWide(drawn)).toEqual([]);
    expect(drawn).toMatch(/\$pageview +60 [\s\S]*\npurchase +60 [\s\S]*\nConversion +100 /);
    const compared = await at.ok('query', 'timeseries', 'purchase', '--compare', 'previous_year', '--cumulative');
    expect(tooWide(compared)).toEqual([]);
    expect(compared).toMatch(/^SERIES +TOTAL +BEFORE +MAX +PER DAY\npurchase +60 +0 +60 /);
    const nothing = await at.run(['query', 'timeseries']);
    expect(nothing).toMatchObject({ code: 2, err: expect.stringContaining('Give the name of an event') });
    const wrong = await at.run(['query', 'timeseries', 'purchase', '--formula', 'A / B']);
    expect(wrong.err).toContain('names no series at character 5');
  });

  test('funnel, retention and paths fit 80 columns', async () => {
    const { at } = lamppost;
    const funnel = await at.ok('query', 'funnel', ...names);
    expect(tooWide(funnel)).toEqual([]);
    expect(funnel).toMatchInlineSnapshot(`
      "STEP              PEOPLE  % OF FIRST  DROP-OFF  MEDIAN
      $pageview             60       100 %         –       –  ████████████████████
      checkout_started      60       100 %       0 %   1 min  ████████████████████
      purchase              60       100 %       0 %   1 min  ████████████████████

      100 % of people convert within 7d.
      "
    `);
    const retention = await at.ok('query', 'retention', '$pageview', '--interval', 'day', '--last', '90d');
    expect(tooWide(retention)).toEqual([]);
    expect(retention).toMatch(/^COHORT +PEOPLE +D0 +D1/);
    const paths = await at.ok('query', 'paths', '--start', '$pageview', '--depth', '3');
    expect(tooWide(paths)).toEqual([]);
    expect(paths).toMatch(/\$pageview +checkout_started +60 +100\.0 %/);
  });

  test('lifecycle, stickiness and distribution fit 80 columns', async () => {
    const { at } = lamppost;
    const lifecycle = await at.ok('query', 'lifecycle', 'purchase', '--interval', 'month', '--last', '24h');
    expect(lifecycle).toMatch(/^MONTH +NEW +RETURNING +RESURRECTING +DORMANT\n/);
    expect(lifecycle).toMatch(/\n\d{4}-\d\d-01 +60 +0 +0 +0\n/);
    const stickiness = await at.ok('query', 'stickiness', 'purchase', '--interval', 'month', '--last', '1h');
    expect(stickiness).toMatch(/^MONTHS +PEOPLE +SHARE\n +1 +60 +100 % +█{24}\n/);
    const distribution = await at.ok('query', 'distribution', 'purchase', 'event_properties.amount', '--buckets', '4');
    expect(distribution).toMatch(/^ *FROM +TO +EVENTS\n[\s\S]*\naverage [\d.]+, p50 [\d.]+, p90 [\d.]+, p99 [\d.]+\n$/);
    for (const text of [lifecycle, stickiness, distribution]) expect(tooWide(text)).toEqual([]);
  });

  test('options of retention and paths are asked for as written', async () => {
    const { at } = lamppost;
    const retention = await at.ok(
      ...['query', 'retention', 'purchase', '--first-time', '--or-later', '--by', 'platform', '--interval', 'month'],
    );
    expect(tooWide(retention)).toEqual([]);
    expect(retention).toMatch(/\nall +60 +100%/);
    expect(retention).toMatch(/\n\nios\nCOHORT/);
    const paths = await at.ok(
      ...['query', 'paths', '--depth', '2', '--hide-system', '--exclude', 'bulk', '--show', 'platform'],
      ...['--group', 'Paid=purchase · *'],
    );
    expect(paths).toMatch(/checkout_started · ios +Paid /);
    const wrong = await at.run(['query', 'paths', '--group', 'Paid']);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('--group takes name=pattern') });
  });

  test('SQL is a table, with filters that are read as written, and a fault is told with its reason', async () => {
    const { at } = lamppost;
    const sql = "SELECT event_name, count(*) AS n FROM events WHERE event_name <> 'bulk' GROUP BY 1 ORDER BY 1";
    expect(await at.ok('query', 'sql', sql)).toBe(
      'event_name         n\n$pageview         60\ncheckout_started  60\npurchase          60\n3 rows\n',
    );
    const filtered = await at.json<{ series: { points: { value: number }[] }[] }>(
      ...[
        'query',
        'timeseries',
        'purchase',
        '--last',
        '24h',
        '-w',
        'platform = web',
        '-w',
        'event_properties.amount >= 20',
      ],
    );
    expect(filtered.series[0]?.points.reduce((sum, { value }) => sum + value, 0)).toBe(10);
    const wrong = await at.run(['query', 'sql', 'SELECT nope FROM events']);
    expect(wrong).toMatchObject({ code: 7, err: expect.stringContaining('"nope" not found') });
  });
});

describe('send and tail', () => {
  test('an event that is sent appears in tail, on one line, without what would move the cursor', async () => {
    const { at } = lamppost;
    const tail = at.start(['tail', '--event', 'hello', '--count', '2']);
    const output = collect(tail);
    await waitUntil(() => output().includes('Waiting for events'));
    await at.ok('send', 'hello', '-p', 'amount=12.5', '-p', 'note="\\u001b[31mred"', '--user', 'u-1');
    const long = 'x'.repeat(200);
    await at.ok('send', 'hello', '-p', `long=${long}`, '--user', 'u-2');
    const code = await new Promise((resolve) => tail.once('exit', resolve));
    expect(code).toBe(0);
    const shown = output()
      .split('\n')
      .filter((line) => line.includes('hello'));
    expect(shown[0]?.replace(/^\S+/, '<time>')).toBe(
      '<time>  hello                   u-1               amount=12.5 note=\ufffd[31mred',
    );
    expect(tooWide(output())).toEqual([]);
  });

  test('tail begins with the last ones, and JSON is an event a line', async () => {
    const { at } = lamppost;
    await lamppost.ask<unknown>('/v1/events?event=hello');
    const tail = at.start(['tail', '--event', 'hello', '--last', '1', '--count', '1', '--json']);
    const output = collect(tail);
    await waitUntil(() => output().includes('\n'));
    await at.ok('send', 'hello', '--user', 'u-3', '--id', 'the-third');
    await new Promise((resolve) => tail.once('exit', resolve));
    const events = output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { user_id: string; status: string });
    expect(events.map(({ user_id }) => user_id)).toEqual(['u-2', 'u-3']);
  });

  test('an event that the server rejects is a failure with its reason', async () => {
    const { at } = lamppost;
    const { code, err } = await at.run(['send', 'big', '--properties', '-'], {
      input: JSON.stringify({ x: 'y'.repeat(33_000) }),
    });
    expect({ code, err }).toEqual({ code: 7, err: 'Error: The event was rejected: Event exceeds 32KB limit\n' });
  });
});

describe('export', () => {
  test('a table is saved whole, and what was saved can be imported', async () => {
    const { at } = lamppost;
    expect(await at.ok('export', 'events', '--last', '30d', '-o', 'out.ndjson')).toMatch(
      /^Saved .* to out\.ndjson in /,
    );
    const taken = await at.run(['export', 'events', '-o', 'out.ndjson']);
    expect(taken).toMatchObject({ code: 6, err: expect.stringContaining('--force') });
    const dry = await at.json<{ accepted: number; rejected: [] }>('import', 'out.ndjson', '--dry-run');
    expect(dry.rejected).toEqual([]);
    expect(dry.accepted).toBeGreaterThan(400);
    expect(await at.ok('export', '--sql', 'SELECT 1 AS one', '--format', 'csv', '-o', '-')).toBe('one\n1\n');
  });

  test('an export by day that was interrupted continues with the days that have no file', async () => {
    const { at, url } = lamppost;
    const DAY_MS = 86_400_000;
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const old = [3, 2, 2].map((days, index) =>
      JSON.stringify({ event: 'old', properties: { index }, timestamp: new Date(today - days * DAY_MS).toISOString() }),
    );
    await writeFile(at.path('old.ndjson'), old.join('\n'));
    await at.ok('import', 'old.ndjson');
    await waitUntil(async () => (await lamppost.ask<{ count: number }>('/v1/events/count?event=old')).count === 3);
    const proxy = await startProxy(url, { failing: 6 });
    const command = ['export', 'events', '--by-day', '--last', '7d', '-o', 'days'];
    try {
      const first = await at.run(command, { env: { LP_URL: proxy.url } });
      expect(first).toMatchObject({ code: 3, err: expect.stringContaining('The disk is full.') });
      expect(await readdir(at.path('days'))).toHaveLength(5);
      const second = await at.run(command, { env: { LP_URL: proxy.url } });
      expect(second).toMatchObject({ code: 0, err: '' });
      expect(second.out).toMatch(/^Saved 2 days, .*, to days\. 5 days already had a file\.\n$/);
    } finally {
      proxy.close();
    }
    const names = [7, 6, 5, 4, 3, 2, 1].map((days) => new Date(today - days * DAY_MS).toISOString().slice(0, 10));
    expect((await readdir(at.path('days'))).sort()).toEqual(names.map((name) => `events-${name}.ndjson`));
    const rows = await Promise.all(names.map((name) => at.read(`days/events-${name}.ndjson`)));
    expect(rows.map((text) => text.split('\n').filter((line) => line.includes('"old"')).length)).toEqual([
      0, 0, 0, 0, 1, 2, 0,
    ]);
  });

  test('a disk that fills during an export leaves nothing behind, and says so', async (context) => {
    const { at } = lamppost;
    const disk = at.path('disk');
    await (await import('node:fs/promises')).mkdir(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      return context.skip();
    }
    try {
      const { code, err } = await at.run(['export', 'events', '-o', 'disk/out.ndjson']);
      expect({ code, err }).toEqual({
        code: 1,
        err: 'Error: disk/out.ndjson could not be written: the disk is full. No partial file was left.\nFree some space, or choose a path on another disk.\n',
      });
      expect(await readdir(disk)).toEqual([]);
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });
});

describe('events', () => {
  test('names that were seen are listed', async () => {
    const list = await lamppost.at.ok('events', 'list');
    expect(tooWide(list)).toEqual([]);
    expect(list).toMatch(/\npurchase +60 +60 +.*(?:ago|now) +– +amount\n/);
  });

  test('schemas are pushed, compared and pulled as a file', async () => {
    const { at } = lamppost;
    await writeFile(
      at.path('lamppost.schemas.yaml'),
      `version: 1
events:
  checkout started:
    description: Someone begins to pay
    mode: warn
    properties:
      type: object
      required: [items]
      properties: {items: {type: integer, minimum: 1}}
`,
    );
    expect((await at.run(['events', 'schemas', 'diff', '--check'])).code).toBe(1);
    expect(await at.ok('events', 'schemas', 'push', '--yes')).toContain('create checkout started');
    expect(await at.ok('events', 'schemas', 'diff', '--check')).toBe('The server has the schemas of the file.\n');
    expect(await at.ok('events', 'schemas', 'pull', '--force')).toBe('Wrote 1 schema to lamppost.schemas.yaml.\n');
    expect(await at.ok('events', 'schemas', 'diff', '--check')).toBe('The server has the schemas of the file.\n');
    const warned = await at.run(['send', 'checkout started', '-p', 'items=0']);
    expect(warned).toMatchObject({
      code: 0,
      err: expect.stringContaining('Warning: properties.items must be at least 1'),
    });
    await writeFile(
      at.path('wrong.yaml'),
      'version: 1\nevents:\n  a:\n    mode: deny\n    properties: {type: objekt}\n',
    );
    const wrong = await at.run(['events', 'schemas', 'push', '--yes', '-f', 'wrong.yaml']);
    expect(wrong).toMatchObject({ code: 7, err: expect.stringContaining('wrong.yaml:4:11: mode must be one of') });
  });
});
