import { createGuard, type Measurement } from '@lamppost/sdk-core';
import { seededRandom } from '@lamppost/sdk-core/testing';
import { describe, expect, test } from 'vitest';
import { measureFrames } from './measure-frames.ts';
import { createMockHost } from './mock/create-mock-host.ts';
import { SteppedTime } from './testing/stepped-time.ts';
import { VirtualPhone } from './testing/virtual-phone.ts';

const second = 1_000;
const minute = 60_000;

interface SeenMetric {
  readonly metric_type: string;
  readonly metric_name: string;
  readonly value_ms: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

const seen = (phone: VirtualPhone, type: string): SeenMetric[] =>
  ([...phone.server.metrics.values()] as unknown as SeenMetric[]).filter(({ metric_type }) => metric_type === type);
const named = (phone: VirtualPhone, name: string): SeenMetric[] =>
  seen(phone, 'frames').filter(({ metric_name }) => metric_name === name);

describe('frames', () => {
  test('are counted by screen, and those that were late are reported one by one', async () => {
    const phone = new VirtualPhone();
    const app = phone.launch({ frames: 1 });
    await phone.clock.advance(second);
    app.client.screen('Home');
    await phone.clock.advance(2 * second);
    app.client.screen('List');
    for (const tookMs of [30, 800]) {
      await phone.clock.advance(500);
      app.host.global.requestAnimationFrame?.(() => phone.block(tookMs));
    }
    await phone.clock.advance(500);
    app.host.become('background');
    await phone.clock.advance(minute);
    const summaries = named(phone, 'frame_summary');
    expect(summaries.map(({ attributes }) => attributes?.screen)).toEqual([undefined, 'Home', 'List']);
    expect(summaries[1]?.value_ms).toBeGreaterThanOrEqual(118);
    expect(summaries[1]?.value_ms).toBeLessThanOrEqual(121);
    expect(named(phone, 'slow_frame')).toMatchObject([{ attributes: { screen: 'List' } }]);
    expect(named(phone, 'frozen_frame')).toMatchObject([{ attributes: { screen: 'List' } }]);
    expect(named(phone, 'slow_frame')[0]?.value_ms).toBeGreaterThanOrEqual(30);
    expect(named(phone, 'frozen_frame')[0]?.value_ms).toBeGreaterThanOrEqual(800);
  });

  test('are looked at a tenth of the time, and the share of late ones is right all the same', () => {
    const rates = [1, 0.1].map((share) => {
      const time = new SteppedTime();
      const host = createMockHost({ now: () => time.nowMs, later: (ms, task) => time.later(ms, task) });
      const counts: Record<string, number> = {};
      const measure = ({ name, value }: Measurement): void => {
        counts[name] = (counts[name] ?? 0) + (name === 'frame_summary' ? value : 1);
      };
      const random = seededRandom(11);
      const draw = (): void => {
        time.nowMs += random() < 0.2 ? 40 + random() * 60 : 1;
        host.global.requestAnimationFrame?.(draw);
      };
      draw();
      const meter = measureFrames(host, {
        share,
        measure,
        screen: () => undefined,
        later: (...args) => time.later(...args),
        guard: createGuard(console.error),
      });
      time.run(20 * minute);
      meter.stop();
      const { frame_summary = 0, slow_frame = 0 } = counts;
      return { frames: frame_summary, rate: slow_frame / frame_summary };
    });
    const [all, tenth] = rates as [(typeof rates)[0], (typeof rates)[0]];
    expect(tenth.frames / all.frames).toBeGreaterThan(0.08);
    expect(tenth.frames / all.frames).toBeLessThan(0.13);
    expect(all.rate).toBeGreaterThan(0.15);
    // Of 4,000 frames a fifth: a deviation of 0.0065.
    expect(Math.abs(tenth.rate - all.rate)).toBeLessThan(5 * 0.0065);
  });

  test('of an app that nobody looks at are not asked for', async () => {
    const phone = new VirtualPhone();
    const { host } = phone.launch({ frames: 1, startup: false });
    await phone.clock.advance(second);
    let asked = 0;
    const { requestAnimationFrame } = host.global;
    host.global.requestAnimationFrame = (task) => {
      asked += 1;
      return requestAnimationFrame?.(task) ?? 0;
    };
    host.become('inactive');
    await phone.clock.advance(minute);
    expect(asked).toBe(0);
    host.become('background');
    await phone.clock.advance(minute);
    expect(asked).toBe(0);
    host.become('active');
    await phone.clock.advance(second);
    expect(asked).toBeGreaterThan(50);
    expect(named(phone, 'frozen_frame')).toEqual([]);
  });

  test('are not looked at with `frames: false`', async () => {
    const phone = new VirtualPhone();
    const { host } = phone.launch({ frames: false });
    await phone.clock.advance(minute);
    host.become('background');
    await phone.clock.advance(minute);
    expect(seen(phone, 'frames')).toEqual([]);
  });
});

describe('stalls', () => {
  test('of a second and more are reported with their screen, from five on as hangs', async () => {
    const phone = new VirtualPhone();
    const { client } = phone.launch();
    client.screen('Import');
    await phone.clock.advance(second);
    for (const blockedMs of [300, 2_000, 7_000, 120_000]) {
      phone.block(blockedMs);
      await phone.clock.advance(2 * second);
    }
    await phone.clock.advance(minute);
    const stalls = seen(phone, 'anr');
    expect(stalls.map(({ metric_name, attributes }) => [metric_name, attributes])).toEqual([
      ['stall', { screen: 'Import' }],
      ['anr_detected', { screen: 'Import' }],
    ]);
    expect(stalls[0]?.value_ms).toBeGreaterThan(1_400);
    expect(stalls[0]?.value_ms).toBeLessThanOrEqual(2_000);
    expect(stalls[1]?.value_ms).toBeGreaterThan(6_400);
  });

  test('are not what an app in the background, or one that is told not to look, has', async () => {
    for (const options of [{}, { stalls: false }]) {
      const phone = new VirtualPhone();
      const { host } = phone.launch(options);
      await phone.clock.advance(second);
      if (options.stalls !== false) host.become('background');
      phone.block(8_000);
      await phone.clock.advance(minute);
      if (options.stalls !== false) host.become('active');
      await phone.clock.advance(minute);
      expect(seen(phone, 'anr')).toEqual([]);
    }
  });
});

describe('a cold start', () => {
  test('is reported once, from the beginning of the app to its first frames', async () => {
    const phone = new VirtualPhone();
    const { client } = phone.launch({}, { startedAgoMs: 1_200 });
    await phone.clock.advance(minute);
    client.started();
    await phone.clock.advance(minute);
    const [start, ...more] = seen(phone, 'startup');
    expect(more).toEqual([]);
    expect(start).toMatchObject({ metric_name: 'cold_start' });
    expect(start?.value_ms).toBeGreaterThan(1_200);
    expect(start?.value_ms).toBeLessThan(1_240);
  });

  test('lasts until the app says that it can be used', async () => {
    const phone = new VirtualPhone();
    const { client } = phone.launch({ startup: 'manual' }, { startedAgoMs: 1_200 });
    await phone.clock.advance(800);
    client.started();
    client.started();
    await phone.clock.advance(minute);
    expect(seen(phone, 'startup').map(({ value_ms }) => value_ms)).toEqual([2_000]);
  });

  const untold: [string, Parameters<VirtualPhone['launch']>][] = [
    ['in the background', [{}, { state: 'background' }]],
    ['of a process that was ready long before', [{}, { startedAgoMs: 300_000 }]],
    ['where nobody knows when it began', [{}, { startedAgoMs: null }]],
    ['of an app that does not want it', [{ startup: false }, {}]],
  ];
  test.each(untold)('%s is not reported', async (_, [options, host]) => {
    const phone = new VirtualPhone();
    phone.launch(options, host);
    await phone.clock.advance(minute);
    expect(seen(phone, 'startup')).toEqual([]);
  });
});
