import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { PostgresServer } from './engines/postgres-server.ts';

const rounds = process.env.LP_SCALE_OUT === 'full' ? 20 : 4;
const json = { 'Content-Type': 'application/json' };

let postgres: PostgresServer;
let edges: TestServer[];
let url: string;

beforeAll(async () => {
  postgres = await PostgresServer.start();
  url = await postgres.createDatabase('kills');
  const env = { LP_DATABASE_URL: url, LP_SEPARATE_STORES: 'true' };
  const first = await TestServer.start({ env });
  edges = [first, await TestServer.startBeside(first, { env })];
  await first.liftLimits();
  const flag = { key: 'count', name: 'Count', platforms: ['web'], value_type: 'number', default_value: 0 };
  expect((await first.post('/v1/flags', flag)).status).toBe(201);
});
afterAll(async () => {
  for (const edge of edges) await edge.stop();
  await postgres.remove();
});

/** Undefined when it was not answered with success: whether it was done is then not known. */
async function succeeded(request: Promise<Response>): Promise<boolean> {
  try {
    const response = await request;
    await response.arrayBuffer();
    if (response.status >= 400 && response.status < 500)
      throw new WrongAnswer(`A client was told ${response.status}, which it would not repeat.`);
    return response.ok;
  } catch (error) {
    if (error instanceof WrongAnswer) throw error;
    return false;
  }
}

class WrongAnswer extends Error {}

/** Counts up by edits to any edge that answers; remembers the last one that was acknowledged. */
async function edit(state: { sent: number; acknowledged: number; isOver: boolean }): Promise<void> {
  for (let at = 0; !state.isOver; at += 1) {
    const edge = edges[at % edges.length] as TestServer;
    state.sent += 1;
    const value = state.sent;
    const body = JSON.stringify({ default_value: value });
    const init = { method: 'PATCH', body, headers: json, signal: AbortSignal.timeout(15_000) };
    if (await succeeded(edge.request('/v1/flags/count', init))) state.acknowledged = value;
    await sleep(5);
  }
}

/** Registers a device with each edit's neighbour; every one that was acknowledged must be there at the end. */
async function register(state: { isOver: boolean }, devices: string[]): Promise<void> {
  for (let at = 0; !state.isOver; at += 1) {
    const edge = edges[at % edges.length] as TestServer;
    const device_id = `dev_${at}`;
    const sent = edge.post('/v1/devices/register', { device_id, platform: 'web' }, { key: edge.keys.publishable });
    if (await succeeded(sent)) devices.push(device_id);
    await sleep(5);
  }
}

interface Watch {
  readonly falls: string[];
  unanswered: number;
  answered: number;
}

/** Reads an edge again and again: what it serves never goes back, also not over a kill of the edge. */
async function watch(edge: TestServer, state: { isOver: boolean }, seen: Watch): Promise<void> {
  let last = 0;
  while (!state.isOver) {
    try {
      const response = await edge.request('/v1/config', { key: edge.keys.publishable });
      const { data } = (await response.json()) as { data?: { flags: { count: number } } };
      if (response.status !== 200 || data === undefined) throw new Error(String(response.status));
      seen.answered += 1;
      if (data.flags.count < last) seen.falls.push(`${last} to ${data.flags.count}`);
      last = data.flags.count;
    } catch {
      seen.unanswered += 1;
    }
    await sleep(3);
  }
}

const faults: readonly ((at: number) => Promise<void>)[] = [
  async (at) => {
    const edge = edges[at % edges.length] as TestServer;
    await edge.kill();
    await edge.restart();
  },
  async () => {
    await postgres.kill();
    await sleep(200);
    await postgres.start();
  },
  async (at) => {
    const { pid } = edges[at % edges.length] as TestServer;
    process.kill(pid, 'SIGSTOP');
    await sleep(1_000);
    process.kill(pid, 'SIGCONT');
  },
  async () => {
    postgres.pause();
    await sleep(1_000);
    postgres.resume();
  },
];

test(`${rounds} faults of edges and of PostgreSQL: nothing acknowledged is lost, and no edge goes back`, async () => {
  const state = { sent: 0, acknowledged: 0, isOver: false };
  const devices: string[] = [];
  const seen = edges.map((): Watch => ({ falls: [], unanswered: 0, answered: 0 }));
  const working = [
    edit(state),
    register(state, devices),
    ...edges.map((edge, at) => watch(edge, state, seen[at] as Watch)),
  ];
  const isGoingOn = async (from: number) => await waitUntil(() => state.acknowledged > from);
  for (let round = 0; round < rounds; round += 1) {
    await isGoingOn(state.acknowledged);
    await faults[round % faults.length]?.(Math.floor(round / faults.length));
    await isGoingOn(state.acknowledged);
  }
  state.isOver = true;
  await Promise.all(working);
  const [{ default_value: stored } = { default_value: '0' }] = await postgres.query(
    `SELECT default_value FROM flags WHERE key = 'count'`,
    'kills',
  );
  expect(Number(stored)).toBeGreaterThanOrEqual(state.acknowledged);
  const kept = await postgres.query('SELECT device_id FROM devices', 'kills');
  const ids = new Set(kept.map(({ device_id }) => device_id));
  expect(devices.filter((id) => !ids.has(id))).toEqual([]);
  for (const edge of edges) {
    await waitUntil(async () => {
      const response = await edge.request('/v1/config', { key: edge.keys.publishable });
      return ((await response.json()) as { data: { flags: { count: number } } }).data.flags.count === Number(stored);
    }, 5_000);
  }
  expect(seen.flatMap(({ falls }) => falls)).toEqual([]);
  for (const { answered } of seen) expect(answered).toBeGreaterThan(rounds * 20);
  const unanswered = seen.map((each) => each.unanswered).join(' and ');
  console.log(
    `${rounds} faults: edits up to ${state.acknowledged} of ${state.sent} and ${devices.length} devices acknowledged; ` +
      `${seen.map(({ answered }) => answered).join(' and ')} answers, ${unanswered} requests without one`,
  );
}, 300_000);
