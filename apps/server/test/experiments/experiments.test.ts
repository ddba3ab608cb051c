import { test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, type ExperimentRow, halves, type ListResponse } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const isUuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const primary = { event_name: 'bought', metric_type: 'conversion', is_primary: true };
const minimal = { key: 'checkout', name: 'Checkout', variants: halves, metrics: [primary] };
const variant = (key: string, weight: number, more: object = {}) => ({ key, name: key, weight, ...more });
const equal = (count: number) =>
  Array.from({ length: count }, (_, index) => variant(`v${index}`, 100 / count, { is_control: index === 0 }));

describe.concurrent('a new experiment', () => {
  test('is a draft with every field and its defaults', async ({ admin }) => {
    const response = await admin.call('POST', '/v1/experiments', minimal);
    expect(response.status).toBe(201);
    const row = response.data<ExperimentRow>();
    const environments = await admin.done<{ id: string; slug: string }[]>('GET', '/v1/environments');
    expect(row).toEqual({
      id: isUuid,
      key: 'checkout',
      name: 'Checkout',
      description: null,
      hypothesis: null,
      environment_id: environments.find(({ slug }) => slug === 'production')?.id,
      unit: 'auto',
      traffic_pct: 10,
      variants: [
        { key: 'control', name: 'As it was', is_control: true, weight: 50, payload: {} },
        { key: 'treatment', name: 'As it may be', is_control: false, weight: 50, payload: { colour: 'green' } },
      ],
      metrics: [
        {
          ...primary,
          aggregation_field: null,
          is_guardrail: false,
          name: null,
          direction: 'increase',
          conversion_window_hours: null,
          denominator_event: null,
          denominator_field: null,
          margin: 0,
        },
      ],
      analysis: {
        engine: 'sequential',
        confidence_level: 0.95,
        correction: 'holm',
        min_units: 100,
        covariate_days: 14,
        cap_quantile: 0.999,
        planned_days: null,
        guardrail_action: 'none',
      },
      status: 'draft',
      winner: null,
      audience: [],
      overrides: [],
      layer: null,
      ranges: null,
      guardrail_breaches: [],
      started_at: null,
      completed_at: null,
      created_at: isoTime,
      updated_at: isoTime,
    });
    for (const id of [row.id, 'checkout']) expect(await admin.done('GET', `/v1/experiments/${id}`)).toEqual(row);
    const { data } = (await admin.call('GET', '/v1/experiments')).json as ListResponse<ExperimentRow>;
    expect(data).toEqual([row]);
  });

  test('may be of another environment, by slug or id', async ({ admin }) => {
    const environments = await admin.done<{ id: string; slug: string }[]>('GET', '/v1/environments');
    const development = environments.find(({ slug }) => slug === 'development')?.id ?? '';
    expect((await admin.experiment('by_slug', { environment_id: 'development' })).environment_id).toBe(development);
    expect((await admin.experiment('by_id', { environment_id: development })).environment_id).toBe(development);
    const unknown = await admin.call('POST', '/v1/experiments', { ...minimal, environment_id: 'nowhere' });
    expect([unknown.status, unknown.error.details?.reason]).toEqual([400, 'INVALID_ENVIRONMENT']);
  });

  test('may use every bound to the full', async ({ admin }) => {
    const metrics = ['conversion', 'count', 'sum', 'average', 'p50', 'p95', 'p99'].map((metric_type) => ({
      event_name: 'e'.repeat(200),
      metric_type,
      aggregation_field: 'f'.repeat(128),
      is_primary: true,
      is_guardrail: true,
    }));
    for (const [key, more] of Object.entries({
      ten: { variants: equal(10), unit: 'device', traffic_pct: 1 },
      thirds: { variants: [variant('a', 33.33, { is_control: true }), variant('b', 33.33), variant('c', 33.34)] },
      metrics: { metrics, hypothesis: 'h'.repeat(2_000), unit: 'user', traffic_pct: 100 },
      twenty: { metrics: Array(20).fill(primary) },
      short: { name: 'n', variants: [variant('v'.repeat(64), 99, { is_control: true }), variant('b', 1)] },
    })) {
      expect([key, (await admin.call('POST', '/v1/experiments', { ...minimal, key, ...more })).status]).toEqual([
        key,
        201,
      ]);
    }
  });

  test('with a taken key is a conflict', async ({ admin }) => {
    await admin.experiment('checkout');
    const response = await admin.call('POST', '/v1/experiments', minimal);
    expect([response.status, response.error.details?.reason]).toEqual([409, 'EXPERIMENT_KEY_EXISTS']);
  });
});

describe('what is wrong with an experiment is 400, names the field and the reason, and makes nothing', () => {
  const one = variant('a', 50, { is_control: true });
  const bad: Record<string, [sent: object, field: string, reason?: string]> = {
    'no key': [{ key: undefined }, 'key'],
    'a key with a capital': [{ key: 'Checkout' }, 'key'],
    'a key of one letter': [{ key: 'a' }, 'key'],
    'an empty name': [{ name: '' }, 'name'],
    'a name of 201': [{ name: 'n'.repeat(201) }, 'name'],
    'a hypothesis of 2,001': [{ hypothesis: 'h'.repeat(2_001) }, 'hypothesis'],
    'an unknown unit': [{ unit: 'household' }, 'unit'],
    'traffic of 0': [{ traffic_pct: 0 }, 'traffic_pct'],
    'traffic of 101': [{ traffic_pct: 101 }, 'traffic_pct'],
    'no variants': [{ variants: undefined }, 'variants'],
    'one variant': [{ variants: [variant('a', 100, { is_control: true })] }, 'variants'],
    'eleven variants': [{ variants: [...equal(10), variant('b', 1)] }, 'variants'],
    'no control': [{ variants: [variant('a', 50), variant('b', 50)] }, 'variants', 'INVALID_VARIANTS'],
    'two controls': [{ variants: [one, { ...one, key: 'b' }] }, 'variants', 'INVALID_VARIANTS'],
    'a variant twice': [{ variants: [one, variant('a', 50)] }, 'variants.1.key', 'INVALID_VARIANTS'],
    'weights of 99': [{ variants: [one, variant('b', 49)] }, 'variants', 'INVALID_WEIGHTS'],
    'weights of 101': [{ variants: [one, variant('b', 51)] }, 'variants', 'INVALID_WEIGHTS'],
    'a weight of 0': [{ variants: [one, variant('b', 50), variant('c', 0)] }, 'variants.2.weight'],
    'an empty key of a variant': [{ variants: [one, variant('', 50)] }, 'variants.1.key'],
    'a key of a variant of 65': [{ variants: [one, variant('b'.repeat(65), 50)] }, 'variants.1.key'],
    'a payload that is a list': [{ variants: [one, variant('b', 50, { payload: [] })] }, 'variants.1.payload'],
    'a payload that is null': [{ variants: [one, variant('b', 50, { payload: null })] }, 'variants.1.payload'],
    'no metrics': [{ metrics: [] }, 'metrics'],
    '21 metrics': [{ metrics: Array(21).fill(primary) }, 'metrics'],
    'no primary metric': [{ metrics: [{ ...primary, is_primary: false }] }, 'metrics', 'MISSING_PRIMARY_METRIC'],
    'an unknown metric type': [{ metrics: [{ ...primary, metric_type: 'median' }] }, 'metrics.0.metric_type'],
    'an empty event name': [{ metrics: [{ ...primary, event_name: '' }] }, 'metrics.0.event_name'],
    'a field of 129': [
      { metrics: [{ ...primary, metric_type: 'sum', aggregation_field: 'f'.repeat(129) }] },
      'metrics.0.aggregation_field',
    ],
  };
  for (const metric_type of ['sum', 'average', 'p50', 'p95', 'p99']) {
    const without = { metrics: [primary, { event_name: 'paid', metric_type }] };
    bad[`${metric_type} without a field`] = [without, 'metrics.1.aggregation_field'];
  }
  let admin: Admin;
  beforeAll(async () => {
    admin = new Admin(await TestProject.create(server));
    await admin.experiment('draft');
  });
  for (const [name, [sent, field, reason]] of Object.entries(bad)) {
    base(name, async () => {
      const before = [await admin.done('GET', '/v1/experiments/draft'), await admin.version()];
      const response = await admin.call('POST', '/v1/experiments', { ...minimal, ...sent });
      expect([response.status, response.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(Object.keys(response.error.details?.fieldErrors ?? {})).toContain(field);
      if (reason !== undefined) expect(response.error.details?.reason).toBe(reason);
      const { key: _, ...patch } = sent as { key?: unknown };
      // What a new one may not have, a draft cannot be given either. (undefined is omitted, hence kept.)
      const isPatch = Object.values(patch).some((value) => value !== undefined);
      if (isPatch) expect((await admin.call('PATCH', '/v1/experiments/draft', patch)).status).toBe(400);
      expect([await admin.done('GET', '/v1/experiments/draft'), await admin.version()]).toEqual(before);
      expect((await admin.call('GET', '/v1/experiments/checkout')).status).toBe(404);
    });
  }
});

describe.concurrent('the life of an experiment', () => {
  const moves = ['start', 'pause', 'resume', 'complete', 'archive'] as const;
  const states: Record<string, { by: readonly string[]; allowed: Record<string, string> }> = {
    draft: { by: [], allowed: { start: 'running', archive: 'archived' } },
    running: { by: ['start'], allowed: { pause: 'paused', complete: 'completed' } },
    paused: { by: ['start', 'pause'], allowed: { resume: 'running', complete: 'completed', archive: 'archived' } },
    completed: { by: ['start', 'complete'], allowed: { archive: 'archived' } },
    archived: { by: ['archive'], allowed: {} },
  };
  for (const [status, { by, allowed }] of Object.entries(states)) {
    test(`from ${status}: ${Object.keys(allowed).join(', ') || 'nothing'}; anything else is a conflict that changes nothing`, async ({
      admin,
    }) => {
      for (const move of moves) {
        const key = `to_${move}`;
        await admin.experiment(key);
        for (const step of by) await admin.move(key, step);
        const before = await admin.done<ExperimentRow>('GET', `/v1/experiments/${key}`);
        expect(before.status).toBe(status);
        const version = await admin.version();
        const response = await admin.call('POST', `/v1/experiments/${key}/${move}`);
        const next = allowed[move];
        expect([move, response.status]).toEqual([move, next === undefined ? 409 : 200]);
        const after = await admin.done<ExperimentRow>('GET', `/v1/experiments/${key}`);
        if (next !== undefined) expect(after.status).toBe(next);
        else {
          expect(response.error).toMatchObject({
            code: 'CONFLICT',
            details: { reason: expect.stringMatching(/^[A-Z_]+$/) },
          });
          expect([after, await admin.version()]).toEqual([before, version]);
        }
      }
    });
  }

  test('only a draft can be changed: 409 EXPERIMENT_NOT_DRAFT afterwards', async ({ admin }) => {
    await admin.experiment('checkout');
    const patch = {
      name: 'New',
      hypothesis: 'h',
      description: 'd',
      unit: 'device',
      traffic_pct: 50,
      variants: halves.toReversed(),
    };
    const changed = await admin.done<ExperimentRow>('PATCH', '/v1/experiments/checkout', patch);
    expect(changed).toMatchObject({ name: 'New', hypothesis: 'h', unit: 'device', traffic_pct: 50 });
    expect(
      await admin.done('PATCH', '/v1/experiments/checkout', { hypothesis: null, description: null }),
    ).toMatchObject({
      name: 'New',
      hypothesis: null,
      description: null,
    });
    for (const move of ['start', 'pause', 'resume', 'complete', 'archive']) {
      await admin.move('checkout', move);
      const response = await admin.call('PATCH', '/v1/experiments/checkout', { name: 'Late' });
      expect([move, response.status, response.error.details?.reason]).toEqual([move, 409, 'EXPERIMENT_NOT_DRAFT']);
    }
  });

  test('key and environment are fixed, and may be sent as they are', async ({ admin }) => {
    const { environment_id } = await admin.experiment('checkout');
    for (const same of [{ key: 'checkout' }, { environment_id }, { environment_id: 'production' }]) {
      expect((await admin.call('PATCH', '/v1/experiments/checkout', same)).status).toBe(200);
    }
    for (const [field, value] of Object.entries({ key: 'other', environment_id: 'development' })) {
      const response = await admin.call('PATCH', '/v1/experiments/checkout', { [field]: value });
      expect([field, response.status, Object.keys(response.error.details?.fieldErrors ?? {})]).toEqual([
        field,
        400,
        [field],
      ]);
    }
  });

  test('says when it started and ended, and who won', async ({ admin }) => {
    await admin.experiment('checkout');
    const started = await admin.move('checkout', 'start');
    expect(started).toMatchObject({ started_at: isoTime, completed_at: null });
    await admin.move('checkout', 'pause');
    expect((await admin.move('checkout', 'resume')).started_at).toBe(started.started_at);
    const stranger = await admin.call('POST', '/v1/experiments/checkout/complete', { winner: 'nobody' });
    expect([stranger.status, Object.keys(stranger.error.details?.fieldErrors ?? {})]).toEqual([400, ['winner']]);
    const completed = await admin.move('checkout', 'complete', { winner: 'treatment' });
    expect(completed).toMatchObject({ status: 'completed', winner: 'treatment', completed_at: isoTime });
    expect(await admin.move('checkout', 'archive')).toMatchObject({ status: 'archived', winner: 'treatment' });
  });

  test('of an unknown experiment, or one of another project, is 404', async ({ admin }) => {
    const foreign = await new Admin(await TestProject.create(server)).experiment('foreign');
    for (const id of ['nothing', foreign.id, 'foreign']) {
      for (const move of moves) expect((await admin.call('POST', `/v1/experiments/${id}/${move}`)).status).toBe(404);
      expect((await admin.call('GET', `/v1/experiments/${id}`)).status).toBe(404);
      expect((await admin.call('PATCH', `/v1/experiments/${id}`, { name: 'x' })).status).toBe(404);
    }
  });
});

test('a list is newest first, twenty at a time, filtered, searched and paged without repeats', async ({ admin }) => {
  for (let index = 0; index < 22; index += 1) {
    await admin.experiment(`exp_${String(index).padStart(2, '0')}`, { name: index === 7 ? 'Seventh HEAVEN' : 'Other' });
  }
  await admin.move('exp_03', 'start');
  await admin.move('exp_04', 'archive');
  await admin.experiment('elsewhere', { environment_id: 'development' });
  const keys = async (query: string, limit = 100) =>
    (await admin.everyPage<ExperimentRow>(`/v1/experiments${query}`, limit)).map(({ key }) => key);
  const { data, pagination } = (await admin.call('GET', '/v1/experiments')).json as ListResponse<ExperimentRow>;
  expect([data.length, data[0]?.key, pagination]).toEqual([20, 'elsewhere', { cursor: isUuid, has_more: true }]);
  const all = await keys('');
  expect(all.length).toBe(23);
  for (const limit of [1, 7, 22]) expect(await keys('', limit)).toEqual(all);
  expect(await keys('?status=running')).toEqual(['exp_03']);
  expect(await keys('?status=archived')).toEqual(['exp_04']);
  expect(await keys('?search=heaven')).toEqual(['exp_07']);
  expect((await keys('?search=EXP_0')).length).toBe(10);
  for (const query of ['limit=0', 'limit=101', 'cursor=x', 'status=gone']) {
    expect((await admin.call('GET', `/v1/experiments?${query}`)).status).toBe(400);
  }
});

test('explaining an experiment says what config gives, and what a draft would', async ({ admin, project }) => {
  const variants = [variant('a', 20, { is_control: true }), variant('b', 80)];
  await admin.call('POST', '/v1/experiments', { ...minimal, key: 'explained', traffic_pct: 50, variants });
  const explain = (context: object) =>
    admin.done<Record<string, unknown>>('POST', '/v1/experiments/explained/explain', { context });
  const users = Array.from({ length: 40 }, (_, index) => `user-${index}`);
  const drafts = await Promise.all(users.map((user_id) => explain({ user_id })));
  expect(new Set(drafts.map(({ outcome }) => outcome))).toEqual(new Set(['not_running']));
  await admin.done('POST', '/v1/experiments/explained/start');
  for (const [index, user_id] of users.entries()) {
    const { json } = await project.get(`/v1/config?user_id=${user_id}`);
    const given = (json as { data: { experiments: Record<string, { variant_key: string }> } }).data.experiments;
    const explained = await explain({ user_id });
    expect(explained.variant_key).toBe(given.explained?.variant_key ?? null);
    expect(explained.variant_key).toBe(drafts[index]?.running_variant_key);
  }
  expect(await explain({})).toMatchObject({ outcome: 'no_identity', variant_key: null, pool_bucket: null });
  expect((await admin.call('POST', '/v1/experiments/none/explain', { context: {} })).status).toBe(404);
});
