import { murmurHash3 } from '@lamppost/evaluator';
import { test as base, beforeAll, expect } from 'vitest';
import { Admin, type RuleRow, when } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});

const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

const identities = Array.from({ length: 100 }, (_, index) =>
  index % 2 === 0 ? { user_id: `user-${index}` } : { device_id: `device-${index}` },
);
const identityText = (identity: (typeof identities)[number]) =>
  'user_id' in identity ? `u:${identity.user_id}` : `d:${identity.device_id}`;

type Included = ReadonlySet<string>;

/** Who is given the value, by whatever rule or rollout. */
async function given(admin: Admin, value: unknown, more: object = {}): Promise<Included> {
  const evaluations = await Promise.all(
    identities.map(async (identity) => {
      const body = { flag_keys: ['shared'], context: { ...identity, ...more } };
      const { shared } = await admin.done<{ shared: { value: unknown } }>('POST', '/v1/flags/evaluate', body);
      return [identityText(identity), shared.value] as const;
    }),
  );
  return new Set(evaluations.filter(([, reported]) => reported === value).map(([identity]) => identity));
}
const expected = (id: string, percentage: number): Included =>
  new Set(identities.map(identityText).filter((identity) => murmurHash3(`${identity}:${id}`) % 100 < percentage));
const isWithin = (smaller: Included, larger: Included) => [...smaller].every((identity) => larger.has(identity));

test('growing a rollout only adds, shrinking only takes away, and everybody is where the hash says', async ({
  admin,
}) => {
  await admin.flag('shared', { value_type: 'string' });
  let before: Included = new Set();
  for (const percentage of [0, 1, 10, 50, 90, 100]) {
    const { rollout } = await admin.rollout('shared', percentage, 'on');
    const now = await given(admin, 'on');
    expect(now).toEqual(expected(rollout?.id ?? '', percentage));
    expect(isWithin(before, now)).toBe(true);
    before = now;
  }
  expect(before.size).toBe(100);
  for (const percentage of [60, 20]) {
    await admin.rollout('shared', percentage, 'on');
    const now = await given(admin, 'on');
    expect(isWithin(now, before)).toBe(true);
    before = now;
  }
});

test('no edit of rules or rollout moves anybody from one bucket to another', async ({ admin }) => {
  await admin.flag('shared', { value_type: 'string' });
  const rule = { conditions: [when('plan', 'eq', 'gold')], percentage: 40, enabled: true };
  const { rules } = await admin.rules('shared', [
    { ...rule, value: 'first' },
    { ...rule, value: 'second', percentage: 100 },
  ]);
  const [first, second] = rules as [RuleRow, RuleRow];
  const { rollout } = await admin.rollout('shared', 30, 'rolled out');
  const gold = { plan: 'gold' };
  const byRule = await given(admin, 'first', gold);
  const byRollout = await given(admin, 'rolled out');
  expect(byRule).toEqual(expected(first.id, 40));
  expect(byRollout).toEqual(expected(rollout?.id ?? '', 30));
  expect([byRule.size, byRollout.size].every((size) => size > 10 && size < 67)).toBe(true);

  const edits: Record<string, () => Promise<unknown>> = {
    'another value of the rule and back': async () => {
      await admin.rules('shared', [{ ...first, value: 'other' }, second]);
      expect(await given(admin, 'other', gold)).toEqual(byRule);
      await admin.rules('shared', [first, second]);
    },
    'a rule put in front that holds for nobody': () =>
      admin.rules('shared', [{ ...rule, value: 'x', conditions: [when('plan', 'eq', 'tin')] }, first, second]),
    'another name and another condition that holds as well': () =>
      admin.rules('shared', [{ ...first, name: 'renamed', conditions: [when('plan', 'exists')] }, second]),
    'a kill and a restore': async () => {
      await admin.kill('shared', { value: 'killed' });
      expect((await given(admin, 'killed')).size).toBe(100);
      await admin.restore('shared');
    },
    'a rollout to none and back': async () => {
      await admin.rollout('shared', 0, 'rolled out');
      await admin.rollout('shared', 30, 'rolled out');
    },
    'another value of the rollout and back': async () => {
      await admin.rollout('shared', 30, 'other');
      expect(await given(admin, 'other')).toEqual(byRollout);
      await admin.rollout('shared', 30, 'rolled out');
    },
    'another default': () => admin.change('shared', { default_value: 'new default' }),
    'archived and back': async () => {
      await admin.change('shared', { status: 'archived' });
      await admin.change('shared', { status: 'active' });
    },
    'rules disabled and enabled': async () => {
      await admin.rules('shared', [{ ...first, enabled: false }, second]);
      expect((await given(admin, 'first', gold)).size).toBe(0);
      await admin.rules('shared', [first, second]);
    },
  };
  for (const [name, act] of Object.entries(edits)) {
    await act();
    expect([name, await given(admin, 'first', gold)]).toEqual([name, byRule]);
    expect([name, await given(admin, 'rolled out')]).toEqual([name, byRollout]);
  }

  await admin.rules('shared', [{ ...first, percentage: 70 }, second]);
  const more = await given(admin, 'first', gold);
  expect([isWithin(byRule, more), more.size > byRule.size]).toEqual([true, true]);
  // Swapped, the second takes everybody; swapped back, all is as it was.
  await admin.rules('shared', [second, first]);
  expect((await given(admin, 'second', gold)).size).toBe(100);
  await admin.rules('shared', [first, second]);
  expect(await given(admin, 'first', gold)).toEqual(byRule);
});

test('a rule that is sent without its id is another rule, with other buckets', async ({ admin }) => {
  await admin.flag('shared', { value_type: 'string' });
  const rule = { conditions: [], value: 'on', percentage: 50 };
  await admin.rules('shared', [rule]);
  const before = await given(admin, 'on');
  await admin.rules('shared', [rule]);
  expect(await given(admin, 'on')).not.toEqual(before);
});
