import { test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, type ExperimentRow, type TargetingRow } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

interface ChangeRow {
  readonly entity_type: string;
  readonly entity_key: string;
  readonly action: string;
  readonly actor: object;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

const put = (admin: Admin, path: string, body: unknown) => admin.call('PUT', `/v1/experiments/${path}`, body);
const testers = (variant_key: string, user_ids: string[] = [], group_keys: string[] = []) => ({
  variant_key,
  user_ids,
  group_keys,
});
const explain = (admin: Admin, key: string, context: object) =>
  admin.done<Record<string, unknown>>('POST', `/v1/experiments/${key}/explain`, { context });
const changes = (admin: Admin) => admin.done<ChangeRow[]>('GET', '/v1/changes');

describe.concurrent('testers', () => {
  test('get their variant while the experiment runs, whatever the buckets say, and their exposure does not count', async ({
    admin,
  }) => {
    await admin.experiment('offer', {
      traffic_pct: 1,
      overrides: [{ variant_key: 'treatment', user_ids: ['ada'] }],
    });
    const given = async () => (await admin.config(undefined, '?user_id=ada')).experiments;
    expect(await given()).toEqual({});
    expect((await admin.move('offer', 'start')).overrides).toEqual([testers('treatment', ['ada'])]);
    expect(await given()).toMatchObject({ offer: { variant_key: 'treatment', counts_exposure: false } });
    expect(await explain(admin, 'offer', { user_id: 'ada' })).toMatchObject({
      outcome: 'forced',
      variant_key: 'treatment',
    });
    await admin.move('offer', 'pause');
    expect(await given()).toEqual({});
    expect(await explain(admin, 'offer', { user_id: 'ada' })).toMatchObject({
      outcome: 'not_running',
      running_variant_key: 'treatment',
    });
    await admin.move('offer', 'resume');
    await admin.done('PUT', '/v1/experiments/offer/overrides', { overrides: [testers('control', ['ada'])] });
    expect(await given()).toMatchObject({ offer: { variant_key: 'control', counts_exposure: false } });
    await admin.move('offer', 'complete', { winner: 'treatment' });
    expect(await given()).toMatchObject({ offer: { variant_key: 'treatment' } });
  });

  test('may be a group: who joins or leaves is told by the tag of their own configuration', async ({
    admin,
    project,
  }) => {
    await admin.group('beta');
    await admin.running('offer', { traffic_pct: 1, overrides: [{ variant_key: 'treatment', group_keys: ['beta'] }] });
    const ask = (tag?: string) =>
      project.send('GET', '/v1/config?user_id=grace', { headers: tag === undefined ? {} : { 'If-None-Match': tag } });
    const before = await ask();
    const tag = before.headers.get('etag') ?? '';
    expect((await ask(tag)).status).toBe(304);
    await admin.addMember('beta', 'grace');
    const joined = await ask(tag);
    expect([joined.status, joined.data<{ experiments: object }>().experiments]).toMatchObject([
      200,
      { offer: { variant_key: 'treatment', counts_exposure: false } },
    ]);
    expect(await explain(admin, 'offer', { user_id: 'grace' })).toMatchObject({ outcome: 'forced' });
    await admin.call('DELETE', '/v1/groups/beta/members/grace');
    expect((await ask(joined.headers.get('etag') ?? '')).status).toBe(200);
  });

  test('are logged with before and after, and the same again is no change', async ({ admin }) => {
    await admin.running('offer');
    const sent = { overrides: [testers('treatment', ['a', 'b'], ['beta'])] };
    await admin.done('PUT', '/v1/experiments/offer/overrides', sent);
    const [change] = await changes(admin);
    expect(change).toMatchObject({ entity_type: 'experiment', entity_key: 'offer', action: 'overrides_set' });
    expect([change?.before?.overrides, change?.after?.overrides]).toEqual([[], sent.overrides]);
    const version = await admin.version();
    await admin.done('PUT', '/v1/experiments/offer/overrides', sent);
    expect(await admin.version()).toBe(version);
  });

  test('that cannot be are refused with the place, and nothing changes', async ({ admin }) => {
    await admin.running('offer', { overrides: [testers('control', ['kept'])] });
    const before = await admin.done('GET', '/v1/experiments/offer');
    const many = (count: number) => Array.from({ length: count }, (_, at) => `u${at}`);
    const bad: [unknown, string, string?][] = [
      [{}, 'overrides'],
      [{ overrides: 'all' }, 'overrides'],
      [{ overrides: [{}] }, 'overrides.0.variant_key'],
      [{ overrides: [testers('gone', ['u'])] }, 'overrides.0.variant_key', 'UNKNOWN_VARIANT'],
      [{ overrides: [testers('control', ['u']), testers('control')] }, 'overrides.1'],
      [{ overrides: [testers('control', [''])] }, 'overrides.0.user_ids.0'],
      [{ overrides: [testers('control', many(1_001))] }, 'overrides.0.user_ids'],
      [{ overrides: [testers('control', [], many(21))] }, 'overrides.0.group_keys'],
    ];
    for (const [body, field, reason] of bad) {
      const response = await put(admin, 'offer/overrides', body);
      expect([field, response.status]).toEqual([field, 400]);
      expect(Object.keys(response.error.details?.fieldErrors ?? {})).toContain(field);
      if (reason !== undefined) expect(response.error.details?.reason).toBe(reason);
    }
    const unknown = { overrides: [testers('gone', ['u'])] };
    const made = await admin.call('POST', '/v1/experiments', { ...(before as object), key: 'other', ...unknown });
    expect(made.status).toBe(400);
    expect(await admin.done('GET', '/v1/experiments/offer')).toEqual(before);
    expect((await put(admin, 'nothing/overrides', { overrides: [] })).status).toBe(404);
    for (const move of ['pause', 'archive']) await admin.move('offer', move);
    const late = await put(admin, 'offer/overrides', { overrides: [] });
    expect([late.status, late.error.details?.reason]).toEqual([409, 'EXPERIMENT_ARCHIVED']);
  });
});

describe.concurrent('traffic of an experiment that has started', () => {
  test('lets more in beside those who are, and fewer again are the first of them', async ({ admin }) => {
    await admin.running('offer', { traffic_pct: 20 });
    const users = Array.from({ length: 60 }, (_, at) => `user-${at}`);
    const inside = async () => {
      const configs = await Promise.all(users.map((user) => admin.config(undefined, `?user_id=${user}`)));
      return Object.fromEntries(
        configs.flatMap(({ experiments }, at) => {
          const variant = experiments.offer?.variant_key;
          return variant === undefined ? [] : [[users[at], variant]];
        }),
      );
    };
    const first = await inside();
    expect((await put(admin, 'offer/traffic', { traffic_pct: 60 })).data<ExperimentRow>().traffic_pct).toBe(60);
    const more = await inside();
    expect(more).toMatchObject(first);
    expect(Object.keys(more).length).toBeGreaterThan(Object.keys(first).length);
    const [change] = await changes(admin);
    expect([change?.action, change?.before?.traffic_pct, change?.after?.traffic_pct]).toEqual(['traffic_set', 20, 60]);
    await admin.move('offer', 'pause');
    await admin.done('PUT', '/v1/experiments/offer/traffic', { traffic_pct: 20 });
    await admin.move('offer', 'resume');
    expect(await inside()).toEqual(first);
  });

  test('is refused with the reason in any other state, and out of its bounds', async ({ admin }) => {
    await admin.experiment('offer');
    const set = async (traffic_pct: unknown) => {
      const response = await put(admin, 'offer/traffic', { traffic_pct });
      return [response.status, response.status < 300 ? undefined : response.error.details?.reason];
    };
    expect(await set(50)).toEqual([409, 'EXPERIMENT_NOT_STARTED']);
    await admin.move('offer', 'start');
    for (const wrong of [0, 101, '50', null]) expect((await set(wrong))[0]).toBe(400);
    await admin.move('offer', 'complete');
    expect(await set(50)).toEqual([409, 'EXPERIMENT_NOT_RUNNING']);
    expect((await put(admin, 'nothing/traffic', { traffic_pct: 5 })).status).toBe(404);
  });
});

describe.concurrent('completing with a flag', () => {
  interface Completed extends ExperimentRow {
    readonly shipped: Record<string, unknown> | null;
  }

  test('rolls the value out to everybody in the environment of the experiment, in one step', async ({ admin }) => {
    const flag = await admin.flag('colour', { value_type: 'string' });
    await admin.running('offer');
    const version = Number(await admin.version());
    const body = { winner: 'treatment', flag: { key: 'colour', value: 'green' } };
    const completed = await admin.done<Completed>('POST', '/v1/experiments/offer/complete', body);
    expect(completed).toMatchObject({ status: 'completed', winner: 'treatment' });
    expect(completed.shipped).toEqual({
      flag_id: flag.id,
      flag_key: 'colour',
      environment_id: completed.environment_id,
      percentage: 100,
      value: 'green',
      enabled_rules: 0,
      is_killed: false,
      note: 'All users get the value of "colour".',
    });
    expect((await admin.config('somebody')).flags).toEqual({ colour: 'green' });
    expect(Number(await admin.version())).toBe(version + 2);
    const [second, first] = await changes(admin);
    expect([first?.entity_type, first?.action]).toEqual(['experiment', 'completed']);
    expect([second?.entity_type, second?.action]).toEqual(['targeting', 'rollout_set']);
    expect(second?.actor).toEqual(first?.actor);
    expect(await admin.targeting('colour', '?environment_id=development')).toMatchObject({ rollout: null });
  });

  test('leaves rules and a kill as they are, and says so', async ({ admin }) => {
    await admin.flag('ruled');
    await admin.rules('ruled', [{ conditions: [], value: false, percentage: 10, enabled: true }]);
    await admin.flag('killed');
    await admin.kill('killed');
    for (const [key, note] of [
      ['ruled', 'Users not matched by a rule of "ruled" get the value. Its rule still applies first.'],
      ['killed', '"killed" is killed. The value is served once it is restored.'],
    ] as const) {
      await admin.running(`of_${key}`);
      const body = { flag: { key, value: true } };
      const { shipped } = await admin.done<Completed>('POST', `/v1/experiments/of_${key}/complete`, body);
      expect(shipped).toMatchObject({ note });
      expect((await admin.targeting(key)).rollout).toMatchObject({ percentage: 100, value: true });
    }
    expect((await admin.targeting('ruled')).rules).toHaveLength(1);
    expect((await admin.targeting('killed')).kill).not.toBeNull();
  });

  test('that cannot be changes neither the experiment nor the flag', async ({ admin }) => {
    await admin.flag('colour', { value_type: 'string' });
    await admin.flag('old');
    await admin.change('old', { status: 'archived' });
    const running = await admin.running('offer');
    const state = async () => [
      await admin.done('GET', '/v1/experiments/offer'),
      await admin.targeting('colour'),
      await admin.version(),
    ];
    const before = await state();
    const bad: [object, string][] = [
      [{ flag: { key: 'nothing', value: true } }, 'flag.key'],
      [{ flag: { key: 'old', value: true } }, 'flag.key'],
      [{ flag: { key: 'colour', value: 5 } }, 'flag.value'],
      [{ winner: 'nobody', flag: { key: 'colour', value: 'green' } }, 'winner'],
      [{ flag: {} }, 'flag.key'],
      [{ flag: 'colour' }, 'flag'],
    ];
    for (const [body, field] of bad) {
      const response = await admin.call('POST', '/v1/experiments/offer/complete', body);
      expect([field, response.status]).toEqual([field, 400]);
      expect(Object.keys(response.error.details?.fieldErrors ?? {}).join()).toContain(field);
    }
    expect(await state()).toEqual(before);
    expect(running.status).toBe('running');
    const { shipped } = await admin.done<Completed>('POST', '/v1/experiments/offer/complete', { flag: null });
    expect(shipped).toBeNull();
    const untouched: TargetingRow = await admin.targeting('colour');
    expect(untouched.rollout).toBeNull();
  });
});
