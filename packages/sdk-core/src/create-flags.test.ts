import { describe, expect, test } from 'vitest';
import { TestWorld } from './testing/index.ts';

const minute = 60_000;
const checkout = {
  variant_key: 'short',
  payload: { steps: 2 },
  experiment_id: 'e1',
  subject_kind: 'device',
  bucketing_version: 2,
  assignment_revision: '1',
};

async function started(flags: Record<string, unknown>) {
  const world = new TestWorld();
  world.server.config.flags = flags;
  world.server.config.experiments = { checkout };
  const launched = world.launch();
  await world.clock.advance(1_000);
  const change = async (changed: Record<string, unknown>, variant = checkout): Promise<void> => {
    world.server.config = {
      flags: changed,
      experiments: { checkout: variant },
      config_version: `${Number(world.server.config.config_version) + 1}`,
    };
    await launched.core.refresh();
  };
  return { world, ...launched, change };
}

describe('a flag', () => {
  test('has its value, and the fallback when there is none of that type', async () => {
    const { client } = await started({ on: true, text: 'x', number: 0, json: { a: [1] }, nothing: null });
    expect(client.flag('on', false)).toBe(true);
    expect(client.flag('text', '')).toBe('x');
    expect(client.flag('number', 5)).toBe(0);
    expect(client.flag('json', {})).toEqual({ a: [1] });
    expect(client.flag('on', 'a string')).toBe('a string');
    expect(client.flag('nothing', {})).toEqual({});
    expect(client.flag('unknown', 7)).toBe(7);
    expect(client.flags()).toEqual({ on: true, text: 'x', number: 0, json: { a: [1] }, nothing: null });
  });

  test('is reported once per session and change, with the value in the context from then on', async () => {
    const { world, client, change } = await started({ color: 'red' });
    const exposures = () => world.server.named('$flag_exposure').map(({ properties }) => properties?.value);
    for (let turn = 0; turn < 3; turn += 1) client.flag('color', '');
    client.track('seen red');
    await world.clock.advance(minute);
    expect(exposures()).toEqual(['red']);
    expect(world.server.named('$flag_exposure')[0]).toMatchObject({
      properties: { flag_key: 'color' },
      context: { flags: { color: 'red' } },
    });
    expect(world.server.named('seen red')[0]?.context.flags).toEqual({ color: 'red' });
    expect(world.server.named('$session_start')[0]?.context.flags).toEqual({});

    const changing = change({ color: 'blue' });
    await world.clock.advance(1_000);
    await changing;
    client.flag('color', '');
    await world.clock.advance(minute);
    expect(exposures()).toEqual(['red', 'blue']);

    await world.clock.advance(30 * minute);
    client.track('a new session');
    client.flag('color', '');
    await world.clock.advance(minute);
    expect(exposures()).toEqual(['red', 'blue', 'blue']);
  });

  test('is not sent again by another start in the same session', async () => {
    const { world, client, platform } = await started({ color: 'red' });
    client.flag('color', '');
    await world.clock.advance(minute);
    platform.kill();
    const second = world.launch();
    second.client.flag('color', '');
    await world.clock.advance(minute);
    expect(world.server.named('$flag_exposure')).toHaveLength(1);
  });

  test('of JSON is reported in brief', async () => {
    const { world, client } = await started({ layout: { text: 'x'.repeat(100_000) } });
    client.flag('layout', {});
    await world.clock.advance(minute);
    expect(String(world.server.named('$flag_exposure')[0]?.properties?.value)).toHaveLength(200);
  });

  test('that falls back is not reported', async () => {
    const { world, client } = await started({ color: 'red' });
    client.flag('color', false);
    client.flag('unknown', '');
    client.flags();
    client.inspect('color');
    await world.clock.advance(minute);
    expect(world.server.named('$flag_exposure')).toEqual([]);
  });
});

describe('an experiment', () => {
  test('has its variant and payload, and is reported once per session and change of variant', async () => {
    const { world, client, change } = await started({});
    expect(client.experiment('checkout')).toEqual({ variant: 'short', payload: { steps: 2 } });
    expect(client.experiment('unknown')).toBeNull();
    let changing = change({}, { ...checkout, assignment_revision: '2' });
    await world.clock.advance(1_000);
    await changing;
    client.experiment('checkout');
    changing = change({}, { ...checkout, variant_key: 'long' });
    await world.clock.advance(1_000);
    await changing;
    client.experiment('checkout');
    await world.clock.advance(minute);
    const exposures = world.server.named('$experiment_exposure');
    expect(exposures.map(({ properties }) => properties?.variant_key)).toEqual(['short', 'long']);
    expect(exposures[0]?.properties).toEqual({
      experiment_key: 'checkout',
      variant_key: 'short',
      experiment_id: 'e1',
      subject_kind: 'device',
      bucketing_version: 2,
      assignment_revision: '1',
    });
    expect(exposures[1]?.context.experiments).toEqual({ checkout: 'long' });
  });
});
