import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Lamppost, waitUntil } from './harness/lamppost.ts';

vi.setConfig({ testTimeout: 180_000 });

let lamppost: Lamppost;
beforeAll(async () => {
  lamppost = await Lamppost.start();
});
afterAll(() => lamppost.dispose());

interface Summary {
  readonly lines: number;
  readonly accepted: number;
  readonly duplicates: number | null;
  readonly formats: readonly string[];
  readonly rejected: readonly { reason: string; count: number; first: string[] }[];
  readonly rejected_file: string | null;
}

const time = (index: number): string => new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString();
const lines = (count: number, of: (index: number) => object): string =>
  `${Array.from({ length: count }, (_, index) => JSON.stringify(of(index))).join('\n')}\n`;
const countOf = async (event: string): Promise<number> =>
  (await lamppost.ask<{ count: number }>(`/v1/events/count?event=${encodeURIComponent(event)}`)).count;
const waitForCount = (event: string, count: number): Promise<void> =>
  waitUntil(async () => (await countOf(event)) === count);

/** An archive with one file in it; nobody checks its checksum. */
function zip(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30 + name.length);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30);
  const entry = Buffer.alloc(46 + name.length);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.write(name, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, entry, end]);
}

describe('import', () => {
  test('exports of other products keep their times and ids, and importing them twice changes nothing', async () => {
    const { at } = lamppost;
    await mkdir(at.path('segment/day'), { recursive: true });
    const segment = (index: number) => ({
      messageId: `m-${index}`,
      type: 'track',
      event: 'from segment',
      userId: 'u-1',
      timestamp: time(index),
      properties: { index },
    });
    await writeFile(at.path('segment/day/1.gz'), gzipSync(lines(20, segment)));
    await writeFile(at.path('segment/day/2.gz'), gzipSync(lines(20, (index) => segment(index + 20))));
    const amplitude = lines(20, (index) => ({
      uuid: `f47ac10b-58cc-4372-a567-${String(index).padStart(12, '0')}`,
      event_type: 'from amplitude',
      event_time: time(index).replace('T', ' ').replace('Z', '000'),
      amplitude_id: 1,
      device_id: 'd-1',
      event_properties: { index },
    }));
    await writeFile(at.path('amplitude.zip'), zip('1/1_2024-01-01_0#0.json.gz', gzipSync(amplitude)));
    const mixpanel = lines(20, (index) => ({
      event: 'from mixpanel',
      properties: { time: Date.parse(time(index)) / 1000, distinct_id: 'u-1', $insert_id: `i-${index}`, index },
    }));
    await writeFile(at.path('mixpanel.jsonl'), mixpanel);
    const duckdb = await DuckDBInstance.create(':memory:');
    const connection = await duckdb.connect();
    await connection.run(`COPY (
      SELECT ('018f1c4e-0000-7000-8000-' || lpad(i::VARCHAR, 12, '0')) AS uuid, 'from posthog' AS event, 'u-1' AS distinct_id,
        '{"index": ' || i || '}' AS properties, TIMESTAMP '2024-01-01' + INTERVAL (i) MINUTE AS timestamp
      FROM range(20) AS r(i)) TO '${at.path('posthog.parquet')}' (FORMAT parquet)`);
    connection.closeSync();
    const table = Array.from({ length: 20 }, (_, index) => `${time(index)},from csv,"c ""${index}""",${index}`);
    await writeFile(at.path('table.csv'), `paid_at,kind,customer,index\n${table.join('\n')}\n`);

    for (const round of [1, 2]) {
      const expectDone = (summary: Summary, format: string, count: number) =>
        expect(summary).toMatchObject({
          lines: count,
          accepted: count,
          formats: [format],
          rejected: [],
          duplicates: round === 1 ? 0 : count,
        });
      expectDone(await at.json('import', 'segment'), 'segment', 40);
      expectDone(await at.json('import', 'amplitude.zip'), 'amplitude', 20);
      expectDone(await at.json('import', 'mixpanel.jsonl'), 'mixpanel', 20);
      expectDone(await at.json('import', 'posthog.parquet'), 'posthog', 20);
      expectDone(await at.json('import', 'table.csv', '--map', 'time=paid_at,event=kind,user=customer'), 'csv', 20);
    }
    const sql = `SELECT event_name, count(*), count(*) FILTER (epoch_ms(timestamp) <> ${Date.UTC(2024, 0, 1)} + 60000 * CAST(properties->>'index' AS INT)) FROM events GROUP BY 1 ORDER BY 1`;
    expect(await at.json('query', 'sql', sql)).toMatchObject({
      rows: [
        ['from amplitude', 20, 0],
        ['from csv', 20, 0],
        ['from mixpanel', 20, 0],
        ['from posthog', 20, 0],
        ['from segment', 40, 0],
      ],
    });
    const [first] = await lamppost.ask<{ event_id: string; user_id: string }[]>('/v1/events?event=from%20csv&limit=1');
    expect(first?.user_id).toBe('c "19"');
    expect(first?.event_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8/);
  });

  test('a line with a wrong date is told with its number, kept in a file, and costs no other line', async () => {
    const { at } = lamppost;
    const count = 12_000;
    const bad = 9001;
    const all = lines(count, (index) => ({
      event: 'many',
      event_id: `many-${index}`,
      timestamp: index === bad - 1 ? '2024-02-30T00:00:00Z' : time(index),
    }));
    await writeFile(at.path('many.ndjson'), all);
    const dry = await at.run(['import', 'many.ndjson', '--dry-run']);
    expect(dry.code).toBe(7);
    expect(dry.out).toContain(`1 × "timestamp" is not a time\n    many.ndjson:${bad}`);
    const { code, err, out } = await at.run(['import', 'many.ndjson', '--json']);
    expect(code).toBe(7);
    expect(err).toContain('All others were sent. many.ndjson.rejected.ndjson has these lines with their reasons.');
    expect(JSON.parse(out)).toMatchObject({
      lines: count,
      accepted: count - 1,
      rejected_file: 'many.ndjson.rejected.ndjson',
    });
    expect(JSON.parse(await at.read('many.ndjson.rejected.ndjson'))).toEqual({
      file: 'many.ndjson',
      line: bad,
      reason: '"timestamp" is not a time: "2024-02-30T00:00:00Z"',
      text: all.split('\n')[bad - 1],
    });
    await waitForCount('many', count - 1);
  });

  test('what the server refuses is told with its line too, and a file that is all wrong stops early', async () => {
    const { at } = lamppost;
    const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });
    await writeFile(
      at.path('odd.ndjson'),
      lines(300, (index) => ({
        event: 'odd',
        event_id: `odd-${index}`,
        timestamp: time(index),
        // Too large for an event, and too deep for a whole request.
        properties: index === 41 ? { text: 'x'.repeat(40_000) } : index === 99 ? deep(40) : {},
      })),
    );
    const { code, out } = await at.run(['import', 'odd.ndjson', '--json']);
    expect(code).toBe(7);
    const summary = JSON.parse(out) as Summary;
    expect(summary.accepted).toBe(298);
    expect(summary.rejected.map(({ first }) => first)).toEqual([['odd.ndjson:42'], ['odd.ndjson:100']]);
    await writeFile(
      at.path('wrong.ndjson'),
      lines(5000, () => ({ name: 'x' })),
    );
    const wrong = await at.run(['import', 'wrong.ndjson', '--max-rejected', '50']);
    expect(wrong.code).toBe(7);
    expect(wrong.err).toContain('More than 50 lines were rejected. The import has stopped.');
  });

  test('an import that was interrupted goes on where it stopped', async () => {
    const { at } = lamppost;
    await writeFile(
      at.path('bulk.ndjson'),
      lines(16_000, (index) => ({ event: 'bulk', properties: { index } })),
    );
    // The third of four batches of 5,000; two are on their way at a time, in any order.
    const proxy = await startProxy(lamppost.url, { failing: '"index":10000}' });
    const env = { LP_URL: proxy.url };
    try {
      const first = await at.run(['import', 'bulk.ndjson'], { env });
      expect(first).toMatchObject({ code: 3, err: expect.stringContaining('The disk is full.') });
      expect(first.err).toContain('10,000 events were sent. Run the same command again to continue.');
      const second = await at.run(['import', 'bulk.ndjson'], { env });
      expect(second.err).toContain('Resuming after line 10,000; use --restart to start over.');
      expect(second).toMatchObject({ code: 0, out: expect.stringMatching(/Sent +6,000 events/) });
    } finally {
      proxy.close();
    }
    await waitForCount('bulk', 16_000);
    const piped = await at.run(['import', '-', '--json'], { input: await readFile(at.path('bulk.ndjson'), 'utf8') });
    expect(JSON.parse(piped.out)).toMatchObject({ accepted: 16_000, duplicates: 16_000 });
    const empty = await at.run(['import', '-'], { input: '' });
    expect(empty).toMatchObject({ code: 7, err: 'Error: - contains no events.\n' });
  });
});

/** Passes requests on, except for the first import that contains this text, which it answers with 503. */
async function startProxy(url: string, { failing }: { failing: string }): Promise<{ url: string; close(): void }> {
  let hasFailed = false;
  const proxy = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', async () => {
      if (!hasFailed && request.url === '/v1/import' && Buffer.concat(pieces).includes(failing)) {
        hasFailed = true;
        response.writeHead(503, { 'Content-Type': 'application/json' });
        response.end('{"error": {"code": "INTERNAL_SERVER_ERROR", "message": "The disk is full."}}');
        return;
      }
      const headers = { Authorization: request.headers.authorization ?? '', 'Content-Type': 'application/json' };
      const body = request.method === 'POST' ? { body: Buffer.concat(pieces) } : {};
      const passed = await fetch(`${url}${request.url}`, { method: request.method ?? 'GET', headers, ...body });
      response.writeHead(passed.status, { 'Content-Type': passed.headers.get('content-type') ?? '' });
      response.end(Buffer.from(await passed.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(proxy.address() as { port: number }).port}`, close: () => proxy.close() };
}
