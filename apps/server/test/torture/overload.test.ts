import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong, recordCounts, scaled } from '../../src/telemetry/testing/torture-run.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { type LoadResult, runLoad } from './overload/load-process.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.liftLimits();
  await server.waitForStore();
});
afterAll(() => server.dispose());

const order = ['performance', 'ingest', 'register', 'crash', 'config'] as const;
type Kind = (typeof order)[number];

const properties = { page: '/pricing', plan: 'team', seats: 12, referrer: 'https://example.org/', locale: 'en-GB' };
const bodies: Readonly<Record<Kind, readonly [path: string, body?: unknown]>> = {
  performance: [
    '/v1/performance/ingest',
    { batch: Array.from({ length: 100 }, () => ({ metric_type: 'span', metric_name: 'load', value_ms: 12 })) },
  ],
  ingest: ['/v1/ingest', { batch: Array.from({ length: 100 }, () => ({ event: 'overload', properties })) }],
  register: ['/v1/devices/register', { device_id: 'one' }],
  crash: ['/v1/crashes/report', { platform: 'web', exception_type: 'Overload', stack_trace: 'at x (y.js:1:1)' }],
  config: ['/v1/config'],
};
const shares: Readonly<Record<Kind, number>> = {
  performance: 0.3,
  ingest: 0.4,
  register: 0.05,
  crash: 0.05,
  config: 0.2,
};

function requestOf(kind: Kind): string {
  const [path, body] = bodies[kind];
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: x\r\nX-Device-ID: one\r\n`;
  return `${head}Authorization: Bearer ${server.keys.publishable}\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

function load(seconds: number, perSecond?: number): Promise<LoadResult> {
  const { hostname, port } = new URL(server.url);
  return runLoad({
    host: hostname,
    port: Number(port),
    seconds,
    connections: 32,
    ...(perSecond === undefined ? {} : { perSecond }),
    kinds: order.map((name) => ({ name, request: requestOf(name), share: shares[name] })),
  });
}

const total = ({ tallies }: LoadResult, isCounted: (status: string) => boolean): number =>
  Object.values(tallies)
    .flatMap(({ statuses }) => Object.entries(statuses))
    .reduce((sum, [status, count]) => sum + (isCounted(status) ? count : 0), 0);

const isGood = (status: string): boolean => status.startsWith('2');
const quantile = (values: readonly number[], q: number): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length * q)] ?? 0);

async function rssMb(): Promise<number> {
  const pages = Number((await readFile(`/proc/${server.pid}/statm`, 'utf8')).split(' ')[1]);
  return Math.round((pages * 4096) / 1e6);
}

/** Of each kind, in percent, what was shed. */
const shedShare = ({ tallies }: LoadResult, kind: Kind): number => {
  const counts = tallies[kind]?.statuses ?? {};
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return Math.round((100 * (counts['503'] ?? 0)) / Math.max(1, all));
};

test('three times the load it can carry: 503 in the order of classes, config answered, the rest goes on', {
  timeout: 300_000,
}, async () => {
  const seconds = scaled(6, 30);
  await load(3);
  const closed = await load(seconds);
  const peak = total(closed, isGood) / closed.tookSeconds;
  const rssBefore = await rssMb();
  const result = await load(seconds, 3 * peak);
  const goodput = total(result, isGood) / result.tookSeconds;
  const shedMs = Object.values(result.tallies).flatMap((tally) => tally.shedMs);
  const shed = Object.fromEntries(order.map((kind) => [kind, shedShare(result, kind)]));
  recordCounts('three times the peak', {
    peakPerSecond: Math.round(peak),
    sentPerSecond: Math.round(total(result, () => true) / result.tookSeconds),
    goodputPercent: Math.round((100 * goodput) / peak),
    shedPercent: shed,
    medianShedMs: quantile(shedMs, 0.5),
    p99ShedMs: quantile(shedMs, 0.99),
    p99ConfigMs: quantile(result.tallies.config?.acceptedMs ?? [], 0.99),
    unsent: result.unsent,
    rssBeforeMb: rssBefore,
    rssAfterMb: await rssMb(),
  });
  const statuses = new Set(Object.values(result.tallies).flatMap((tally) => Object.keys(tally.statuses)));
  expect([...statuses].filter((status) => !['200', '201', '202', '503'].includes(status))).toEqual([]);
  expect(result.unanswered).toBe(0);
  expect(shedMs.length).toBeGreaterThan(0);
  // Each class is shed at most as much as the one before it.
  const inOrder = order.map((kind) => shedShare(result, kind));
  expect(inOrder).toEqual([...inOrder].sort((a, b) => b - a));
  expect(shed.config).toBe(0);
  expect(goodput).toBeGreaterThan(0.8 * peak);
  expect(await rssMb()).toBeLessThan(rssBefore + 400);
  // A machine that others use as well cannot keep a time: it is judged in long runs only.
  if (isLong) expect(quantile(shedMs, 0.99)).toBeLessThanOrEqual(50);
});

test('negative control: the load that it can carry is not shed', { timeout: 120_000 }, async () => {
  let admitted = 0;
  await waitUntil(async () => {
    const [path, body] = bodies.performance;
    admitted = (await server.post(path, body)).status === 202 ? admitted + 1 : 0;
    return admitted === 20;
  });
  const result = await load(scaled(3, 10));
  expect(total(result, (status) => status === '503')).toBe(0);
  expect(total(result, isGood)).toBeGreaterThan(100);
});
