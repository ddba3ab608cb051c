import { setTimeout as sleep } from 'node:timers/promises';
import { load } from '../harness/load.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { random, request } from '../harness/requests.ts';
import { type BenchOptions, boundRow, ms, type Row, type Scenario } from '../harness/scenario.ts';
import { median } from '../harness/spread.ts';
import { DAY_MS } from '../harness/units.ts';

const reports = 100_000;
const bugs = 300;
const eventsOfSession = 10;
const days = 14;
const asked = 5;
const maxEvents = 1_000_000;

const sessionOf = (number: number): string => `bench-session-${number}`;

/** Everything about a session follows from its number, so that its events and its crash say the same. */
function factsOf(number: number, sessions: number) {
  const next = random(number + 1);
  const [version, model, country, flagged] = [next(), next(), next(), next()].map((share) => Math.floor(share * 10));
  return {
    atMs: Date.now() - DAY_MS * days * (1 - number / sessions),
    version: `5.${version}.0`,
    model: `Phone ${model}`,
    country: ['DE', 'FR', 'US', 'JP', 'BR', 'IN', 'GB', 'ES', 'IT', 'PL'][country ?? 0] ?? 'DE',
    os: `18.${version}`,
    flags: {
      new_checkout: (flagged ?? 0) < 5,
      search_v2: (flagged ?? 0) < 3 ? 'a' : 'b',
      theme: 'dark',
      limit: flagged,
    },
    experiments: { pay: (flagged ?? 0) % 2 === 0 ? 'control' : 'treatment' },
  };
}

/** A batch a session, as clients send them. */
function eventBatches(key: string, sessions: number): () => Buffer | undefined {
  let number = 0;
  return () => {
    if (number >= sessions) return undefined;
    const facts = factsOf(number, sessions);
    const batch = Array.from({ length: eventsOfSession }, (_, at) => ({
      event: at === 0 ? '$session_start' : 'button_pressed',
      event_id: `bench-${number}-${at}`,
      timestamp: new Date(facts.atMs + at * 1_000).toISOString(),
    }));
    const context = {
      user: { id: `user-${number % 20_000}`, anonymous_id: `anon-${number % 20_000}` },
      device: {
        id: `d-${number % 25_000}`,
        platform: 'ios',
        model: facts.model,
        os_name: 'iOS',
        os_version: facts.os,
        country: facts.country,
      },
      app: { version: facts.version },
      session: { id: sessionOf(number) },
      flags: facts.flags,
      experiments: facts.experiments,
    };
    number += 1;
    return request(key, '/v1/ingest', Buffer.from(JSON.stringify({ batch, context })));
  };
}

/** Few bugs make most of the crashes. */
function crashReports(key: string, sessions: number): () => Buffer | undefined {
  const next = random(99);
  let sent = 0;
  return () => {
    if (sent >= reports) return undefined;
    const bug = Math.floor(next() ** 3 * bugs);
    const number = Math.floor((sent / reports) * sessions);
    const facts = factsOf(number, sessions);
    const frames = Array.from({ length: 25 }, (_, index) => ({
      index,
      function: index < 5 ? `Screen${bug}.step${index}` : `UIKit.run${index}`,
      image_name: index < 5 ? 'Shop' : 'UIKitCore',
      raw_address: `0x${(0x1_0000_0000 + sent * 64 + index).toString(16)}`,
      is_app_frame: index < 5,
    }));
    const report = {
      event_id: `bench-crash-${sent}`,
      platform: 'ios',
      app_version: facts.version,
      os_version: facts.os,
      device_model: facts.model,
      exception_type: 'EXC_BAD_ACCESS',
      exception_message: `at ${sent}`,
      stack_trace: { frames, exception: { type: 'EXC_BAD_ACCESS' } },
      timestamp: new Date(facts.atMs + 9_500).toISOString(),
      breadcrumbs: Array.from({ length: 10 }, (_, at) => ({ category: 'action', message: `step ${at}` })),
      active_flags: facts.flags,
      active_experiments: facts.experiments,
      user_id: `user-${number % 20_000}`,
      device_id: `d-${number % 25_000}`,
      session_id: sessionOf(number),
    };
    sent += 1;
    return request(key, '/v1/crashes/report', Buffer.from(JSON.stringify(report)));
  };
}

/** Sends all there is; when that is done before the time, the last again, which is stored once. */
async function sendAll(product: Product, make: () => Buffer | undefined): Promise<void> {
  let made = make();
  let last = made;
  const next = (): Buffer => {
    if (made !== undefined) {
      last = made;
      made = make();
    }
    return last as Buffer;
  };
  while (made !== undefined) {
    await load({ url: product.url, connections: 16, seconds: 2, next });
    await untilLoaded(product);
  }
}

async function untilLoaded(product: Product): Promise<void> {
  for (;;) {
    const report = (await (await fetch(`${product.url}/readyz`)).json()) as { store: { unloaded_bytes: number } };
    if (report.store.unloaded_bytes < 1_000_000) return;
    await sleep(100);
  }
}

interface Group {
  readonly id: string;
  readonly reports: number;
}

async function get<T>(product: Product, path: string): Promise<T> {
  const response = await fetch(`${product.url}${path}`, {
    headers: { Authorization: `Bearer ${product.keys.secret}` },
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}

/** Until every report is counted in a group. */
async function untilGrouped(product: Product): Promise<void> {
  for (;;) {
    let sum = 0;
    for (let cursor = ''; ; ) {
      const path = `/v1/crashes/groups?sort=reports&limit=100${cursor}`;
      const response = await fetch(`${product.url}${path}`, {
        headers: { Authorization: `Bearer ${product.keys.secret}` },
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      const { data, pagination } = (await response.json()) as { data: Group[]; pagination: { cursor: string | null } };
      sum += data.reduce((total, group) => total + group.reports, 0);
      if (pagination.cursor === null) break;
      cursor = `&cursor=${pagination.cursor}`;
    }
    if (sum >= reports) return;
    await sleep(1_000);
  }
}

async function timed(product: Product, name: string, path: string, maxMs: number): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < asked; round += 1) {
    const startedAt = performance.now();
    await get(product, path);
    times.push(performance.now() - startedAt);
  }
  const value = median(times);
  return boundRow(name, times, ' ms', maxMs, `median ${ms(value)}, worst ${ms(Math.max(...times))}`);
}

export const crashes: Scenario = {
  name: 'crashes',
  topic: 'Store and queries',
  sentence: 'Pages about crashes, with 100,000 reports beside a full store',
  run: async (options: BenchOptions) => {
    const storedEvents = Math.min(options.storedEvents, maxEvents);
    const product = await startProduct();
    try {
      const sessions = Math.floor(storedEvents / eventsOfSession);
      await sendAll(product, eventBatches(product.keys.secret, sessions));
      const startedAt = performance.now();
      await sendAll(product, crashReports(product.keys.secret, sessions));
      await untilGrouped(product);
      const groupedMs = performance.now() - startedAt;
      const stored = `${(storedEvents / 1e6).toFixed(1)} M events`;
      const [group] = await get<Group[]>(product, '/v1/crashes/groups?sort=reports&limit=1');
      const page = `/v1/crashes/groups/${group?.id}`;
      const { main, store } = await product.memoryMb();
      return [
        boundRow(`${reports} reports sent, stored and grouped`, groupedMs / 1000, ' s', 300, ms(groupedMs)),
        await timed(product, `list of crash groups (${stored})`, '/v1/crashes/groups', 1_000),
        await timed(product, 'one crash group with its distributions', page, 3_000),
        await timed(product, 'ten reports of a group', `${page}/reports`, 1_000),
        await timed(product, 'crash-free sessions and users', '/v1/crashes/health?from=2020-01-01T00:00:00Z', 1_500),
        await timed(
          product,
          'health by version',
          '/v1/crashes/health?dimension=app_version&from=2020-01-01T00:00:00Z',
          1_500,
        ),
        await timed(
          product,
          'health by flag value',
          '/v1/crashes/health?dimension=flag&from=2020-01-01T00:00:00Z',
          2_500,
        ),
        boundRow('memory of both processes after it', main + store, ' MB', 900, `${(main + store).toFixed(0)} MB`),
      ];
    } finally {
      await product.stop();
    }
  },
};
