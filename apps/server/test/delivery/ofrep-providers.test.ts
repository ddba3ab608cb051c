import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature as ServerOpenFeature } from '@openfeature/server-sdk';
import {
  ClientProviderEvents,
  OpenFeature as WebOpenFeature,
  type Provider as WebProvider,
} from '@openfeature/web-sdk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Admin, when } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { StreamReader } from '../harness/stream-reader.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
let admin: Admin;

/** Node has no EventSource; this one has what the provider asks of it, over a real connection. */
class TestEventSource extends EventTarget {
  static readonly opened: TestEventSource[] = [];
  readyState = 0;
  status = 0;
  #reader: StreamReader | undefined;

  constructor(url: string) {
    super();
    TestEventSource.opened.push(this);
    void this.#run(url);
  }

  close(): void {
    this.readyState = 2;
    void this.#reader?.close();
  }

  async #run(url: string): Promise<void> {
    try {
      this.#reader = await StreamReader.open(url);
      this.status = this.#reader.response.status;
      if (this.status === 200) await this.#pass(this.#reader);
    } catch (error) {
      // Nobody listens: what EventSource reports as an error. Anything else is a fault of this test.
      if (!(error instanceof TypeError)) throw error;
    }
    if (this.readyState === 2) return;
    this.readyState = 2;
    this.dispatchEvent(new Event('error'));
  }

  async #pass(reader: StreamReader): Promise<void> {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    while (!reader.isEnded) {
      if (reader.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      else this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify((await reader.next()).data) }));
    }
    await reader.ended;
  }
}

beforeAll(async () => {
  server = await TestServer.start();
  project = await TestProject.create(server);
  admin = new Admin(project);
  await admin.flag('yes_no');
  await admin.flag('text', { value_type: 'string', default_value: 'plain' });
  await admin.flag('number', { value_type: 'number', default_value: 1.5 });
  await admin.flag('shape', { value_type: 'json', default_value: { a: [1] } });
  await admin.rules('yes_no', [{ conditions: [when('user_id', 'eq', 'ada')], value: true }]);
  await admin.rules('text', [{ conditions: [when('plan', 'eq', 'gold')], value: 'golden' }]);
  vitestGlobal.EventSource = TestEventSource;
});
const vitestGlobal = globalThis as { EventSource?: unknown };
afterEach(async () => {
  await ServerOpenFeature.close();
  await WebOpenFeature.close();
  TestEventSource.opened.length = 0;
});
afterAll(async () => {
  delete vitestGlobal.EventSource;
  await server.dispose();
});

const bearer = (key: string): [string, string][] => [['Authorization', `Bearer ${key}`]];

describe('the published provider for servers', () => {
  const clientWith = async (headers: [string, string][]) => {
    await ServerOpenFeature.setProviderAndWait(new OFREPProvider({ baseUrl: server.url, headers }));
    return ServerOpenFeature.getClient();
  };

  test('evaluates flags of every type for the context it is given', async () => {
    const client = await clientWith(bearer(project.secret));
    expect(await client.getBooleanValue('yes_no', false, { targetingKey: 'ada' })).toBe(true);
    expect(await client.getBooleanValue('yes_no', true, { targetingKey: 'bob' })).toBe(false);
    expect(await client.getStringValue('text', '', { targetingKey: 'bob', plan: 'gold' })).toBe('golden');
    expect(await client.getStringValue('text', '', { targetingKey: 'bob' })).toBe('plain');
    expect(await client.getNumberValue('number', 0, { targetingKey: 'bob' })).toBe(1.5);
    expect(await client.getObjectValue('shape', {}, { targetingKey: 'bob' })).toEqual({ a: [1] });
    const details = await client.getBooleanDetails('yes_no', false, { targetingKey: 'ada' });
    expect(details).toMatchObject({ reason: 'TARGETING_MATCH', flagMetadata: { config_version: expect.any(String) } });
  });

  test('falls back to the default of the code for unknown flags and other types', async () => {
    const client = await clientWith(bearer(project.publishable));
    const unknown = await client.getStringDetails('nothing', 'fallback', { targetingKey: 'u' });
    expect(unknown).toMatchObject({ value: 'fallback', reason: 'ERROR', errorCode: 'FLAG_NOT_FOUND' });
    const other = await client.getNumberDetails('text', 7, { targetingKey: 'u' });
    expect(other).toMatchObject({ value: 7, errorCode: 'TYPE_MISMATCH' });
  });

  test('may send its key as X-API-Key; with a wrong one the code has its defaults', async () => {
    const client = await clientWith([['X-API-Key', project.secret]]);
    expect(await client.getStringValue('text', '', { targetingKey: 'u' })).toBe('plain');
    const stranger = await clientWith(bearer('nonsense'));
    expect(await stranger.getStringValue('text', 'fallback', { targetingKey: 'u' })).toBe('fallback');
  });
});

describe('the published provider for browsers', () => {
  const provide = async (options: object = {}) => {
    const statuses: number[] = [];
    const fetchImplementation: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      statuses.push(response.status);
      return response;
    };
    const headers = bearer(project.publishable);
    const settings = { baseUrl: server.url, headers, fetchImplementation, cacheMode: 'disabled' as const, ...options };
    // Its published types are not made for exactOptionalPropertyTypes.
    await WebOpenFeature.setProviderAndWait(new OFREPWebProvider(settings) as WebProvider);
    return { client: WebOpenFeature.getClient(), statuses };
  };

  test('evaluates flags of every type, and anew when the context changes', async () => {
    await WebOpenFeature.setContext({ targetingKey: 'bob' });
    const { client } = await provide({ changeDetection: 'none' });
    expect([
      client.getBooleanValue('yes_no', true),
      client.getStringValue('text', ''),
      client.getNumberValue('number', 0),
      client.getObjectValue('shape', {}),
    ]).toEqual([false, 'plain', 1.5, { a: [1] }]);
    await WebOpenFeature.setContext({ targetingKey: 'ada', plan: 'gold' });
    expect([client.getBooleanValue('yes_no', false), client.getStringValue('text', '')]).toEqual([true, 'golden']);
    expect(client.getStringDetails('nothing', 'fallback')).toMatchObject({
      value: 'fallback',
      errorCode: 'FLAG_NOT_FOUND',
    });
  });

  test('polls with the tag: 304 while nothing moved, new values when something did', async () => {
    await WebOpenFeature.setContext({ targetingKey: 'bob' });
    const { client, statuses } = await provide({ changeDetection: 'polling', pollInterval: 50 });
    await waitUntil(() => statuses.filter((status) => status === 304).length >= 3);
    await admin.change('number', { default_value: 2.5 });
    await waitUntil(() => client.getNumberValue('number', 0) === 2.5);
    expect(new Set(statuses)).toEqual(new Set([200, 304]));
  });

  test('is told of a change by the event stream, without polling', async () => {
    await WebOpenFeature.setContext({ targetingKey: 'bob' });
    const { client } = await provide();
    await waitUntil(() => TestEventSource.opened.some(({ readyState }) => readyState === 1));
    const changed = new Promise<readonly string[]>((resolve) => {
      client.addHandler(ClientProviderEvents.ConfigurationChanged, (details) => resolve(details?.flagsChanged ?? []));
    });
    await admin.change('text', { default_value: 'streamed' });
    expect(await changed).toContain('text');
    expect(client.getStringValue('text', '')).toBe('streamed');
  });

  test('finds back to the event stream after a restart, though no flag has moved', async () => {
    await WebOpenFeature.setContext({ targetingKey: 'bob' });
    const { client } = await provide();
    await waitUntil(() => TestEventSource.opened.some(({ readyState }) => readyState === 1));
    const before = TestEventSource.opened.length;
    await server.restart({ LP_PORT: new URL(server.url).port });
    await waitUntil(() => TestEventSource.opened.slice(before).some(({ readyState }) => readyState === 1));
    await admin.change('text', { default_value: 'after the restart' });
    await waitUntil(() => client.getStringValue('text', '') === 'after the restart');
  });
});
