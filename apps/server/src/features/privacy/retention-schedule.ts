import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@lamppost/protocol';
import type { EventLog } from '../../collect/event-log/event-log.ts';
import { expireRecord } from '../../collect/event-log/removal-records.ts';
import type { Scope } from '../../edge/scope.ts';
import type { PrivacyStore } from './privacy-store.ts';

export interface RetentionDeps {
  /** Environments of projects that do not keep their events for ever. */
  readonly bounded: () => readonly (Scope & { readonly retentionDays: number })[];
  readonly log: EventLog;
  readonly privacy: PrivacyStore;
  readonly forgetDevices: (environmentId: string, deviceIds: readonly string[]) => void;
  readonly onNotice: (message: string) => void;
  /** The two clocks; others in tests. */
  readonly wallMs?: () => number;
  readonly monotonicMs?: () => number;
}

/** Whole days in UTC: what was received before this has expired. */
export const expiredBefore = (nowMs: number, retentionDays: number): number =>
  Math.floor(nowMs / DAY_MS) * DAY_MS - retentionDays * DAY_MS;

/** A clock that runs ahead by more would expire what is still to be kept. */
const MAX_DRIFT_MS = 3_600_000;
const DEVICES_AT_A_TIME = 500;

/**
 * Lets expire, once a day, what is older than a project keeps: a record in the log for the store, and devices that were
 * not seen for as long. Whole days in UTC, by the time of receipt. What a stopped server has missed is made up for by
 * the next run, since a bound reaches everything before it.
 */
export class RetentionSchedule {
  readonly #deps: RetentionDeps;
  readonly #wallMs: () => number;
  readonly #monotonicMs: () => number;
  readonly #startedAt: { readonly wallMs: number; readonly monotonicMs: number };
  /** The bound that was carried out last, by environment. */
  readonly #done = new Map<string, number>();
  #isRunning = false;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
    this.#wallMs = deps.wallMs ?? Date.now;
    this.#monotonicMs = deps.monotonicMs ?? (() => performance.now());
    this.#startedAt = { wallMs: this.#wallMs(), monotonicMs: this.#monotonicMs() };
  }

  /** To be called now and then; does something only when a bound has moved. */
  async tick(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (const { retentionDays, ...scope } of this.#deps.bounded()) await this.#expire(scope, retentionDays);
    } finally {
      this.#isRunning = false;
    }
  }

  async #expire(scope: Scope, retentionDays: number): Promise<void> {
    const nowMs = this.#wallMs();
    const beforeMs = expiredBefore(nowMs, retentionDays);
    if (this.#done.get(scope.environmentId) === beforeMs) return;
    if (this.#isClockAhead(nowMs)) {
      this.#deps.onNotice('The clock jumped ahead: nothing expires until it is correct again or the server restarts');
      return;
    }
    await this.#deps.log.append(expireRecord(scope, randomUUID(), beforeMs, nowMs));
    await this.#forgetDevices(scope.environmentId, beforeMs);
    this.#done.set(scope.environmentId, beforeMs);
  }

  async #forgetDevices(environmentId: string, beforeMs: number): Promise<void> {
    for (;;) {
      const gone = await this.#deps.privacy.forgetUnseen(environmentId, beforeMs, DEVICES_AT_A_TIME);
      this.#deps.forgetDevices(environmentId, gone);
      if (gone.length < DEVICES_AT_A_TIME) return;
    }
  }

  #isClockAhead(nowMs: number): boolean {
    const passedMs = this.#monotonicMs() - this.#startedAt.monotonicMs;
    return nowMs > this.#startedAt.wallMs + passedMs + MAX_DRIFT_MS;
  }
}
