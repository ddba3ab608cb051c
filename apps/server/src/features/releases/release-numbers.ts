import { DAY_MS, MINUTE_MS } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import { type ReleaseKey, releaseKeyOf, releaseValue } from '../../analytics/release-key.ts';
import type { Scope } from '../../edge/scope.ts';
import type { SessionCounts } from '../crashes/queries/session-health.ts';
import { sessionHealthQuery } from '../crashes/queries/session-health.ts';
import { type Health, healthOf } from './health-of.ts';
import { crashFreeRate, percent } from './judge-crashes.ts';
import { type ReleaseRequests, releaseRequestsQuery } from './queries/releases.ts';

/** More releases than these have no sessions to speak of. */
const MAX_RELEASES = 2_000;

/** Without the last digits, which come from computing between two values. */
const millis = (value: number): number => Math.round(value * 1000) / 1000;

const QUARTER_MS = 15 * MINUTE_MS;

/**
 * The last days, up to tomorrow for clocks that are ahead. Rounded to 15 minutes, so that queries of about the same time
 * are the same query and share its result.
 */
export function lastDays(days: number, nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const quarterMs = Math.floor(nowMs / QUARTER_MS) * QUARTER_MS;
  return { fromMs: quarterMs - days * DAY_MS, toMs: quarterMs + QUARTER_MS + DAY_MS };
}

/** How a release did in a range of time. Rates are percents; null when there is nothing to count. */
export interface ReleaseNumbers {
  readonly sessions: number;
  readonly crashedSessions: number;
  readonly users: number;
  readonly requests: number;
  readonly crashFreeRate: number | null;
  readonly errorRate: number | null;
  readonly p50LatencyMs: number | null;
  readonly p95LatencyMs: number | null;
  readonly p99LatencyMs: number | null;
  readonly health: Health;
}

async function sessionsOf(
  store: AnalyticsStore,
  scope: Scope,
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<string, SessionCounts>> {
  const query = { scope, fromMs, toMs, dimension: 'release', limit: MAX_RELEASES } as const;
  const { rows } = await store.run(sessionHealthQuery, query);
  return new Map(rows.filter(({ value }) => value !== null).map((row) => [row.value ?? '', row]));
}

/** Every release that sent something in the range. */
export class NumbersByRelease {
  readonly #sessions: ReadonlyMap<string, SessionCounts>;
  readonly #requests: ReadonlyMap<string, ReleaseRequests>;

  private constructor(sessions: ReadonlyMap<string, SessionCounts>, requests: ReadonlyMap<string, ReleaseRequests>) {
    this.#sessions = sessions;
    this.#requests = requests;
  }

  static async of(store: AnalyticsStore, scope: Scope, fromMs: number, toMs: number): Promise<NumbersByRelease> {
    const [sessions, requests] = await Promise.all([
      sessionsOf(store, scope, fromMs, toMs),
      store.run(releaseRequestsQuery, { scope, fromMs, toMs }),
    ]);
    return new NumbersByRelease(sessions, new Map(requests.map((row) => [releaseValue(row), row])));
  }

  /** The same without requests, which cost as much as sessions. */
  static async ofSessions(
    store: AnalyticsStore,
    scope: Scope,
    fromMs: number,
    toMs: number,
  ): Promise<NumbersByRelease> {
    return new NumbersByRelease(await sessionsOf(store, scope, fromMs, toMs), new Map());
  }

  find(key: ReleaseKey): ReleaseNumbers {
    const sessions = this.#sessions.get(releaseValue(key));
    const requests = this.#requests.get(releaseValue(key));
    const counts = { sessions: sessions?.sessions ?? 0, crashedSessions: sessions?.crashedSessions ?? 0 };
    const crashFree = crashFreeRate(counts);
    const errorRate = requests === undefined ? null : percent(requests.failed / requests.requests);
    return {
      ...counts,
      users: sessions?.users ?? 0,
      requests: requests?.requests ?? 0,
      crashFreeRate: crashFree,
      errorRate,
      p50LatencyMs: requests === undefined ? null : millis(requests.p50Ms),
      p95LatencyMs: requests === undefined ? null : millis(requests.p95Ms),
      p99LatencyMs: requests === undefined ? null : millis(requests.p99Ms),
      health: healthOf(counts.sessions, crashFree, errorRate),
    };
  }

  /** Sessions of all releases of a platform. */
  sessionsOn(platform: string): number {
    let sum = 0;
    for (const [value, { sessions }] of this.#sessions) if (value.startsWith(`${platform} `)) sum += sessions;
    return sum;
  }

  /** Those with the most sessions first. */
  busiest(limit: number): readonly ReleaseKey[] {
    return [...this.#sessions.keys()].slice(0, limit).map(releaseKeyOf);
  }
}
