import { createLamppost, type NodeLamppost, type NodeOptions } from '@lamppost/node';
import { LamppostServerProvider } from '@lamppost/openfeature/server';
import { LamppostWebProvider } from '@lamppost/openfeature/web';
import {
  askConsent,
  correctClock,
  createCore,
  inspectClient,
  type Lamppost,
  observeChanges,
  type PlatformStorage,
  streamConfig,
} from '@lamppost/sdk-core';
import { ProviderStatus, OpenFeature as ServerOpenFeature, ServerProviderEvents } from '@openfeature/server-sdk';
import { ClientProviderEvents, OpenFeature as WebOpenFeature } from '@openfeature/web-sdk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Admin, when } from '../harness/admin.ts';
import { memoryStorage, nodePlatform } from '../harness/node-platform.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
let admin: Admin;
const open: (Lamppost | NodeLamppost)[] = [];
const rule = (more: object) => [{ conditions: [], percentage: 100, enabled: true, value: true, ...more }];

beforeAll(async () => {
  server = await TestServer.start();
  project = await TestProject.create(server);
  admin = new Admin(project);
  for (const key of ['killed', 'ruled', 'split', 'rolled', 'untouched']) await admin.flag(key);
  await admin.kill('killed');
  await admin.rules('ruled', rule({ conditions: [when('plan', 'eq', 'gold')] }));
  await admin.rules('split', rule({ percentage: 99 }));
  await admin.rollout('rolled', 100);
  await admin.flag('text', { value_type: 'string', default_value: 'plain' });
  await admin.flag('number', { value_type: 'number', default_value: 1.5 });
  await admin.flag('shape', { value_type: 'json', default_value: { a: [1] } });
  await admin.rules('text', rule({ conditions: [when('user_id', 'eq', 'ada')], value: 'of ada' }));
  await admin.running('offer');
});
afterEach(async () => {
  await ServerOpenFeature.close();
  await WebOpenFeature.close();
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(() => server.dispose());

describe('the provider for servers', () => {
  const launch = (options: Partial<NodeOptions> = {}): NodeLamppost => {
    const client = createLamppost({ key: project.secret, url: server.url, log: () => {}, ...options });
    open.push(client);
    return client;
  };
  const provide = async (client = launch()) => {
    await ServerOpenFeature.setProviderAndWait(new LamppostServerProvider(client));
    return ServerOpenFeature.getClient();
  };

  test('evaluates flags of every type for the context it is given', async () => {
    const client = await provide();
    expect(await client.getStringValue('text', '', { targetingKey: 'ada' })).toBe('of ada');
    expect(await client.getStringValue('text', '', { targetingKey: 'bob', user_id: 'ada' })).toBe('of ada');
    expect(await client.getStringValue('text', '', { targetingKey: 'bob' })).toBe('plain');
    expect(await client.getNumberValue('number', 0)).toBe(1.5);
    expect(await client.getObjectValue('shape', {})).toEqual({ a: [1] });
  });

  test('says why: the same reasons as the remote protocol, with metadata', async () => {
    const client = await provide();
    const context = { targetingKey: 'u1', plan: 'gold' };
    const keys = ['killed', 'ruled', 'split', 'rolled', 'untouched'];
    const reasons = await Promise.all(
      keys.map(async (key) => (await client.getBooleanDetails(key, false, context)).reason),
    );
    const remote = await Promise.all(
      keys.map((key) =>
        project
          .post(`/ofrep/v1/evaluate/flags/${key}`, { context }, { key: project.secret })
          .then((response) => (response.json as { reason: string }).reason),
      ),
    );
    expect(reasons).toEqual(['DISABLED', 'TARGETING_MATCH', 'SPLIT', 'STATIC', 'DEFAULT']);
    expect(reasons).toEqual(remote);
    const { flagMetadata } = await client.getBooleanDetails('split', false, context);
    expect(flagMetadata).toEqual({
      config_version: expect.any(String),
      rule_id: expect.any(String),
      bucket: expect.any(Number),
    });
  });

  test('has the default of the code for unknown flags and other types', async () => {
    const client = await provide();
    expect(await client.getBooleanDetails('nothing', true)).toMatchObject({
      value: true,
      reason: 'ERROR',
      errorCode: 'FLAG_NOT_FOUND',
    });
    expect(await client.getNumberDetails('text', 7)).toMatchObject({ value: 7, errorCode: 'TYPE_MISMATCH' });
  });

  test('reads experiments, and tells of exposures and of what is tracked as that user', async () => {
    const lamppost = launch();
    const client = await provide(lamppost);
    const context = { targetingKey: 'eve' };
    const { value, variant, reason } = await client.getStringDetails('offer', '', context);
    expect(['control', 'treatment']).toContain(value);
    expect({ variant, reason }).toEqual({ variant: value, reason: 'SPLIT' });
    client.track('bought', context, { value: 5, currency: 'EUR' });
    await lamppost.flush();
    const rows = await project.events(2, '?user_id=eve');
    expect(rows.map(({ event }) => event).sort()).toEqual(['$experiment_exposure', 'bought']);
    expect(rows.find(({ event }) => event === 'bought')?.properties).toEqual({ value: 5, currency: 'EUR' });
  });

  test('tells of changes by their names as they happen', async () => {
    const client = await provide();
    const changed = new Promise<readonly string[]>((resolve) => {
      client.addHandler(ServerProviderEvents.ConfigurationChanged, (details) => resolve(details?.flagsChanged ?? []));
    });
    // The stream is opened after the start; what changed until then it tells of as well.
    await admin.change('number', { default_value: 2.5 });
    expect(await changed).toEqual(['number']);
    expect(await client.getNumberValue('number', 0)).toBe(2.5);
    await admin.change('number', { default_value: 1.5 });
  });

  test('is in error without flags; a refused key is fatal', async () => {
    const stranger = launch({ key: `lp_sec_production_${'x'.repeat(32)}` });
    await expect(
      ServerOpenFeature.setProviderAndWait('stranger', new LamppostServerProvider(stranger)),
    ).rejects.toThrow('refuses');
    expect(ServerOpenFeature.getClient('stranger').providerStatus).toBe(ProviderStatus.FATAL);
    const alone = launch({ url: 'http://127.0.0.1:9' });
    await expect(ServerOpenFeature.setProviderAndWait('alone', new LamppostServerProvider(alone))).rejects.toThrow(
      'no ruleset',
    );
    const details = await ServerOpenFeature.getClient('alone').getBooleanDetails('rolled', false);
    expect(details).toMatchObject({ value: false, reason: 'ERROR' });
  });

  test('is stale while the server is away, with the flags that it had', { timeout: 180_000 }, async () => {
    const client = await provide(launch({ stream: false, refreshMs: 50 }));
    const events: string[] = [];
    client.addHandler(ServerProviderEvents.Stale, () => events.push('stale'));
    const { port } = new URL(server.url);
    await server.kill();
    await waitUntil(() => events.includes('stale'));
    expect(client.providerStatus).toBe(ProviderStatus.STALE);
    expect(await client.getStringValue('text', '', { targetingKey: 'ada' })).toBe('of ada');
    await server.restart({ LP_PORT: port });
    await waitUntil(() => client.providerStatus === ProviderStatus.READY);
  });
});

describe('the provider for browsers', () => {
  const plugins = [askConsent, observeChanges, correctClock, inspectClient, streamConfig];
  const launch = (storage: PlatformStorage = memoryStorage(), isSilent: () => boolean = () => false): Lamppost => {
    const options = { key: project.publishable, url: server.url, flushMs: 50 };
    const client = createCore({ platform: nodePlatform(storage, isSilent), options, plugins }).client as Lamppost;
    open.push(client);
    return client;
  };
  const provide = async (lamppost = launch()) => {
    await WebOpenFeature.setProviderAndWait(new LamppostWebProvider(lamppost));
    return WebOpenFeature.getClient();
  };
  afterEach(() => WebOpenFeature.clearContexts());

  test('reads flags of every type and experiments, with where they come from', async () => {
    const client = await provide();
    expect([
      client.getBooleanValue('rolled', false),
      client.getStringValue('text', ''),
      client.getNumberValue('number', 0),
      client.getObjectValue('shape', {}),
    ]).toEqual([true, 'plain', 1.5, { a: [1] }]);
    expect(client.getStringDetails('text', '')).toMatchObject({
      reason: 'UNKNOWN',
      flagMetadata: { source: 'server', config_version: expect.any(String) },
    });
    expect(client.getStringDetails('offer', '')).toMatchObject({ reason: 'SPLIT', variant: expect.any(String) });
    expect(client.getBooleanDetails('nothing', true)).toMatchObject({ value: true, errorCode: 'FLAG_NOT_FOUND' });
    expect(client.getNumberDetails('text', 7)).toMatchObject({ value: 7, errorCode: 'TYPE_MISMATCH' });
  });

  test('identifies the targeting key, and is another device without it', async () => {
    const lamppost = launch();
    const client = await provide(lamppost);
    const { deviceId } = lamppost.status();
    await WebOpenFeature.setContext({ targetingKey: 'ada', plan: 'gold' });
    await waitUntil(() => client.getStringValue('text', '') === 'of ada');
    await waitUntil(() => client.getBooleanValue('ruled', false));
    await WebOpenFeature.setContext({});
    await waitUntil(() => client.getStringValue('text', '') === 'plain');
    expect(lamppost.status().deviceId).not.toBe(deviceId);
  });

  test('tells of changes by their names, and tracks', async () => {
    const lamppost = launch();
    const client = await provide(lamppost);
    const changed = new Promise<readonly string[]>((resolve) => {
      client.addHandler(ClientProviderEvents.ConfigurationChanged, (details) => resolve(details?.flagsChanged ?? []));
    });
    await admin.change('number', { default_value: 3.5 });
    expect(await changed).toEqual(['number']);
    client.track('bought', { value: 5 });
    await lamppost.flush();
    const query = `?event=bought&device_id=${lamppost.status().deviceId}`;
    expect((await project.event(query)).properties).toEqual({ value: 5 });
    await admin.change('number', { default_value: 1.5 });
  });

  test('is stale with stored flags while the server is away, and ready again after that', async () => {
    const storage = memoryStorage();
    const before = launch(storage);
    await before.ready;
    await before.close();
    let isSilent = true;
    const provider = new LamppostWebProvider(launch(storage, () => isSilent));
    const events: string[] = [];
    provider.events.addHandler(ClientProviderEvents.Stale, () => events.push('stale'));
    provider.events.addHandler(ClientProviderEvents.Ready, () => events.push('ready'));
    await WebOpenFeature.setProviderAndWait(provider);
    const client = WebOpenFeature.getClient();
    expect(events).toEqual(['stale']);
    expect(client.getStringDetails('text', '')).toMatchObject({ value: 'plain', reason: 'CACHED' });
    isSilent = false;
    client.track('back');
    await waitUntil(() => events.includes('ready'));
  });

  test('is in error without any flags', async () => {
    const provider = new LamppostWebProvider(launch(memoryStorage(), () => true));
    await expect(WebOpenFeature.setProviderAndWait(provider)).rejects.toThrow('no flags');
  });
});
