import { setTimeout as sleep } from 'node:timers/promises';
import { load } from '../harness/load.ts';
import type { Product } from '../harness/processes.ts';
import { random, request } from '../harness/requests.ts';
import { DAY_MS } from '../harness/units.ts';
import { untilLoaded } from './fill-store.ts';

export const eventsOfSession = 10;
const bugs = 300;
const days = 14;
/** What may wait for the store when the next ones are sent. */
const restBytes = 1_000_000;

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
export function eventBatches(key: string, sessions: number): () => Buffer | undefined {
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
export function crashReports(
  key: string,
  sessions: number,
  { from, to }: { from: number; to: number },
): () => Buffer | undefined {
  const next = random(99 + from);
  let sent = from;
  return () => {
    if (sent >= to) return undefined;
    const bug = Math.floor(next() ** 3 * bugs);
    const number = Math.floor((sent / to) * sessions);
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
export async function sendAll(product: Product, make: () => Buffer | undefined): Promise<void> {
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
    await untilLoaded(product, restBytes);
  }
}

export interface CrashGroup {
  readonly id: string;
  readonly reports: number;
}

/** Until every report is counted in a group. */
export async function untilGrouped(product: Product, reports: number): Promise<void> {
  for (;;) {
    let sum = 0;
    for (let cursor = ''; ; ) {
      const path = `/v1/crashes/groups?sort=reports&limit=100${cursor}`;
      const response = await fetch(`${product.url}${path}`, {
        headers: { Authorization: `Bearer ${product.keys.secret}` },
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      const { data, pagination } = (await response.json()) as {
        data: CrashGroup[];
        pagination: { cursor: string | null };
      };
      sum += data.reduce((total, group) => total + group.reports, 0);
      if (pagination.cursor === null) break;
      cursor = `&cursor=${pagination.cursor}`;
    }
    if (sum >= reports) return;
    await sleep(1_000);
  }
}
