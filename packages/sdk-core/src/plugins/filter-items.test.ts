import { expect, test } from 'vitest';
import type { BeforeSend } from '../before-send.ts';
import { extendItems } from '../extend-items.ts';
import { allPlugins, type TestClient, TestWorld } from '../testing/index.ts';
import { filterItems } from './filter-items.ts';
import { shareProperties } from './share-properties.ts';

const minute = 60_000;

function launch(beforeSend: BeforeSend, world = new TestWorld()): TestClient & { readonly world: TestWorld } {
  return { world, ...world.launch({}, { plugins: [...allPlugins, filterItems(beforeSend)] }) };
}

test('each event, crash and metric is sent as the filter returns it, and the identity of the device as it is', async () => {
  const kinds: string[] = [];
  const { client, world } = launch((outgoing) => {
    kinds.push(outgoing.kind);
    if (outgoing.kind === 'event') outgoing.item.properties = { ...outgoing.item.properties, seen: true };
    else if (outgoing.kind === 'crash')
      return { kind: 'crash', item: { ...outgoing.item, exception_message: 'removed', breadcrumbs: [] } };
    else outgoing.item.metric_name = 'renamed';
    return outgoing;
  });
  client.identify('ada');
  client.breadcrumb('click', 'secret');
  client.track('bought', { price: 5 });
  client.captureError(new Error('card 4242'));
  client.measure({ type: 'span', name: 'slow', value: 5 });
  await world.clock.advance(minute);
  expect(world.server.named('bought')[0]?.properties).toEqual({ price: 5, seen: true });
  expect(world.server.named('$session_start')[0]?.properties).toEqual({ seen: true });
  expect([...world.server.crashes.values()]).toMatchObject([{ exception_message: 'removed', breadcrumbs: [] }]);
  expect([...world.server.metrics.values()]).toMatchObject([{ metric_name: 'renamed' }]);
  expect(world.server.users.get(client.status().deviceId)).toBe('ada');
  expect(new Set(kinds)).toEqual(new Set(['event', 'crash', 'metric']));
});

test('null drops an item on purpose: it is neither stored nor counted as lost', async () => {
  const { client, world } = launch((outgoing) =>
    outgoing.kind === 'event' && outgoing.item.event === 'private' ? null : outgoing,
  );
  world.server.fault = () => 'network';
  client.track('private', { name: 'Ada' });
  client.track('public');
  expect([...world.device.stored.values()].join()).not.toContain('private');
  world.server.fault = undefined;
  await world.clock.advance(10 * minute);
  expect(world.server.named('private')).toEqual([]);
  expect(world.server.named('public')).toHaveLength(1);
  expect(world.server.named('$events_dropped')).toEqual([]);
  expect(client.status()).toMatchObject({ dropped: 0, lastError: null });
});

test('the context can be changed, for that item alone', async () => {
  const { client, world } = launch((outgoing) => {
    if (outgoing.kind === 'event' && outgoing.item.event === 'anonymous') {
      outgoing.context.user = { anonymous_id: 'somebody' };
      delete outgoing.context.device;
    }
    return outgoing;
  });
  client.identify('ada');
  client.track('anonymous');
  client.track('known');
  await world.clock.advance(minute);
  expect(world.server.named('anonymous')[0]?.context.user).toEqual({ anonymous_id: 'somebody' });
  expect(world.server.named('anonymous')[0]?.context.device).toBeUndefined();
  expect(world.server.named('known')[0]?.context.device?.platform).toBe('test');
  expect(world.server.named('known')[0]?.context.user?.id).toBe('ada');
  expect(client.status().userId).toBe('ada');
});

test('what the app has handed over stays as it is when the filter changes its copy', async () => {
  const { client, world } = launch((outgoing) => {
    if (outgoing.kind === 'event') delete outgoing.item.properties?.card;
    return outgoing;
  });
  const properties = { card: 'card number', price: 5 };
  client.track('bought', properties);
  await world.clock.advance(minute);
  expect(properties).toEqual({ card: 'card number', price: 5 });
  expect(world.server.named('bought')[0]?.properties).toEqual({ price: 5 });
});

const failures: Record<string, BeforeSend> = {
  throws: () => {
    throw new Error('filter is broken');
  },
  'returns nothing': (() => undefined) as never,
  'returns a text': (() => 'event') as never,
  'returns a promise': (async (outgoing: object) => outgoing) as never,
  'returns an item that is none': ((outgoing: object) => ({ ...outgoing, item: 'bought' })) as never,
  'returns what is not JSON': (outgoing) =>
    ({ ...outgoing, item: { event: 'bought', properties: { big: 1n } } }) as never,
};
for (const [name, fail] of Object.entries(failures))
  test(`a filter that ${name} lets nothing through, and what it cost is counted and logged`, async () => {
    const world = new TestWorld();
    const seen: string[] = [];
    const { client, platform } = launch((outgoing) => {
      if (outgoing.kind === 'event' && outgoing.item.event !== 'bought') return outgoing;
      seen.push(outgoing.kind);
      return fail(outgoing);
    }, world);
    expect(() => client.track('bought', { card: 'card number' })).not.toThrow();
    expect([...world.device.stored.values()].join()).not.toContain('card number');
    await world.clock.advance(minute);
    client.track('later');
    await world.clock.advance(minute);
    expect(seen).toEqual(['event']);
    expect(world.server.named('bought')).toEqual([]);
    expect(world.server.requests.map(({ body }) => body).join()).not.toContain('card number');
    expect(world.server.named('later')).toHaveLength(1);
    expect(client.status().dropped).toBe(1);
    expect(client.status().lastError).toMatch(/filter is broken|beforeSend returned neither|BigInt/);
    expect(platform.logs).toHaveLength(1);
    expect(world.server.named('$events_dropped').map(({ properties }) => properties)).toEqual([{ count: 1 }]);
  });

test('it sees what other plugins add, wherever it stands among them', async () => {
  const seen: string[] = [];
  const filter = filterItems((outgoing) => {
    seen.push(JSON.stringify(outgoing.item));
    return outgoing;
  });
  const orders = [
    [filter, shareProperties],
    [shareProperties, filter],
  ];
  for (const plugins of orders) {
    const world = new TestWorld();
    const { client } = world.launch(
      {},
      { plugins: [...plugins, ...allPlugins.filter((one) => one !== shareProperties)] },
    );
    client.setProperties({ plan: 'pro' });
    client.track('bought');
    await world.clock.advance(minute);
    expect(seen.at(-1)).toBe('{"event":"bought","properties":{"plan":"pro"}}');
  }
});

test('a plugin that fails to add to an item leaves it as it was', async () => {
  const world = new TestWorld();
  const broken = (core: Parameters<typeof shareProperties>[0]) => {
    extendItems(core, () => {
      throw new Error('of a plugin');
    });
    return {};
  };
  const { client } = world.launch({}, { plugins: [...allPlugins, broken] });
  client.track('bought', { price: 5 });
  await world.clock.advance(minute);
  expect(world.server.named('bought')[0]?.properties).toEqual({ price: 5 });
  expect(client.status().dropped).toBe(0);
});
