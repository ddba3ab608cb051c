import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, when } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

interface Explanation {
  readonly flag_key: string;
  readonly value: unknown;
  readonly reason: string;
  readonly rule_id: string | null;
  readonly bucket: number | null;
  readonly hash_input: string | null;
  readonly identity: string | null;
  readonly config_version: string;
  readonly at: string;
  readonly rules: readonly Record<string, unknown>[];
  readonly rollout: Record<string, unknown> | null;
}
interface Evaluated {
  readonly value: unknown;
  readonly reason: string;
  readonly rule_id?: string;
}

const explain = (admin: Admin, flag: string, context: object, at?: string) =>
  admin.done<Explanation>('POST', `/v1/flags/${flag}/explain`, { context, ...(at === undefined ? {} : { at }) });
const evaluate = async (admin: Admin, flag: string, context: object) => {
  const body = { flag_keys: [flag], context };
  return (await admin.done<Record<string, Evaluated>>('POST', '/v1/flags/evaluate', body))[flag];
};
const asEvaluated = ({ value, reason, rule_id }: Explanation): Evaluated => ({
  value,
  reason,
  ...(rule_id === null ? {} : { rule_id }),
});

const contexts = [
  { user_id: 'ada', plan: 'gold', country: 'CH' },
  { user_id: 'bob', traits: { plan: 'tin' }, app_version: '2.10.0' },
  { device_id: 'd', platform: 'web', app_version: '2.9.0' },
  { userId: 'carol', attributes: { plan: 'gold' }, platform: 'ios' },
  {},
];

type Edit = (admin: Admin, isMember: { value: boolean }) => Promise<unknown>;
const letter = fc.constantFrom('a', 'b', 'c');
const percentage = fc.constantFrom(0, 25, 50, 75, 100);
const condition = fc.constantFrom(
  when('plan', 'eq', 'gold'),
  when('country', 'neq', 'CH'),
  when('app_version', 'gte', '2.10'),
  when('user_group', 'in', 'testers'),
  when('user_id', 'regex', '^[a-b]'),
);
const rule = fc.record({
  conditions: fc.array(condition, { maxLength: 2 }),
  value: letter,
  percentage,
  enabled: fc.constantFrom(true, true, false),
});
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(rule, { maxLength: 3 }).map(
      (rules): Edit =>
        (admin) =>
          admin.rules('told', rules),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(percentage, letter).map(
      ([share, value]): Edit =>
        (admin) =>
          admin.rollout('told', share, value),
    ),
  },
  letter.map(
    (value): Edit =>
      (admin) =>
        admin.kill('told', { value }),
  ),
  { weight: 2, arbitrary: fc.constant((admin: Admin) => admin.restore('told')) },
  letter.map(
    (default_value): Edit =>
      (admin) =>
        admin.change('told', { default_value }),
  ),
  fc.constantFrom('archived', 'active', 'active').map(
    (status): Edit =>
      (admin) =>
        admin.change('told', { status }),
  ),
  fc.constantFrom(['web'], ['web', 'ios']).map(
    (platforms): Edit =>
      (admin) =>
        admin.change('told', { platforms }),
  ),
  fc.constant(async (admin: Admin, isMember: { value: boolean }) => {
    if (isMember.value) await admin.call('DELETE', '/v1/groups/testers/members/bob');
    else await admin.addMember('testers', 'bob');
    isMember.value = !isMember.value;
  }),
);

test('now is what evaluate says, and a past moment what was served then', async ({ admin }) => {
  await admin.flag('told', { value_type: 'string', default_value: 'a' });
  await admin.group('testers');
  const isMember = { value: false };
  const served: { context: object; at: string; evaluated: Evaluated | undefined; version: string }[] = [];
  // Which users are in a share depends on ids that are new each time; these edits give every reason to all of them.
  const certain: Edit[] = [
    (told) => told.change('told', { default_value: 'b' }),
    (told) => told.rules('told', [{ conditions: [], value: 'b', percentage: 100, enabled: true }]),
    async (told) => {
      await told.rules('told', []);
      await told.rollout('told', 100, 'c');
    },
  ];
  for (const change of [...certain, ...fc.sample(edit, { numRuns: 37, seed: 4_711 })]) {
    await change(admin, isMember);
    const version = await admin.version();
    for (const context of contexts) {
      const evaluated = await evaluate(admin, 'told', context);
      expect(asEvaluated(await explain(admin, 'told', context))).toEqual(evaluated);
      served.push({ context, at: new Date().toISOString(), evaluated, version });
    }
    // A moment includes the changes made at it, so the next one must be of another millisecond.
    await sleep(2);
  }
  expect(served.length).toBe(200);
  const reasons = new Set(served.map(({ evaluated }) => evaluated?.reason));
  expect(reasons).toEqual(new Set(['RULE_MATCH', 'ROLLOUT', 'KILLED', 'DEFAULT', 'NOT_FOUND']));
  for (const { context, at, evaluated, version } of served) {
    const explanation = await explain(admin, 'told', context, at);
    expect([at, asEvaluated(explanation)]).toEqual([at, evaluated]);
    expect([explanation.at, explanation.config_version]).toEqual([at, version]);
  }
});

describe.concurrent('an explanation', () => {
  test('says why: identity, bucket, the rules that failed and where', async ({ admin }) => {
    await admin.flag('why', { value_type: 'string', default_value: 'default' });
    const { rules, rollout } = await admin
      .rules('why', [
        { name: 'off', conditions: [], value: 'x', enabled: false },
        { name: 'elsewhere', conditions: [when('plan', 'exists'), when('country', 'eq', 'CH')], value: 'x' },
        { name: 'nobody', conditions: [], value: 'x', percentage: 0 },
      ])
      .then(() => admin.rollout('why', 100, 'rolled out'));
    const sent = await explain(admin, 'why', { user_id: 'u', plan: 'gold', country: 'DE' });
    expect(sent).toMatchObject({
      flag_key: 'why',
      value: 'rolled out',
      reason: 'ROLLOUT',
      identity: 'u:u',
      rule_id: null,
    });
    expect(sent.rules).toMatchObject([
      { rule_id: rules[0]?.id, name: 'off', outcome: 'disabled' },
      {
        rule_id: rules[1]?.id,
        outcome: 'condition_failed',
        failed_condition: { field: 'country', op: 'eq', values: ['CH'], actual: 'DE' },
      },
      { rule_id: rules[2]?.id, outcome: 'outside_percentage', percentage: 0 },
    ]);
    expect(sent.rollout).toMatchObject({ outcome: 'matched', percentage: 100 });
    await admin.rollout('why', 99, 'most');
    const bucketed = await explain(admin, 'why', { device_id: 'd' });
    expect(bucketed.rollout).toMatchObject({ hash_input: `d:d:${rollout?.id}`, bucket: expect.any(Number) });
    const nobody = await explain(admin, 'why', {});
    expect([nobody.identity, nobody.reason, nobody.rollout?.outcome]).toEqual([null, 'DEFAULT', 'no_identity']);
  });

  test('of a moment before the flag existed is NOT_FOUND, of one in the future 400', async ({ admin }) => {
    const { created_at } = await admin.flag('young');
    const before = new Date(Date.parse(created_at) - 1).toISOString();
    expect(await explain(admin, 'young', {}, before)).toMatchObject({ value: null, reason: 'NOT_FOUND', rules: [] });
    expect(await explain(admin, 'young', {}, created_at)).toMatchObject({ value: false, reason: 'DEFAULT' });
    const later = new Date(Date.now() + 60_000).toISOString();
    const refused = await admin.call('POST', '/v1/flags/young/explain', { context: {}, at: later });
    expect([refused.status, Object.keys(refused.error.details?.fieldErrors ?? {})]).toEqual([400, ['at']]);
  });

  test('takes any ISO time, and nothing else', async ({ admin }) => {
    await admin.flag('young');
    await sleep(2);
    const now = new Date();
    for (const at of [
      now.toISOString(),
      now.toISOString().replace('Z', '+00:00'),
      now.toISOString().replace('Z', '999Z'),
    ]) {
      expect((await explain(admin, 'young', {}, at)).reason).toBe('DEFAULT');
    }
    for (const at of ['yesterday', '', 5]) {
      expect((await admin.call('POST', '/v1/flags/young/explain', { context: {}, at })).status).toBe(400);
    }
    expect((await admin.call('POST', '/v1/flags/young/explain', { context: {}, at: null })).status).toBe(200);
    expect((await admin.call('POST', '/v1/flags/young/explain', { context: 'u' })).status).toBe(400);
  });

  test('is of the environment that is asked for', async ({ admin }) => {
    await admin.flag('apart');
    await admin.rollout('apart', 100, true, '?environment_id=development');
    const elsewhere = await admin.done<Explanation>('POST', '/v1/flags/apart/explain?environment_id=development', {
      context: {},
    });
    expect([elsewhere.value, (await explain(admin, 'apart', {})).value]).toEqual([true, false]);
  });
});
