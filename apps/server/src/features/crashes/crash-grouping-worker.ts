import { type AnalyticsStore, StoreUnavailable } from '../../analytics/analytics-store.ts';
import type { Scope } from '../../edge/scope.ts';
import type { CrashGrouper, UngroupedReport } from './crash-grouper.ts';
import type { ExpiredDescriptions } from './expired-descriptions.ts';
import { LATEST_RULE } from './grouping/grouping-rules.ts';
import { crashGroupsQuery, crashReportsQuery, ungroupedCrashesQuery } from './queries/crash-groups.ts';

export interface AcceptedCrash extends Scope {
  readonly crashId: string;
  readonly happenedAtMs: number;
  readonly receivedAtMs: number;
  readonly report: Buffer;
}

export interface CrashDeskOptions {
  readonly grouper: CrashGrouper;
  readonly store: AnalyticsStore;
  /** Every environment there is. */
  readonly scopes: () => readonly Scope[];
  /** What was received before this has expired; undefined where everything is kept. */
  readonly expiredBeforeMs: (scope: Scope) => number | undefined;
  readonly descriptions: ExpiredDescriptions;
  /** Whether this process is the one that looks for what was left over. What it accepts itself, it groups. */
  readonly isHere?: () => boolean;
  readonly onTrouble: (error: unknown) => void;
  readonly sweepMs?: number;
}

const MAX_WAITING = 2_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
const BATCH = 100;
const PAGE = 100;
/** What is younger is on its way: in this queue, in the log, or being loaded. */
const ON_ITS_WAY_MS = 15_000;
/** Symbols are looked at again for reports of the last weeks; a new rule holds for all. */
const SYMBOLS_REACH_MS = 30 * 86_400_000;
const PAUSE_MS = 20;
const RETRY_MS = 5_000;

/**
 * Groups reports after they have been acknowledged. A report that waits here is on disk already: what the queue cannot
 * hold, or a kill takes away, is found in the store and grouped later, and so is what was grouped by an older rule or with
 * other symbols.
 */
export class CrashGroupingWorker {
  readonly #options: CrashDeskOptions;
  readonly #sweepMs: number;
  readonly #startedAtMs = Date.now();
  #waiting: AcceptedCrash[] = [];
  #waitingBytes = 0;
  #work: Promise<void> | undefined;
  #sweep: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** At a start the store is still reading what was left in the log: a second look follows soon. */
  #isBehind = true;
  #isSweeping = false;
  /** When this process began to look for what was left over. */
  #sweepingSinceMs: number | undefined;
  #hasFoundLost = false;
  #isStopped = false;

  constructor(options: CrashDeskOptions) {
    this.#options = options;
    this.#sweepMs = options.sweepMs ?? 300_000;
  }

  start(): void {
    this.#plan(Math.min(1_000, this.#sweepMs));
  }

  accept(crash: AcceptedCrash): void {
    const isFull = this.#waiting.length >= MAX_WAITING || this.#waitingBytes + crash.report.length > MAX_WAITING_BYTES;
    if (isFull || this.#isStopped) {
      this.#fallBehind();
      return;
    }
    this.#waiting.push(crash);
    this.#waitingBytes += crash.report.length;
    this.#work ??= this.#groupWaiting().finally(() => {
      this.#work = undefined;
    });
  }

  /** Groups everything that the store has and that is not grouped as it should be. */
  async sweep(): Promise<void> {
    for (const scope of this.#options.scopes()) {
      await this.#sweepScope(scope);
      const expiredBeforeMs = this.#options.expiredBeforeMs(scope);
      if (expiredBeforeMs !== undefined) await this.#options.descriptions.replace(scope, expiredBeforeMs);
    }
    if (this.#hasFoundLost) return;
    for (const scope of this.#options.scopes()) await this.#findLost(scope);
    this.#hasFoundLost = true;
  }

  /** Lets what is being done end; what waits is found at the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#waiting = [];
    await Promise.all([this.#work, this.#sweep]);
  }

  async #groupWaiting(): Promise<void> {
    // Reports of the same moment are one batch.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH);
      this.#waitingBytes -= batch.reduce((sum, { report }) => sum + report.length, 0);
      const environmentIds = new Set(batch.map(({ environmentId }) => environmentId));
      for (const id of environmentIds)
        await this.#groupCrashes(batch.filter(({ environmentId }) => environmentId === id));
    }
  }

  async #groupCrashes(crashes: readonly AcceptedCrash[]): Promise<void> {
    const [first] = crashes;
    if (first === undefined) return;
    const { projectId, environmentId } = first;
    try {
      const reports = crashes.map(({ report, ...crash }): UngroupedReport => {
        return { ...crash, reportJson: report, fingerprint: null };
      });
      await this.#options.grouper.group({ projectId, environmentId }, reports);
    } catch (error) {
      this.#fallBehind();
      if (!this.#isStopped) this.#options.onTrouble(error);
    }
  }

  /** What was left over is looked for as soon as it can be found. */
  #fallBehind(): void {
    const wasBehind = this.#isBehind;
    this.#isBehind = true;
    if (!wasBehind && !this.#isSweeping) this.#plan(Math.min(ON_ITS_WAY_MS + PAUSE_MS, this.#sweepMs));
  }

  async #sweepScope(scope: Scope): Promise<void> {
    const { grouper, store } = this.#options;
    // What came before this process is not in its queue.
    const beforeMs = Math.max(Date.now() - ON_ITS_WAY_MS, this.#startedAtMs);
    let cursor: string | null | undefined;
    while (cursor !== null && !this.#isStopped) {
      const { rows, nextCursor } = await store.run(ungroupedCrashesQuery, {
        scope,
        rule: LATEST_RULE,
        symbols: await grouper.symbolsVersion(scope.projectId),
        symbolsSinceMs: beforeMs - SYMBOLS_REACH_MS,
        beforeMs,
        page: { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
      });
      await grouper.group(scope, rows);
      cursor = nextCursor;
      // New reports first.
      await this.#work;
      if (cursor !== null) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /**
   * Groups that the log speaks of and the control plane does not know, as after an older copy of it was put back: one of
   * their reports is grouped again, which makes the group. Looked for once after a start.
   */
  async #findLost(scope: Scope): Promise<void> {
    const { grouper, store } = this.#options;
    const nowMs = Date.now();
    const query = { scope, selection: { aliases: [] }, fromMs: 0, toMs: nowMs, sort: 'last_seen', nowMs } as const;
    let cursor: string | null | undefined;
    while (cursor !== null && !this.#isStopped) {
      const page = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
      const { rows, nextCursor } = await store.run(crashGroupsQuery, { ...query, page });
      const fingerprints = rows.map(({ fingerprint }) => fingerprint);
      for (const lost of await grouper.unknownOf(scope, fingerprints)) {
        const newest = await store.run(crashReportsQuery, { scope, fingerprints: [lost], page: { limit: 1 } });
        await grouper.group(
          scope,
          newest.rows.map((row) => ({ ...row, fingerprint: null })),
        );
      }
      cursor = nextCursor;
    }
  }

  #plan(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#isSweeping = true;
      this.#sweep = this.#sweepAndPlan();
    }, afterMs).unref();
  }

  async #sweepAndPlan(): Promise<void> {
    const nextMs = await this.#sweepIfHere();
    this.#isSweeping = false;
    this.#plan(nextMs);
  }

  /** Gives when to look again. */
  async #sweepIfHere(): Promise<number> {
    if (this.#options.isHere?.() === false) {
      this.#sweepingSinceMs = undefined;
      return Math.min(RETRY_MS, this.#sweepMs);
    }
    this.#sweepingSinceMs ??= Date.now();
    // What the process before had in its queue is found when it is not on its way any more.
    const wasBehind = this.#isBehind || Date.now() - this.#sweepingSinceMs <= ON_ITS_WAY_MS;
    this.#isBehind = false;
    try {
      await this.sweep();
    } catch (error) {
      this.#isBehind = true;
      if (!this.#isStopped && !(error instanceof StoreUnavailable)) this.#options.onTrouble(error);
    }
    return wasBehind || this.#isBehind ? Math.min(RETRY_MS, this.#sweepMs) : this.#sweepMs;
  }
}
