import { expect, test } from 'vitest';
import type { LimitWindow, RateLimiter } from './rate-limiter.ts';

export interface LimiterUnderTest {
  readonly limiter: RateLimiter;
  /** Lets time go by, as a steady clock counts it. */
  pass(seconds: number): void | Promise<void>;
}

const requests: LimitWindow = { name: 'requests', limit: 60, windowSeconds: 60 };
const minute: LimitWindow = { name: 'events', limit: 1000, windowSeconds: 60 };
const day: LimitWindow = { name: 'events-day', limit: 1500, windowSeconds: 86_400 };

/** Each test takes a limiter that has counted nothing yet. */
export function rateLimiterContract(create: () => LimiterUnderTest | Promise<LimiterUnderTest>): void {
  test('the 61st of 60 requests is the first refused', async () => {
    const { limiter } = await create();
    for (let count = 1; count <= 60; count += 1) expect((await limiter.spend('p', [requests], 1)).isAllowed).toBe(true);
    const refused = await limiter.spend('p', [requests], 1);
    expect(refused).toMatchObject({ isAllowed: false, retryAfterSeconds: 60 });
    expect(refused.states[0]).toMatchObject({ used: 60, limit: 60 });
  });

  test('a window begins with the first spending and ends after its length', async () => {
    const { limiter, pass } = await create();
    await limiter.spend('p', [requests], 60);
    await pass(59);
    expect(await limiter.spend('p', [requests], 1)).toMatchObject({ isAllowed: false, retryAfterSeconds: 1 });
    await pass(1);
    expect((await limiter.spend('p', [requests], 1)).isAllowed).toBe(true);
  });

  test('anyone who waits as told is served', async () => {
    const { limiter, pass } = await create();
    await limiter.spend('p', [minute], 900);
    await pass(12.3);
    const refused = await limiter.spend('p', [minute], 200);
    expect(refused.isAllowed).toBe(false);
    await pass(refused.retryAfterSeconds);
    expect((await limiter.spend('p', [minute], 200)).isAllowed).toBe(true);
  });

  test('what does not fit one of two windows spends nothing of either', async () => {
    const { limiter, pass } = await create();
    await limiter.spend('p', [minute, day], 1000);
    await pass(60);
    const refused = await limiter.spend('p', [minute, day], 600);
    expect(refused.isAllowed).toBe(false);
    expect(refused.retryAfterSeconds).toBe(86_400 - 60);
    expect((await limiter.spend('p', [minute, day], 500)).isAllowed).toBe(true);
  });

  test('projects and names do not touch each other', async () => {
    const { limiter } = await create();
    await limiter.spend('p', [requests], 60);
    expect((await limiter.spend('q', [requests], 1)).isAllowed).toBe(true);
    expect((await limiter.spend('p', [minute], 1)).isAllowed).toBe(true);
  });

  test('looking does not begin a window', async () => {
    const { limiter, pass } = await create();
    await limiter.look('p', [minute]);
    await pass(30);
    expect((await limiter.spend('p', [minute], 1)).states[0]).toMatchObject({ used: 1, resetsInSeconds: 60 });
  });

  test('looking spends nothing', async () => {
    const { limiter } = await create();
    await limiter.spend('p', [minute], 7);
    const [state] = await limiter.look('p', [minute]);
    expect(state).toMatchObject({ used: 7, limit: 1000, resetsInSeconds: 60 });
    expect((await limiter.look('p', [minute]))[0]?.used).toBe(7);
  });

  test('what arrives together is counted one by one', async () => {
    const { limiter } = await create();
    const decisions = await Promise.all(Array.from({ length: 100 }, () => limiter.spend('p', [requests], 1)));
    expect(decisions.filter(({ isAllowed }) => isAllowed)).toHaveLength(60);
    expect(decisions.map(({ states }) => states[0]?.used).toSorted((a = 0, b = 0) => a - b)).toEqual([
      ...Array.from({ length: 60 }, (_, at) => at + 1),
      ...Array(40).fill(60),
    ]);
  });

  test('a limit that is changed holds from the next spending on, in the window that runs', async () => {
    const { limiter } = await create();
    await limiter.spend('p', [requests], 60);
    expect((await limiter.spend('p', [{ ...requests, limit: 61 }], 1)).isAllowed).toBe(true);
    expect(await limiter.spend('p', [{ ...requests, limit: 10 }], 1)).toMatchObject({
      isAllowed: false,
      retryAfterSeconds: 60,
    });
  });

  test('a cost above the limit itself is refused, and leaves all of it', async () => {
    const { limiter } = await create();
    expect(await limiter.spend('p', [minute], 1001)).toMatchObject({ isAllowed: false, retryAfterSeconds: 60 });
    expect((await limiter.spend('p', [minute], 1000)).isAllowed).toBe(true);
  });
}
