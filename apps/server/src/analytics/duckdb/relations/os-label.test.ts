import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchRecord, eventsRecord, receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { sessionHealthQuery } from '../../../features/crashes/queries/session-health.ts';
import { performanceSummaryQuery } from '../../../features/performance/queries/performance.ts';

const timestamp = new Date(receivedAtMs - 3_600_000).toISOString();

/** What a device says of itself in events, and what its label is in events, and in metrics and crashes. */
const devices: Readonly<
  Record<string, readonly [device: Readonly<Record<string, string>>, string | null, string | null]>
> = {
  phone: [{ platform: 'ios', os_name: 'iOS', os_version: '26.1' }, 'iOS 26.1', 'iOS 26.1'],
  shouting: [{ platform: 'IOS', os_version: '26.1' }, 'iOS 26.1', 'iOS 26.1'],
  tablet: [{ platform: 'ios', os_name: 'iPadOS', os_version: '26.1' }, 'iOS 26.1', 'iOS 26.1'],
  robot: [{ platform: 'android', os_name: 'android', os_version: '16' }, 'Android 16', 'Android 16'],
  grouping: [{ platform: 'macos', os_name: 'Mac OS X', os_version: '26' }, 'macOS 26', 'macOS 26'],
  fridge: [{ platform: 'fridge', os_version: '3' }, 'fridge 3', 'fridge 3'],
  nameless: [{ platform: '', os_version: '3' }, '3', '3'],
  browser: [{ platform: 'web', os_name: 'windows', os_version: '11' }, 'Windows 11', 'web 11'],
  unversioned: [{ platform: 'web', os_name: 'FreeBSD', os_version: '' }, 'FreeBSD', null],
  silent: [{ platform: 'ios' }, null, null],
};

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
  const entries = Object.entries(devices);
  await store.load(
    eventsRecord(
      ...entries.map(([name, [device]]) => ({
        event: 'tap',
        timestamp,
        context: { device, session: { id: `event-${name}` }, app: { version: `event-${name}` } },
      })),
    ),
    ...entries.flatMap(([name, [{ os_name: _, ...flat }]], at) => [
      batchRecord(
        {
          batch: [{ metric_type: 'span', metric_name: name, value_ms: 1, timestamp }],
          context: { ...flat, session_id: `metric-${name}`, app_version: `metric-${name}` },
        },
        { kind: 'metrics' },
      ),
      batchRecord(
        {
          crash_id: `018f2f6e-7c1a-7000-8000-${String(at).padStart(12, '0')}`,
          timestamp,
          ...flat,
          session_id: `crash-${name}`,
          app_version: `crash-${name}`,
        },
        { kind: 'crash' },
      ),
    ]),
  );
});
afterAll(() => store.close());

const range = { scope, fromMs: receivedAtMs - 7_200_000, toMs: receivedAtMs };

for (const [name, [, ofEvents, ofOthers]] of Object.entries(devices)) {
  test(`the system of the ${name} device has one spelling in every query`, async () => {
    const health = async (appVersion: string) => {
      const asked = { ...range, dimension: 'os', appVersion, limit: 10 } as const;
      return (await store.analytics.run(sessionHealthQuery, asked)).rows.map(({ value }) => value);
    };
    const { rows } = await store.analytics.run(performanceSummaryQuery, {
      ...range,
      filter: { metricName: name },
      breakdown: { kind: 'os' },
      rules: [{ ceiling: 1e6 }],
      page: { limit: 10 },
    });
    expect(rows.flatMap(({ values }) => values.map(({ value }) => value))).toEqual([ofOthers ?? '(none)']);
    expect(await health(`event-${name}`)).toEqual([ofEvents]);
    expect(await health(`metric-${name}`)).toEqual([ofOthers]);
    expect(await health(`crash-${name}`)).toEqual([ofOthers]);
  });
}
