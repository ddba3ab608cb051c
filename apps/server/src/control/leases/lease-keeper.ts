import { IntervalTask } from '../../telemetry/interval-task.ts';
import type { Lease } from './lease.ts';
import type { Fence, LeaseStore, SeenLease } from './lease-store.ts';

export interface LeaseKeeperDeps {
  readonly leases: LeaseStore;
  /** This edge. A lease that it held before it was restarted is its own again at once. */
  readonly holder: string;
  /** A lease that has not been renewed for this long may be taken by others, and is not trusted by its holder. */
  readonly lapsesAfterMs?: number;
  readonly everyMs?: number;
  readonly onChange?: (name: string, isHeld: boolean) => void;
  readonly onFailure: (error: unknown) => void;
  /** Goes on while the process is stopped, and is never set. */
  readonly monotonicMs?: () => number;
}

/**
 * `take`: wherever it is free. `wait`: only when nobody else has taken it for a while, but keep it. `leave`: to others, also
 * if it is held.
 */
export type LeasePreference = 'take' | 'wait' | 'leave';

interface Seen {
  readonly lease: SeenLease;
  readonly sinceMs: number;
}

class KeptLease implements Lease {
  readonly #monotonicMs: () => number;
  readonly preference: () => LeasePreference;
  held: Fence | undefined;
  heldUntilMs = 0;
  seen: Seen | undefined;

  constructor(monotonicMs: () => number, preference: () => LeasePreference) {
    this.#monotonicMs = monotonicMs;
    this.preference = preference;
  }

  get isHeld(): boolean {
    return this.fence !== undefined;
  }

  get fence(): Fence | undefined {
    return this.#monotonicMs() < this.heldUntilMs ? this.held : undefined;
  }
}

/**
 * Takes, renews and gives back the leases of this process. A holder that is stopped for a while has lost them when it
 * goes on; should it still write something, the fence stops that.
 */
export class LeaseKeeper {
  readonly #deps: LeaseKeeperDeps;
  readonly #lapsesAfterMs: number;
  readonly #monotonicMs: () => number;
  readonly #kept = new Map<string, KeptLease>();
  #rounds: IntervalTask | undefined;

  constructor(deps: LeaseKeeperDeps) {
    this.#deps = deps;
    this.#lapsesAfterMs = deps.lapsesAfterMs ?? 6_000;
    this.#monotonicMs = deps.monotonicMs ?? (() => performance.now());
  }

  /** Taken from the next round on, as `preference` says at that time. */
  of(name: string, preference: () => LeasePreference = () => 'take'): Lease {
    const lease = this.#kept.get(name) ?? new KeptLease(this.#monotonicMs, preference);
    this.#kept.set(name, lease);
    return lease;
  }

  start(): void {
    const { everyMs = this.#lapsesAfterMs / 4, onFailure } = this.#deps;
    this.#rounds = new IntervalTask(everyMs, () => this.round(), onFailure);
    void this.#rounds.now();
  }

  async stop(): Promise<void> {
    await this.#rounds?.stop();
    for (const lease of this.#kept.values()) await this.#giveBack(lease).catch(this.#deps.onFailure);
  }

  /** To be called now and then, one call after the other. */
  async round(): Promise<void> {
    for (const [name, lease] of this.#kept) {
      const [wasHeld, preference] = [lease.isHeld, lease.preference()];
      if (preference === 'leave') await this.#giveBack(lease);
      else if (lease.held === undefined) await this.#tryToTake(name, lease, preference);
      else await this.#renew(lease, lease.held);
      if (wasHeld !== lease.isHeld) this.#deps.onChange?.(name, lease.isHeld);
    }
  }

  async #renew(lease: KeptLease, held: Fence): Promise<void> {
    const startedMs = this.#monotonicMs();
    if (await this.#deps.leases.renew(held)) this.#hold(lease, held, startedMs);
    else lease.held = undefined;
  }

  async #giveBack(lease: KeptLease): Promise<void> {
    const { held } = lease;
    lease.held = undefined;
    if (held !== undefined) await this.#deps.leases.giveBack(held);
  }

  async #tryToTake(name: string, lease: KeptLease, preference: LeasePreference): Promise<void> {
    const { leases, holder } = this.#deps;
    const startedMs = this.#monotonicMs();
    const found = await leases.find(name);
    const isFree = found === undefined || found.holder === holder || (found.holder === null && preference === 'take');
    if (!isFree && !this.#hasLapsed(lease, found, startedMs)) return;
    const token = await leases.take(name, holder, found);
    if (token !== undefined) this.#hold(lease, { name, token }, startedMs);
  }

  #hasLapsed(lease: KeptLease, found: SeenLease, nowMs: number): boolean {
    const { seen } = lease;
    const isSame = seen?.lease.token === found.token && seen.lease.renewals === found.renewals;
    if (!isSame) lease.seen = { lease: found, sinceMs: nowMs };
    return isSame && nowMs - seen.sinceMs >= this.#lapsesAfterMs;
  }

  /** Counted from before it was asked for: the others count from when they saw it. */
  #hold(lease: KeptLease, fence: Fence, startedMs: number): void {
    lease.held = fence;
    lease.heldUntilMs = startedMs + this.#lapsesAfterMs;
  }
}
