import { expect, test } from 'vitest';
import { createCore } from './create-core.ts';
import { ScriptedServer, seededRandom, TestDevice, testKey, VirtualClock } from './testing/index.ts';

const clients = process.env.LP_TORTURE === 'long' ? 2_000 : 1_000;
const second = 1_000;
/** Three times what arrives in a busy second while all is well. */
const capacityPerSecond = 0.13 * clients;

/** What arrives at a server that answers `capacityPerSecond` requests and sends the rest away, by second. */
class BusyServer extends ScriptedServer {
  readonly arrivals = new Map<number, number>();
  isDown = false;
  sentAway = 0;

  constructor(clock: VirtualClock) {
    super(clock);
    this.fault = () => {
      const slot = Math.floor(clock.nowMs / second);
      const count = (this.arrivals.get(slot) ?? 0) + 1;
      this.arrivals.set(slot, count);
      if (this.isDown) return 'network';
      if (count <= capacityPerSecond) return undefined;
      this.sentAway += 1;
      return 503;
    };
  }

  /** Arrivals in each second since then. */
  since(fromMs: number): number[] {
    const from = Math.floor(fromMs / second);
    return [...this.arrivals].filter(([slot]) => slot >= from).map(([, count]) => count);
  }
}

test(`${clients.toLocaleString('en')} clients do not bring a server down again after a minute without it`, async () => {
  const clock = new VirtualClock();
  const server = new BusyServer(clock);
  const random = seededRandom(7);
  const cores = Array.from({ length: clients }, (_, index) => {
    const platform = new TestDevice(clock, server, index + 1).launch({ isAlone: true });
    const made: { core?: ReturnType<typeof createCore>; tracked: number } = { tracked: 0 };
    const live = (): void => {
      made.core ??= createCore({ platform, options: { key: testKey, url: 'http://lamppost.test' }, plugins: [] });
      made.core.client.track('tick');
      made.tracked += 1;
      if (clock.nowMs < endOfTrackingMs) clock.later(20 * second + random() * 20 * second, live);
    };
    clock.later(random() * 30 * second, live);
    return made;
  });
  const endOfTrackingMs = clock.nowMs + 180 * second;

  await clock.advance(90 * second);
  const calm = server.since(clock.nowMs - 30 * second);
  server.isDown = true;
  // The worst case: all of them fail in the same moment, as after a push message.
  for (const { core } of cores) for (let index = 0; index < 20; index += 1) core?.client.track('pushed');
  await clock.advance(60 * second);
  server.isDown = false;
  const recoveredMs = clock.nowMs;
  await clock.advance(150 * second);

  const after = server.since(recoveredMs);
  const usual = Math.max(...calm);
  const peak = Math.max(...after);
  const tracked = cores.reduce((sum, core) => sum + core.tracked, 0);
  process.stdout.write(
    `recovery: ${clients} clients, busiest second before ${usual}, after ${peak} (capacity ${capacityPerSecond}, sent away ${server.sentAway})\n`,
  );
  expect(server.named('tick')).toHaveLength(tracked);
  expect(server.named('pushed')).toHaveLength(20 * clients);
  expect(peak).toBeLessThan(capacityPerSecond);
}, 120_000);
