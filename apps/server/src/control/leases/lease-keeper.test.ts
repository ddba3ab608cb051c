import { expect, test } from 'vitest';
import { LeaseKeeper, type LeasePreference } from './lease-keeper.ts';
import type { Fence, LeaseStore, SeenLease } from './lease-store.ts';

/** One lease in memory; `isDown` while it cannot be reached. */
class MemoryLeases implements LeaseStore {
  isDown = false;
  #lease: SeenLease | undefined;

  async find(): Promise<SeenLease | undefined> {
    this.#reach();
    return this.#lease;
  }

  async take(_name: string, holder: string, seen: SeenLease | undefined): Promise<number | undefined> {
    this.#reach();
    if (seen?.token !== this.#lease?.token || seen?.renewals !== this.#lease?.renewals) return undefined;
    this.#lease = { holder, token: (seen?.token ?? 0) + 1, renewals: 0 };
    return this.#lease.token;
  }

  async renew({ token }: Fence): Promise<boolean> {
    this.#reach();
    if (this.#lease?.token !== token || this.#lease.holder === null) return false;
    this.#lease = { ...this.#lease, renewals: this.#lease.renewals + 1 };
    return true;
  }

  async giveBack({ token }: Fence): Promise<boolean> {
    this.#reach();
    if (this.#lease?.token !== token) return false;
    this.#lease = { ...this.#lease, holder: null };
    return true;
  }

  #reach(): void {
    if (this.isDown) throw new Error('down');
  }
}

function twoEdges() {
  const leases = new MemoryLeases();
  let nowMs = 0;
  const edge = (holder: string, preference?: () => LeasePreference) => {
    const keeper = new LeaseKeeper({
      leases,
      holder,
      lapsesAfterMs: 600,
      monotonicMs: () => nowMs,
      onFailure: () => undefined,
    });
    return { keeper, lease: keeper.of('job', preference) };
  };
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { leases, edge, pass };
}

test('one of two has it, for as long as it renews', async () => {
  const { edge, pass } = twoEdges();
  const [a, b] = [edge('a'), edge('b')];
  for (let round = 0; round < 20; round += 1) {
    await a.keeper.round();
    await b.keeper.round();
    expect([a.lease.isHeld, b.lease.isHeld]).toEqual([true, false]);
    pass(150);
  }
});

test('the other one has it once it was not renewed for a while, never both, and with a larger token', async () => {
  const { edge, pass } = twoEdges();
  const [a, b] = [edge('a'), edge('b')];
  await a.keeper.round();
  const before = a.lease.fence?.token ?? 0;
  for (let round = 0; round < 12 && !b.lease.isHeld; round += 1) {
    await b.keeper.round();
    expect(a.lease.isHeld && b.lease.isHeld).toBe(false);
    pass(150);
  }
  expect(b.lease.fence?.token).toBeGreaterThan(before);
  expect(a.lease.fence).toBeUndefined();
  // The one that was stopped goes on, finds that it has lost it, and waits.
  await a.keeper.round();
  await a.keeper.round();
  expect([a.lease.isHeld, b.lease.isHeld]).toEqual([false, true]);
});

test('one that cannot be renewed is not trusted, and is held again when it can', async () => {
  const { leases, edge, pass } = twoEdges();
  const a = edge('a');
  await a.keeper.round();
  leases.isDown = true;
  pass(599);
  await expect(a.keeper.round()).rejects.toThrow('down');
  expect(a.lease.isHeld).toBe(true);
  pass(1);
  expect(a.lease.isHeld).toBe(false);
  leases.isDown = false;
  await a.keeper.round();
  expect(a.lease.isHeld).toBe(true);
});

test('an edge that stops gives it back, and one that was killed has it again at once', async () => {
  const { edge } = twoEdges();
  const [a, b] = [edge('a'), edge('b')];
  await a.keeper.round();
  const again = edge('a');
  await again.keeper.round();
  expect(again.lease.isHeld).toBe(true);
  await again.keeper.stop();
  expect(again.lease.isHeld).toBe(false);
  await b.keeper.round();
  expect(b.lease.isHeld).toBe(true);
});

test('one that should leave it gives it back, and one that should wait takes it when nobody else does', async () => {
  const { edge, pass } = twoEdges();
  const preferences: Record<'a' | 'b', LeasePreference> = { a: 'take', b: 'wait' };
  const [a, b] = [edge('a', () => preferences.a), edge('b', () => preferences.b)];
  const round = async (): Promise<void> => {
    await a.keeper.round();
    await b.keeper.round();
    pass(150);
  };
  await round();
  expect([a.lease.isHeld, b.lease.isHeld]).toEqual([true, false]);
  preferences.a = 'leave';
  await round();
  expect([a.lease.isHeld, b.lease.isHeld]).toEqual([false, false]);
  for (let rounds = 0; rounds < 5; rounds += 1) await round();
  expect([a.lease.isHeld, b.lease.isHeld]).toEqual([false, true]);
  // Waiting is no reason to give it back.
  preferences.a = 'take';
  for (let rounds = 0; rounds < 10; rounds += 1) await round();
  expect([a.lease.isHeld, b.lease.isHeld]).toEqual([false, true]);
});
