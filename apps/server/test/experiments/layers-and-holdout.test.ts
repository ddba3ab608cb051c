import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, type ExperimentRow, type ListResponse } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

interface LayerRow {
  readonly id: string;
  readonly key: string;
  readonly free_pct: number;
  readonly experiments: readonly Record<string, unknown>[];
  readonly [field: string]: unknown;
}
interface HoldoutRow {
  readonly id: string | null;
  readonly percentage: number;
  readonly began_at: string | null;
}

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const layer = (admin: Admin, key: string) => admin.done<LayerRow>('POST', '/v1/layers', { key, name: key });
const show = (admin: Admin, key: string, query = '') => admin.done<LayerRow>('GET', `/v1/layers/${key}${query}`);
const hold = (admin: Admin, percentage: number, more: object = {}) =>
  admin.done<HoldoutRow>('PUT', '/v1/holdout', { percentage, ...more });
const users = Array.from({ length: 80 }, (_, at) => `user-${at}`);
const given = async (admin: Admin) => {
  const configs = await Promise.all(users.map((user) => admin.config(undefined, `?user_id=${user}`)));
  return configs.map(({ experiments }) =>
    Object.fromEntries(Object.entries(experiments).map(([key, { variant_key }]) => [key, variant_key])),
  );
};
const reasonOf = async (asking: Promise<{ status: number; error: { details?: { reason?: string } } }>) => {
  const response = await asking;
  return [response.status, response.error.details?.reason];
};

describe.concurrent('layers', () => {
  test('are made, listed, found, renamed, archived and brought back', async ({ admin }) => {
    const made = await layer(admin, 'checkout');
    expect(made).toEqual({
      id: expect.any(String),
      key: 'checkout',
      name: 'checkout',
      description: null,
      unit: null,
      experiments: [],
      environment_id: expect.any(String),
      free_pct: 100,
      archived_at: null,
      created_at: isoTime,
      updated_at: isoTime,
    });
    expect(await show(admin, made.id)).toEqual(made);
    await layer(admin, 'prices');
    const list = async (query = '') =>
      ((await admin.call('GET', `/v1/layers${query}`)).json as ListResponse<LayerRow>).data.map(({ key }) => key);
    expect(await list()).toEqual(['prices', 'checkout']);
    expect(await list('?search=PRI')).toEqual(['prices']);
    expect(await admin.done('PATCH', '/v1/layers/prices', { name: 'P', archived: true })).toMatchObject({
      name: 'P',
      archived_at: isoTime,
    });
    expect([await list(), await list('?include_archived=true')]).toEqual([['checkout'], ['prices', 'checkout']]);
    expect(await admin.done('PATCH', '/v1/layers/prices', { archived: false })).toMatchObject({ archived_at: null });
    const logged = await admin.done<{ action: string }[]>('GET', '/v1/changes?entity_type=layer');
    expect(logged.map(({ action }) => action)).toEqual(['unarchived', 'archived', 'created', 'created']);
    expect((await admin.call('GET', '/v1/layers/nothing')).status).toBe(404);
    expect(await reasonOf(admin.call('POST', '/v1/layers', { key: 'prices', name: 'x' }))).toEqual([
      409,
      'LAYER_KEY_EXISTS',
    ]);
    for (const bad of [{ key: 'Prices', name: 'x' }, { key: 'ok' }, { key: 'ok', name: '' }]) {
      expect((await admin.call('POST', '/v1/layers', bad)).status).toBe(400);
    }
    expect((await admin.call('PATCH', '/v1/layers/prices', { key: 'other' })).status).toBe(400);
    expect((await admin.call('GET', '/v1/layers?environment_id=nowhere')).status).toBe(404);
  });

  test('keep experiments apart: nobody is in two, and each has the share that it asked for', async ({ admin }) => {
    await layer(admin, 'checkout');
    const first = await admin.running('first', { layer: 'checkout', traffic_pct: 50 });
    expect([first.layer, first.ranges]).toEqual(['checkout', [[0, 5000]]]);
    await admin.running('second', { layer: 'checkout', traffic_pct: 40 });
    await admin.running('beside', { traffic_pct: 100 });
    const got = await given(admin);
    expect(got.filter((experiments) => 'first' in experiments && 'second' in experiments)).toEqual([]);
    for (const key of ['first', 'second']) {
      const count = got.filter((experiments) => key in experiments).length;
      expect(count).toBeGreaterThan(users.length * 0.2);
    }
    expect(got.every((experiments) => 'beside' in experiments)).toBe(true);
    const row = await show(admin, 'checkout');
    expect([row.free_pct, row.unit]).toEqual([10, 'auto']);
    expect(row.experiments).toMatchObject([
      { key: 'first', status: 'running', traffic_pct: 50, ranges: [[0, 5000]] },
      { key: 'second', status: 'running', traffic_pct: 40, ranges: [[5000, 9000]] },
    ]);
    expect((await show(admin, 'checkout', '?environment_id=development')).free_pct).toBe(100);
    const outside = users[got.findIndex((experiments) => !('first' in experiments))];
    const explained = await admin.done<Record<string, unknown>>('POST', '/v1/experiments/first/explain', {
      context: { user_id: outside },
    });
    expect(explained).toMatchObject({ outcome: 'outside_layer', variant_key: null, pool_bucket: null });
    expect(explained.layer).toMatchObject({ key: 'checkout', ranges: [[0, 5000]] });
    expect(explained.layer_bucket).toBeGreaterThanOrEqual(5000);
  });

  test('that are full refuse with what is free, until somebody gives their part back', async ({ admin }) => {
    await layer(admin, 'checkout');
    await admin.running('first', { layer: 'checkout', traffic_pct: 70 });
    await admin.experiment('second', { layer: 'checkout', traffic_pct: 40 });
    const full = await admin.call('POST', '/v1/experiments/second/start');
    expect([full.status, full.error.details?.reason]).toEqual([409, 'LAYER_FULL']);
    expect(full.error.message).toContain('30 %');
    expect((await admin.done<ExperimentRow>('GET', '/v1/experiments/second')).status).toBe('draft');
    const grown = admin.call('PUT', '/v1/experiments/first/traffic', { traffic_pct: 100 });
    expect((await grown).data<ExperimentRow>().ranges).toEqual([[0, 10_000]]);
    await admin.done('PUT', '/v1/experiments/first/traffic', { traffic_pct: 60 });
    expect((await admin.move('second', 'start')).ranges).toEqual([[6000, 10_000]]);
    expect(await reasonOf(admin.call('PUT', '/v1/experiments/first/traffic', { traffic_pct: 61 }))).toEqual([
      409,
      'LAYER_FULL',
    ]);
    expect(await reasonOf(admin.call('PATCH', '/v1/layers/checkout', { archived: true }))).toEqual([
      409,
      'LAYER_IN_USE',
    ]);
    expect((await admin.move('first', 'complete')).ranges).toBeNull();
    expect((await show(admin, 'checkout')).free_pct).toBe(60);
  });

  test('have one unit, and are named by drafts only', async ({ admin }) => {
    await layer(admin, 'checkout');
    await admin.experiment('by_user', { layer: 'checkout', unit: 'user' });
    await admin.experiment('by_device', { unit: 'device' });
    const join = (key: string, patch: object) => admin.call('PATCH', `/v1/experiments/${key}`, patch);
    expect(await reasonOf(join('by_device', { layer: 'checkout' }))).toEqual([409, 'LAYER_UNIT_MISMATCH']);
    expect(await reasonOf(join('by_device', { layer: 'nowhere' }))).toEqual([400, 'UNKNOWN_LAYER']);
    expect((await join('by_device', { layer: 7 })).status).toBe(400);
    expect((await join('by_user', { layer: null })).data<ExperimentRow>().layer).toBeNull();
    expect((await join('by_device', { layer: 'checkout' })).data<ExperimentRow>().layer).toBe('checkout');
    await admin.move('by_user', 'start');
    expect(await reasonOf(join('by_user', { layer: 'checkout' }))).toEqual([409, 'EXPERIMENT_NOT_DRAFT']);
  });
});

describe.concurrent('the holdout', () => {
  test('is in no experiment, nor gets winners of those that completed since, and the others are as they were', async ({
    admin,
    project,
  }) => {
    await admin.running('earlier');
    await admin.move('earlier', 'complete', { winner: 'control' });
    for (const key of ['running', 'ending']) await admin.running(key);
    const before = await given(admin);
    expect(await admin.done('GET', '/v1/holdout')).toMatchObject({ id: null, percentage: 0, began_at: null });
    const tag = (await project.send('GET', '/v1/config?user_id=user-1')).headers.get('etag') ?? '';
    const held = await hold(admin, 30);
    expect(held).toMatchObject({ id: expect.any(String), percentage: 30, began_at: isoTime });
    const asked = await project.send('GET', '/v1/config?user_id=user-1', { headers: { 'If-None-Match': tag } });
    expect(asked.status).toBe(200);
    await admin.move('ending', 'complete', { winner: 'treatment' });
    const after = await given(admin);
    const isHeld = after.map((experiments) => !('running' in experiments));
    const count = isHeld.filter((each) => each).length;
    expect(count).toBeGreaterThan(users.length * 0.1);
    expect(count).toBeLessThan(users.length * 0.5);
    for (const [at, experiments] of after.entries()) {
      const others = { running: before[at]?.running, ending: 'treatment' };
      expect(experiments).toEqual({ earlier: 'control', ...(isHeld[at] ? {} : others) });
    }
    const user_id = users[isHeld.indexOf(true)];
    for (const key of ['running', 'ending']) {
      const path = `/v1/experiments/${key}/explain`;
      expect(await admin.done('POST', path, { context: { user_id } })).toMatchObject({
        outcome: 'held_out',
        variant_key: null,
        holdout: { id: held.id, percentage: 30 },
      });
    }
    expect(await admin.done('POST', '/v1/experiments/earlier/explain', { context: { user_id } })).toMatchObject({
      outcome: 'winner',
    });
    // The same people through another percentage; nobody at 0; others when asked for.
    const isHeldNow = async () => (await given(admin)).map((experiments) => !('running' in experiments));
    await hold(admin, 50);
    expect((await isHeldNow()).filter((each, at) => isHeld[at] && !each)).toEqual([]);
    await hold(admin, 0);
    expect((await isHeldNow()).includes(true)).toBe(false);
    expect((await hold(admin, 30)).id).toBe(held.id);
    expect(await isHeldNow()).toEqual(isHeld);
    expect((await hold(admin, 30, { reshuffle: true })).id).not.toBe(held.id);
    expect(await isHeldNow()).not.toEqual(isHeld);
    const logged = await admin.done<{ action: string; entity_type: string }[]>(
      'GET',
      '/v1/changes?entity_type=holdout',
    );
    expect(logged.map(({ action }) => action)).toEqual(['reshuffled', 'updated', 'updated', 'updated', 'created']);
  });

  test('of a wrong share is 400 and changes nothing; a tester is given the variant nonetheless', async ({ admin }) => {
    await hold(admin, 50);
    const before = [await admin.done('GET', '/v1/holdout'), await admin.version()];
    for (const body of [{}, { percentage: -1 }, { percentage: 50.5 }, { percentage: '5' }, { percentage: null }]) {
      expect((await admin.call('PUT', '/v1/holdout', body)).status).toBe(400);
    }
    expect([await admin.done('GET', '/v1/holdout'), await admin.version()]).toEqual(before);
    const overrides = [{ variant_key: 'treatment', user_ids: users }];
    await admin.running('tested', { overrides });
    expect((await given(admin)).every(({ tested }) => tested === 'treatment')).toBe(true);
  });

  test('and layers are kept through a restart, and served from the snapshot', async () => {
    const own = await TestServer.start();
    try {
      const admin = new Admin(await TestProject.create(own));
      await layer(admin, 'checkout');
      await admin.running('one', {
        layer: 'checkout',
        traffic_pct: 50,
        overrides: [{ variant_key: 'control', user_ids: ['user-3'] }],
      });
      await admin.running('two', { layer: 'checkout', traffic_pct: 50 });
      await hold(admin, 20);
      const before = await given(admin);
      await own.restart();
      expect(await given(admin)).toEqual(before);
    } finally {
      await own.dispose();
    }
  });
});

describe('who may', () => {
  test('a key of one environment reads layers and names them, and changes neither them nor the holdout', async ({
    admin,
    project,
  }) => {
    await layer(admin, 'checkout');
    await admin.running('of_production', { layer: 'checkout', traffic_pct: 50 });
    const made = await admin.done<{ key: string }>('POST', '/v1/keys', {
      kind: 'secret',
      name: 'k',
      scope: 'environment',
      environment_id: 'development',
    });
    const as = (method: string, path: string, body?: unknown) => admin.call(method, path, body, made.key);
    const row = (await as('GET', '/v1/layers/checkout')).data<LayerRow>();
    expect([row.experiments, row.free_pct]).toEqual([[], 100]);
    expect((await as('GET', '/v1/layers?environment_id=production')).status).toBe(404);
    expect((await as('GET', '/v1/holdout')).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/v1/layers', { key: 'mine', name: 'x' }],
      ['PATCH', '/v1/layers/checkout', { name: 'x' }],
      ['PUT', '/v1/holdout', { percentage: 5 }],
    ] as const) {
      expect([path, (await as(method, path, body)).status]).toEqual([path, 403]);
    }
    for (const [path, body] of [
      ['overrides', { overrides: [] }],
      ['traffic', { traffic_pct: 5 }],
    ] as const) {
      expect((await as('PUT', `/v1/experiments/of_production/${path}`, body)).status).toBe(404);
    }
    const design = { ...(await admin.done<ExperimentRow>('GET', '/v1/experiments/of_production')) };
    const { key: _key, environment_id: _environment, ...rest } = design;
    const own = await as('POST', '/v1/experiments', { ...rest, key: 'of_development', layer: 'checkout' });
    expect(own.status).toBe(201);
    expect((await as('POST', '/v1/experiments/of_development/start')).data<ExperimentRow>().ranges).toEqual([
      [0, 5000],
    ]);
    expect((await project.send('GET', '/v1/layers', { key: project.keys.production.dev })).status).toBe(403);
  });
});
