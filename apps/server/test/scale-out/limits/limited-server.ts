import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultPlans } from '@lamppost/protocol';
import { TestServer } from '../../harness/server.ts';
import type { ApiResponse, TestProject } from '../../harness/test-project.ts';

/** 1,000 events a minute and 1,500 a day: quickly used up. */
export const PLAN = 'small';
export const EVENTS_PER_MINUTE = 1_000;
export const EVENTS_PER_DAY = 1_500;

/** For tests that are not about time: a machine with much else to do keeps Redis waiting too. */
export const PATIENT = { LP_REDIS_TIMEOUT_MS: '5000' };

/** A server with a plan that is quickly used up. */
export async function startLimited(redisUrl: string, env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const server = await TestServer.start({ env: { LP_REDIS_URL: redisUrl, LP_LOG_LEVEL: 'info', ...env } });
  const onOffer = Object.entries(defaultPlans).map(([name, plan]) => ({
    name,
    requests_per_minute: plan.requestsPerMinute,
    events_per_minute: plan.eventsPerMinute,
    events_per_day: plan.eventsPerDay,
  }));
  const small = {
    name: PLAN,
    requests_per_minute: 5_000,
    events_per_minute: EVENTS_PER_MINUTE,
    events_per_day: EVENTS_PER_DAY,
  };
  const init = { method: 'PUT', key: server.bootstrap.operator_token };
  const response = await server.post('/v1/plans', { plans: [...onOffer, small] }, init);
  if (response.status !== 200) throw new Error(`The plans were not taken: ${await response.text()}`);
  return server;
}

/** A second server of the same installation: the same projects, plans and keys, and a data directory of its own. */
export async function startTwin(server: TestServer, redisUrl: string): Promise<TestServer> {
  await server.stop();
  const dataDir = await mkdtemp(join(tmpdir(), 'lamppost-twin-'));
  await cp(server.dataDir, dataDir, { recursive: true });
  await server.restart();
  return await TestServer.start({ dataDir, env: { LP_REDIS_URL: redisUrl, LP_LOG_LEVEL: 'info', ...PATIENT } });
}

export const batchOf = (events: number) => ({ batch: Array.from({ length: events }, () => ({ event: 'a' })) });

export interface Sent {
  readonly statuses: ReadonlyMap<number, number>;
  readonly accepted: number;
  readonly slowestMs: number;
}

/** Sends batches, some at a time, while it is told to. */
export async function sendWhile(
  projects: readonly TestProject[],
  events: number,
  isGoing: (sent: number) => boolean,
): Promise<Sent> {
  const statuses = new Map<number, number>();
  let [sent, accepted, slowestMs] = [0, 0, 0];
  const work = async (project: TestProject): Promise<void> => {
    while (isGoing(sent)) {
      sent += 1;
      const startedAt = performance.now();
      const { status }: ApiResponse = await project.ingest(batchOf(events));
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 202) accepted += events;
    }
  };
  await Promise.all(projects.flatMap((project) => Array.from({ length: 8 }, () => work(project))));
  return { statuses, accepted, slowestMs };
}

export interface Readiness {
  readonly status: number;
  readonly reasons: readonly string[];
}

export async function readinessOf(server: TestServer): Promise<Readiness> {
  const response = await server.request('/readyz', { key: null });
  const body = (await response.json()) as { data?: { reasons: string[] }; reasons?: string[] };
  return {
    status: response.status,
    reasons: (body.data?.reasons ?? body.reasons ?? []).filter((text) => /^Limits/.test(text)),
  };
}

export const isShared = async (server: TestServer): Promise<boolean> =>
  (await readinessOf(server)).reasons.length === 0;

/** How often its log says so. */
export const timesTold = ({ output }: TestServer, words: string): number => output.split(words).length - 1;

export const SHARED = 'Limits are shared through Redis';
export const NOT_SHARED = 'Limits are not shared';
