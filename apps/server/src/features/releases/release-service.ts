import { DAY_MS } from '@lamppost/protocol';
import { type AnalyticsStore, StoreUnavailable } from '../../analytics/analytics-store.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Scope } from '../../edge/scope.ts';
import { RELEASE_DAYS } from './find-regressions.ts';
import { lastDays, NumbersByRelease, type ReleaseNumbers } from './release-numbers.ts';
import type { Release, ReleaseFilter, ReleaseStore } from './release-store.ts';
import type { ReleaseWatch } from './release-watch.ts';

export interface ReleaseServiceDeps {
  readonly store: AnalyticsStore;
  readonly releases: ReleaseStore;
  readonly watch: ReleaseWatch;
}

export interface ListedRelease {
  readonly release: Release;
  /** Of the last thirty days; null when they cannot be asked for now. */
  readonly numbers: ReleaseNumbers | null;
  /** Percent of the sessions of its platform in the last day; null when there were none. */
  readonly adoptionPct: number | null;
}

export interface WindowHealth {
  readonly numbers: ReleaseNumbers;
  readonly fromMs: number;
  readonly toMs: number;
  readonly previous: { readonly release: Release; readonly numbers: ReleaseNumbers } | null;
}

/** Releases together with how they are doing. */
export class ReleaseService {
  readonly #store: AnalyticsStore;
  readonly #releases: ReleaseStore;
  readonly #watch: ReleaseWatch;

  constructor({ store, releases, watch }: ReleaseServiceDeps) {
    this.#store = store;
    this.#releases = releases;
    this.#watch = watch;
  }

  /** What was stored a moment ago is in it; whether it is a regression is found out meanwhile. */
  async list(filter: ReleaseFilter, page: PageRequest, nowMs: number): Promise<Page<ListedRelease>> {
    const { projectId, environmentId } = filter;
    await this.#watch.look({ projectId, environmentId });
    this.#watch.judgeSoon({ projectId, environmentId });
    const { rows, nextCursor } = await this.#releases.list(filter, page);
    return { rows: await this.#withNumbers({ projectId, environmentId }, rows, nowMs), nextCursor };
  }

  async describe(release: Release, nowMs: number): Promise<ListedRelease> {
    const { projectId, environmentId } = release;
    const [listed] = await this.#withNumbers({ projectId, environmentId }, [release], nowMs);
    if (listed === undefined) throw new Error('One release is described by one');
    return listed;
  }

  /** For anyone who wrote it: what was written is said, whether or not the store can be asked. */
  async describeWritten(release: Release, nowMs: number): Promise<ListedRelease> {
    try {
      return await this.describe(release, nowMs);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return { release, numbers: null, adoptionPct: null };
    }
  }

  /** Undefined when nothing was ever sent by it. */
  async health(release: Release, windowMs: number, nowMs: number): Promise<WindowHealth | undefined> {
    const { projectId, environmentId } = release;
    const scope = { projectId, environmentId };
    const [fromMs, toMs] = [nowMs - windowMs, nowMs];
    const inWindow = await NumbersByRelease.of(this.#store, scope, fromMs, toMs);
    const numbers = inWindow.find(release);
    if (isNothing(numbers)) {
      const ever = await NumbersByRelease.of(this.#store, scope, 0, nowMs + DAY_MS);
      if (isNothing(ever.find(release))) return undefined;
    }
    const before = await this.#releases.before(projectId, release.id);
    const previous = before === undefined ? null : { release: before, numbers: inWindow.find(before) };
    return { numbers, fromMs, toMs, previous };
  }

  async #withNumbers(scope: Scope, releases: readonly Release[], nowMs: number): Promise<readonly ListedRelease[]> {
    if (releases.length === 0) return [];
    const [ofMonth, ofDay] = [lastDays(RELEASE_DAYS, nowMs), lastDays(1, nowMs)];
    const [month, day] = await Promise.all([
      NumbersByRelease.of(this.#store, scope, ofMonth.fromMs, ofMonth.toMs),
      NumbersByRelease.ofSessions(this.#store, scope, ofDay.fromMs, ofDay.toMs),
    ]);
    return releases.map((release) => {
      const all = day.sessionsOn(release.platform);
      const share = all === 0 ? null : (day.find(release).sessions / all) * 100;
      return { release, numbers: month.find(release), adoptionPct: share && Math.round(share * 100) / 100 };
    });
  }
}

const isNothing = ({ sessions, requests }: ReleaseNumbers): boolean => sessions === 0 && requests === 0;
