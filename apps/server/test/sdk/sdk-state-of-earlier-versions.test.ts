import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createLamppost, type UserContext } from '@lamppost/node';
import { DAY_MS } from '@lamppost/protocol';
import { createLamppostOn, createMockHost, createMockStorage } from '@lamppost/react-native/mock';
import {
  askConsent,
  captureErrors,
  correctClock,
  createCore,
  inspectClient,
  type Lamppost,
  measureMetrics,
  observeChanges,
} from '@lamppost/sdk-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { nodePlatform, storageOf } from '../harness/node-platform.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import type { EventRow } from '../harness/test-project.ts';
import { type SdkState, VersionFixture } from '../harness/version-fixture.ts';
import { VisitedSite } from '../harness/visited-site.ts';

interface DeviceStatus {
  readonly deviceId: string;
  readonly anonymousId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** The client in a page. */
declare const lamppost: Lamppost;

/** As it was then: of another app the server would be registered anew. */
const app = { version: '2.0.0', build: '200' };

describe.each(VersionFixture.versions)('what the SDKs of version %s have stored', { timeout: 180_000 }, (version) => {
  const fixture = new VersionFixture(version);
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ dataDir: await fixture.dataDirectory() });
    await server.waitForStore();
  });
  afterAll(async () => {
    await server.dispose();
    await fixture.dispose();
  });

  const options = () => ({ key: server.keys.publishable, url: server.url, app, flushMs: 50 });

  /** Before anything was answered, and from nowhere but the storage. */
  function expectRemembered(client: Lamppost, { status, flags, experiments }: SdkState<DeviceStatus>): void {
    const { queued, configVersion, deviceId, anonymousId, userId, sessionId } = status;
    expect(client.status()).toMatchObject({ configVersion, deviceId, anonymousId, userId, configSource: 'cache' });
    // A session that has begun since is reported, too.
    expect(client.status().queued - queued).toBe(client.status().sessionId === sessionId ? 0 : 1);
    expect(client.flags()).toEqual(flags);
    const found = Object.keys(experiments).map((key) => [key, client.inspect(key).variant]);
    expect(Object.fromEntries(found)).toEqual(experiments);
  }

  /** The process of a store of then may be renewed soon after its start (EXIT_RENEWED), and answers nothing meanwhile. */
  async function ask<T>(path: string): Promise<T> {
    let response = await server.send(path);
    await waitUntil(async () => {
      if (response.status === 503) response = await server.send(path);
      return response.status !== 503;
    });
    expect(response.status, response.text).toBe(200);
    return (JSON.parse(response.text) as { data: T }).data;
  }

  /** What waited is there, once, as it was tracked then. */
  async function expectDelivered({ queued, untilMs, status }: SdkState<{ deviceId?: string }>): Promise<void> {
    const { user_id, attributes, events, error, metric } = queued;
    const name = events[0]?.event ?? '';
    await server.waitForCount(events.length, `?event=${name}`);
    const rows = await ask<EventRow[]>(`/v1/events?event=${name}`);
    const inOrder = rows.toSorted((a, b) => Number(a.properties.at) - Number(b.properties.at));
    expect(inOrder.map(({ event, properties }) => ({ event, properties }))).toEqual(events);
    for (const row of rows) {
      expect(row).toMatchObject({ user_id, device_id: status.deviceId ?? null });
      expect(Math.abs(Date.parse(row.timestamp) - untilMs)).toBeLessThan(60_000);
    }
    if (attributes !== undefined)
      await waitUntil(async () => {
        const person = await ask<{ attributes: object }>(`/v1/people/${user_id}`);
        return JSON.stringify(person.attributes).includes('"queued":true');
      });
    const span = `from=${new Date(untilMs - DAY_MS).toISOString()}&to=${new Date(untilMs + DAY_MS).toISOString()}`;
    await waitUntil(async () => {
      const groups = await ask<{ title: string; reports: number }[]>(`/v1/crashes/groups?${span}`);
      return groups.some(({ title, reports }) => title === `RangeError: ${error}` && reports === 1);
    });
    await waitUntil(async () => {
      const metrics = await ask<{ metric_name: string; count: number }[]>(`/v1/performance/summary?${span}`);
      return metrics.some(({ metric_name, count }) => metric_name === metric && count === 1);
    });
  }

  const plugins = [askConsent, observeChanges, correctClock, inspectClient, captureErrors, measureMetrics];

  test('is taken over by the core through the storage of the platform', async () => {
    const state = fixture.sdkState<DeviceStatus>('core');
    const stored = new Map(Object.entries(state.stored));
    let isOffline = true;
    const launch = (): Lamppost => {
      const platform = nodePlatform(storageOf(stored), () => isOffline);
      const client = createCore({ platform, options: options(), plugins }).client as Lamppost;
      onTestFinished(() => client.close());
      return client;
    };
    const client = launch();
    expectRemembered(client, state);
    isOffline = false;
    await client.flush();
    await expectDelivered(state);
    expect(client.status()).toMatchObject({ queued: 0, dropped: 0, rejected: 0 });

    const { deviceId, userId } = state.status;
    const again = launch();
    await again.flush();
    expect(again.status()).toMatchObject({ delivered: 0, queued: 0, deviceId, userId });
    await expectDelivered(state);
  });

  test('is taken over by React Native from AsyncStorage', async () => {
    const state = fixture.sdkState<DeviceStatus>('react-native');
    const stored = new Map(Object.entries(state.stored));
    let isOffline = true;
    const host = createMockHost({
      fetch: (input, init) =>
        isOffline ? Promise.reject(new TypeError('Network request failed')) : fetch(`${input}`, init as RequestInit),
    });
    const quiet = { stream: false, frames: 0, stalls: false, network: false, startup: false } as const;
    const launch = () => {
      const client = createLamppostOn(host, { ...options(), ...quiet, storage: createMockStorage(stored) });
      onTestFinished(() => client.close());
      return client;
    };
    const client = launch();
    await waitUntil(() => client.status().configSource !== 'none');
    expectRemembered(client, state);
    isOffline = false;
    await client.flush();
    await expectDelivered(state);
    await waitUntil(() => client.status().queued === 0);
    expect([...stored.keys()].filter((key) => key.includes('.q.'))).toEqual([]);
  });

  test('is taken over by Node from its directory', async () => {
    const state = fixture.sdkState<{ instanceId: string; deviceId?: string }>('node');
    const storageDir = await fixture.newFolder();
    for (const [path, text] of Object.entries(state.stored)) {
      mkdirSync(dirname(join(storageDir, path)), { recursive: true });
      writeFileSync(join(storageDir, path), text);
    }
    const launch = () => {
      const quiet = { stream: false, uncaught: false, signals: false } as const;
      const client = createLamppost({ ...options(), ...quiet, key: server.keys.secret, storageDir });
      onTestFinished(() => client.close());
      return client;
    };
    const client = launch();
    // Nothing can have been answered within the call.
    expect(client.status()).toMatchObject({ ...state.status, configSource: 'cache' });
    for (const [user, flags] of Object.entries(state.flags))
      expect(client.flags(JSON.parse(user) as UserContext)).toEqual(flags);
    for (const [user, experiments] of Object.entries(state.experiments))
      expect(client.experiments(JSON.parse(user) as UserContext)).toEqual(experiments);
    await client.flush();
    await expectDelivered(state);
    await client.close();
    const again = launch();
    expect(again.status()).toMatchObject({ queued: 0, instanceId: state.status.instanceId });
  });

  test('is taken over by a page from its localStorage', async () => {
    const state = fixture.sdkState<DeviceStatus>('browser');
    const site = await VisitedSite.open();
    onTestFinished(() => site.close());
    const visitor = await site.visitor({ ...options(), pageViews: false, webVitals: false });
    const before = await site.tab(visitor, '/plain');
    await before.page.evaluate((stored) => Object.assign(localStorage, stored), state.stored);
    const toServer = `${server.url}/**`;
    await visitor.route(toServer, (route) => route.abort());
    const { page } = await site.tab(visitor, '/shop');
    // What a tab left behind is taken over as soon as it is known that the tab is gone.
    await page.waitForFunction((queued) => lamppost.status().queued >= queued, state.status.queued);
    const found = await page.evaluate(
      (keys) => ({
        status: lamppost.status(),
        flags: lamppost.flags(),
        experiments: Object.fromEntries(keys.map((key) => [key, lamppost.inspect(key).variant])),
      }),
      Object.keys(state.experiments),
    );
    const { deviceId, anonymousId, userId, configVersion } = state.status;
    expect(found).toMatchObject({
      status: { deviceId, anonymousId, userId, configVersion, configSource: 'cache' },
      experiments: state.experiments,
    });
    expect(found.flags).toEqual(state.flags);
    await visitor.unroute(toServer);
    await page.evaluate(() => lamppost.flush());
    await expectDelivered(state);
    await page.reload();
    await page.waitForFunction(() => lamppost.status().queued === 0);
    await page.evaluate(() => lamppost.flush());
    await expectDelivered(state);
  });
});
