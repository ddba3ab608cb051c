import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { randomFor, recordCounts, scaled, tortureSeed } from '../../src/telemetry/testing/torture-run.ts';
import { TestServer } from '../harness/server.ts';
import { buildRequest, type FuzzRequest } from './fuzz/build-request.ts';
import { readCorpus, saveToCorpus } from './fuzz/corpus.ts';
import { findFault } from './fuzz/find-fault.ts';
import { minimiseRequest } from './fuzz/minimise-request.ts';
import { type FuzzResponse, sendRequest } from './fuzz/send-request.ts';
import { World } from './fuzz/world.ts';

const PLANNED_REQUESTS = scaled(600, 1_000_000);
/** Fewer, for a run that has to end earlier; the record says so. */
const REQUESTS = Number(process.env.LP_FUZZ_REQUESTS ?? PLANNED_REQUESTS);
const REQUESTS_PER_WORLD = 5_000;
const CLIENTS = 8;
/** What one request may take of the thread that answers everybody. */
const MAX_STALL_MS = 100;
const MAX_RSS_MB = 1_024;

let server: TestServer;
let agent: Agent;
beforeAll(async () => {
  server = await TestServer.start({ env: { LP_LOG_LEVEL: 'error' } });
  agent = new Agent({ keepAlive: true });
  await server.waitForStore();
});
afterEach(() => agent.destroy());
afterAll(() => server.dispose());

interface Tally {
  readonly statuses: Record<string, number>;
  readonly faults: Map<string, FuzzRequest>;
  readonly slow: FuzzRequest[];
}

const whatIsWrong = async (world: World, request: FuzzRequest): Promise<string | undefined> =>
  findFault(request, await sendRequest(world, agent, request));

async function sendOne(world: World, request: FuzzRequest, tally: Tally): Promise<void> {
  let response: FuzzResponse;
  try {
    response = await sendRequest(world, agent, request);
  } catch (error) {
    tally.faults.set(`${request.route}: ${String(error)}`, request);
    return;
  }
  const kind = response.status === 503 ? '503' : `${Math.floor(response.status / 100)}xx`;
  tally.statuses[kind] = (tally.statuses[kind] ?? 0) + 1;
  const fault = findFault(request, response);
  if (fault !== undefined) tally.faults.set(`${request.route}: ${fault}`, request);
  if (response.tookMs > 3 * MAX_STALL_MS) tally.slow.push(request);
}

/** Time of the processor, which unlike the clock does not count anyone else who is busy. */
const mainThreadMs = async (): Promise<number> =>
  Number((await readFile(`/proc/${server.pid}/task/${server.pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6;

/** What took long, once more and alone: only what holds the thread of the server each time is a fault. */
async function stallMs(world: World, request: FuzzRequest): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && best > MAX_STALL_MS; attempt++) {
    const before = await mainThreadMs();
    await sendRequest(world, agent, request);
    best = Math.min(best, (await mainThreadMs()) - before);
  }
  return best;
}

async function rssMb(): Promise<number> {
  const pages = Number((await readFile(`/proc/${server.pid}/statm`, 'utf8')).split(' ')[1]);
  return Math.round((pages * 4096) / 1e6);
}

test('generated requests to every route with every kind of key are answered as the contract says', {
  timeout: scaled(120_000, 7_200_000),
}, async () => {
  randomFor('fuzz');
  const tally: Tally = { statuses: {}, faults: new Map(), slow: [] };
  const counts = { requests: 0, worlds: 0, slowestStallMs: 0, peakRssMb: 0 };
  let number = 0;
  while (number < REQUESTS && tally.faults.size < 20) {
    const world = await World.create(server);
    counts.worlds++;
    const until = Math.min(REQUESTS, number + REQUESTS_PER_WORLD);
    const work = async (): Promise<void> => {
      while (number < until) await sendOne(world, buildRequest(tortureSeed, number++), tally);
    };
    await Promise.all(Array.from({ length: CLIENTS }, work));
    for (const request of tally.slow.splice(0)) {
      const took = await stallMs(world, request);
      counts.slowestStallMs = Math.max(counts.slowestStallMs, Math.round(took));
      if (took > MAX_STALL_MS) tally.faults.set(`${request.route}: stalls for ${Math.round(took)} ms`, request);
    }
    counts.peakRssMb = Math.max(counts.peakRssMb, await rssMb());
    await saveFaults(world, tally.faults);
  }
  counts.requests = number;
  recordCounts('fuzz', { planned: PLANNED_REQUESTS, ...counts, ...tally.statuses, faults: tally.faults.size });
  expect(
    [...tally.faults].map(([fault, request]) => `${fault} <- ${request.caller} ${request.method} ${request.path}`),
  ).toEqual([]);
  expect(tally.statuses['2xx']).toBeGreaterThan(REQUESTS / 10);
  expect(counts.peakRssMb).toBeLessThan(MAX_RSS_MB);
});

const saved = new Set<string>();
/** As small as they can be made, for the ordinary tests to repeat. */
async function saveFaults(world: World, faults: ReadonlyMap<string, FuzzRequest>): Promise<void> {
  for (const [fault, request] of faults) {
    if (saved.has(fault)) continue;
    saved.add(fault);
    const sentence = fault.slice(request.route.length + 2);
    const small = await minimiseRequest(request, async (smaller) => (await whatIsWrong(world, smaller)) === sentence);
    process.stderr.write(`${fault}, saved as ${saveToCorpus({ fault: sentence, request: small })}\n`);
  }
}

test('requests that were once answered wrongly are answered as the contract says', async () => {
  const world = await World.create(server);
  const wrong: string[] = [];
  for (const { name, request } of readCorpus()) {
    const fault = await whatIsWrong(world, request);
    if (fault !== undefined) wrong.push(`${name}: ${fault}`);
  }
  expect(wrong).toEqual([]);
});

test('negative control: a 500, an answer without the envelope, a key that gets too far and a foreign id are found', () => {
  const request: FuzzRequest = {
    route: 'showFlag',
    caller: 'secret',
    method: 'GET',
    path: '/v1/flags/%other.flags%',
    headers: {},
    isPathPlain: true,
    isForeign: true,
  };
  const response = {
    status: 404,
    headers: {},
    text: '{"error":{"code":"NOT_FOUND","message":"There is no such flag"}}',
  };
  expect(findFault(request, response)).toBeUndefined();
  expect(findFault(request, { ...response, status: 500 })).toBe('status 500');
  expect(findFault(request, { ...response, status: 503 })).toBe('503 without Retry-After');
  expect(findFault(request, { ...response, text: 'oops' })).toBe('404 without the envelope of errors');
  expect(findFault(request, { ...response, status: 200 })).toBe('200 for an id of another project');
  expect(findFault({ ...request, caller: 'revoked' }, response)).toBe('404 where the key gets 401');
  expect(findFault({ ...request, caller: 'publishable' }, response)).toBe('404 where the key gets 403');
  expect(findFault({ ...request, isForeign: false }, { ...response, status: 418 })).toBe('418 is not documented');
});
