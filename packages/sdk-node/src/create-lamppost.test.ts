import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLamppost } from './create-lamppost.ts';
import type { NodeLamppost, NodeOptions } from './node-lamppost.ts';
import { RecordingServer } from './testing/recording-server.ts';

const key = `lp_sec_production_${'x'.repeat(32)}`;
let server: RecordingServer;
let directory: string;
const open: NodeLamppost[] = [];
beforeEach(async () => {
  server = await RecordingServer.start();
  directory = mkdtempSync(join(tmpdir(), 'lamppost-node-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
  await server.stop();
  rmSync(directory, { recursive: true });
});

function launch(options: Partial<NodeOptions> = {}): NodeLamppost {
  const client = createLamppost({ key, url: server.url, log: () => {}, ...options });
  open.push(client);
  return client;
}

const flag = (name: string, value: unknown, more: object = {}) => ({
  id: `${name}-id`,
  key: name,
  value_type: typeof value,
  default_value: value,
  platforms: ['server', 'web'],
  rules: [],
  rollout: null,
  kill: null,
  ...more,
});
const halves = [
  { key: 'control', weight: 50, payload: {} },
  { key: 'treatment', weight: 50, payload: { colour: 'green' } },
];
const experiment = {
  id: 'e-1',
  key: 'offer',
  unit: 'auto',
  status: 'running',
  traffic_pct: 100,
  variants: halves,
  winner: null,
};
const ruleset = (version: string, flags: readonly object[], experiments: readonly object[] = []) => ({
  flags,
  experiments,
  groups: {},
  config_version: version,
  etag: `"${version}"`,
});
const nobody = 'http://127.0.0.1:9';

describe('flags', () => {
  test('are those of the ruleset, for whom they are asked for', async () => {
    const rule = {
      id: 'r-1',
      conditions: [{ field: 'plan', op: 'eq', values: ['pro'] }],
      value: true,
      percentage: 100,
      enabled: true,
    };
    server.ruleset = ruleset('7', [flag('beta', false, { rules: [rule] }), flag('text', 'plain')]);
    const client = launch();
    expect(client.flag('beta', true)).toBe(true);
    await client.ready;
    const ada = { userId: 'ada', attributes: { plan: 'pro' } };
    expect([client.flag('beta', false, ada), client.flag('beta', true), client.flag('text', '')]).toEqual([
      true,
      false,
      'plain',
    ]);
    expect(client.details('beta', false, ada)).toEqual({
      value: true,
      reason: 'RULE_MATCH',
      ruleId: 'r-1',
      isFallback: false,
      configVersion: '7',
    });
    expect(client.details('text', 5)).toMatchObject({ value: 5, reason: 'ERROR', isFallback: true });
    expect(client.details('nothing', 5)).toMatchObject({ value: 5, reason: 'NOT_FOUND', isFallback: true });
    expect(client.config(ada)).toEqual({ config_version: '7', flags: { beta: true, text: 'plain' }, experiments: {} });
  });

  test('come from a file, and from the last start, when there is no server; the newer one counts', async () => {
    const file = join(directory, 'ruleset.json');
    writeFileSync(file, JSON.stringify({ data: ruleset('5', [flag('text', 'of the file')]) }));
    const cold = launch({ url: nobody, bootstrap: file });
    expect(cold.flag('text', '')).toBe('of the file');
    expect(cold.status()).toMatchObject({ configSource: 'bootstrap', configVersion: '5' });

    server.ruleset = ruleset('6', [flag('text', 'of the server')]);
    const first = launch({ storageDir: directory });
    await first.ready;
    await first.close();
    const second = launch({ url: nobody, storageDir: directory, bootstrap: file });
    expect(second.flag('text', '')).toBe('of the server');
    expect(second.status()).toMatchObject({ configVersion: '6', instanceId: first.status().instanceId });
  });

  test('are asked for in the newest version that the SDK evaluates, and no newer one is taken', async () => {
    server.ruleset = { ...ruleset('7', [flag('text', 'good')]), ruleset_version: 3 };
    const client = launch({ stream: true });
    await client.ready;
    const isStreaming = () => server.paths.some((path) => path.startsWith('/v1/ruleset/stream'));
    while (!isStreaming()) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(new Set(server.paths.filter((path) => path.startsWith('/v1/ruleset')))).toEqual(
      new Set(['/v1/ruleset?ruleset_version=4', '/v1/ruleset/stream?ruleset_version=4']),
    );
    const bootstrap = { ...ruleset('9', [flag('text', 'of tomorrow')]), ruleset_version: 5 };
    expect(launch({ url: nobody, bootstrap }).flag('text', 'fallback')).toBe('fallback');
  });

  test('stay as they are whatever the server answers', async () => {
    server.ruleset = ruleset('7', [flag('text', 'good')]);
    const client = launch({ refreshMs: 20, stream: false });
    await client.ready;
    const asked = () => server.paths.filter((path) => path === '/v1/ruleset?ruleset_version=4').length;
    const odd = [{}, { flags: 5 }, { flags: [null], experiments: [], config_version: '9' }, [], 'text', { flags: {} }];
    for (const answer of odd) {
      server.ruleset = answer as object;
      const before = asked();
      while (asked() < before + 2) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(client.flag('text', '')).toBe('good');
    }
  });

  test('that changed are reported by their names', async () => {
    server.ruleset = ruleset('1', [flag('a', 1), flag('b', 1), flag('c', 1)]);
    const client = launch({ refreshMs: 20, stream: false });
    await client.ready;
    const changed = new Promise((resolve) => client.onChange(resolve));
    client.onChange(() => {
      throw new Error('of the app');
    });
    server.ruleset = ruleset('2', [flag('a', 1), flag('b', 2), flag('d', 1)]);
    expect(await changed).toEqual(['b', 'c', 'd']);
    expect(client.flag('b', 0)).toBe(2);
  });

  test('are stale while the server cannot be asked, and current again after that', async () => {
    server.ruleset = ruleset('1', [flag('a', 1)]);
    const client = launch({ refreshMs: 20, stream: false });
    const states: string[] = [];
    // An answer may come while the client is closed: then `server` is the next test's.
    const own = server;
    client.onState((state) => {
      states.push(state);
      own.status = state === 'current' ? 503 : undefined;
    });
    while (states.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(states.slice(0, 3)).toEqual(['current', 'stale', 'current']);
    expect(client.flag('a', 0)).toBe(1);
  });

  test('are the fallbacks when the key is refused, which is logged', async () => {
    server.status = 401;
    const client = launch();
    await client.ready;
    while (client.status().rulesetState !== 'refused') await new Promise((resolve) => setTimeout(resolve, 5));
    expect(client.status()).toMatchObject({ sending: 'stopped', configSource: 'none' });
    expect(client.flag('a', 'mine')).toBe('mine');
  });

  test('can be overridden, offline too', () => {
    const client = launch({ offline: true, bootstrap: ruleset('1', [flag('a', 'x')], [experiment]) });
    client.override('a', 'mine');
    client.override('offer', { variant: 'treatment' });
    expect(client.details('a', '')).toMatchObject({ value: 'mine', reason: 'OVERRIDE' });
    expect(client.experiment('offer', {})).toEqual({ variant: 'treatment', payload: {} });
    client.override('a', undefined);
    expect(client.flag('a', '')).toBe('x');
    client.track('nothing');
    expect(client.status()).toMatchObject({ sending: 'offline', queued: 0 });
  });
});

describe('events', () => {
  test('belong to the user they are tracked for, with what that user was given', async () => {
    server.ruleset = ruleset('3', [flag('text', 'plain')], [experiment]);
    const client = launch({ app: { version: '1.0.0' } });
    await client.ready;
    const user = client.forUser({ userId: 'ada', deviceId: 'd-1', sessionId: 's-1', country: 'DE' });
    const variant = user.experiment('offer')?.variant;
    user.flag('text', '');
    user.track('bought', { amount: 5 });
    client.track('nightly job');
    await client.flush();
    const byName = new Map([...server.events.values()].map((event) => [event.event, event]));
    expect([...byName.keys()].sort()).toEqual(['$experiment_exposure', '$flag_exposure', 'bought', 'nightly job']);
    expect(byName.get('bought')).toMatchObject({
      properties: { amount: 5 },
      context: {
        user: { id: 'ada' },
        device: { id: 'd-1', platform: 'server', country: 'DE' },
        session: { id: 's-1' },
        app: { version: '1.0.0' },
        flags: { text: 'plain' },
        experiments: { offer: variant },
      },
    });
    expect(byName.get('nightly job')?.context).toMatchObject({ user: {}, device: { platform: 'server' } });
    expect(byName.get('$experiment_exposure')?.properties).toEqual({
      experiment_key: 'offer',
      variant_key: variant,
      experiment_id: 'e-1',
      subject_kind: 'user',
      bucketing_version: 2,
      assignment_revision: '3',
    });
  });

  test('send an exposure once for each user; of flags only when that was asked for; of winners never', async () => {
    const over = { ...experiment, id: 'e-2', key: 'over', status: 'completed', winner: 'treatment' };
    server.ruleset = ruleset('3', [flag('text', 'plain')], [experiment, over]);
    const client = launch({ flagExposures: true });
    await client.ready;
    for (const userId of ['ada', 'bob', 'ada']) {
      client.experiment('offer', { userId });
      expect(client.experiment('over', { userId })?.variant).toBe('treatment');
      client.flag('text', '', { userId });
    }
    await client.flush();
    expect(server.names).toEqual(['$experiment_exposure', '$experiment_exposure', '$flag_exposure', '$flag_exposure']);
  });

  test('send that a flag is in use once a day, and of nobody', async () => {
    server.ruleset = ruleset('3', [flag('text', 'plain')]);
    const client = launch();
    await client.ready;
    for (const userId of ['ada', 'bob', 'ada']) client.flag('text', '', { userId });
    client.flag('nothing', '');
    await client.flush();
    expect([...server.events.values()]).toMatchObject([
      { event: '$flag_exposure', properties: { flag_key: 'text' }, context: { user: {} } },
    ]);
  });

  test('of errors carry the user, and what cannot be sent harms nobody', async () => {
    const client = launch();
    client.captureError(new TypeError('odd'), { screenName: 'checkout' }, { userId: 'ada' });
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    client.track('ring', ring);
    await client.flush();
    expect([...server.crashes.values()]).toMatchObject([
      { user_id: 'ada', screen_name: 'checkout', platform: 'server' },
    ]);
    expect(client.status()).toMatchObject({ dropped: 1 });
  });
});

test('options that make no sense throw nothing', async () => {
  for (const options of [
    { url: 'no url' },
    { key: undefined },
    { storageDir: '/dev/null/x' },
    { bootstrap: '/nowhere' },
  ]) {
    const client = launch(options as Partial<NodeOptions>);
    client.track('x');
    expect(client.flag('a', 'b')).toBe('b');
    await client.flush();
  }
});

test('beforeSend changes and drops what is sent, and an event whose filter fails is dropped and counted', async () => {
  const lines: string[] = [];
  const client = launch({
    log: (line) => lines.push(line),
    beforeSend(outgoing) {
      if (outgoing.kind !== 'event') return null;
      if (outgoing.item.event === 'private') return null;
      if (outgoing.item.event === 'broken') throw new Error('filter is broken');
      delete outgoing.item.properties?.card;
      outgoing.context.user = {};
      return outgoing;
    },
  });
  client.track('bought', { card: 'card number', price: 5 }, { userId: 'somebody' });
  client.track('private');
  client.track('broken', { card: 'card number' });
  client.measure({ type: 'span', name: 'slow', value: 1 });
  client.captureError(new Error('the card number'));
  await client.flush();
  expect(client.status()).toMatchObject({ dropped: 1, queued: 0 });
  expect(lines).toEqual([expect.stringContaining('filter is broken')]);
  const bodies = JSON.stringify([server.events, server.crashes, server.metrics].map((items) => [...items.values()]));
  expect(bodies).toContain('bought');
  expect(bodies).toContain('price');
  for (const hidden of ['card number', 'somebody', 'private', 'broken', 'slow']) expect(bodies).not.toContain(hidden);
});
