import { describe, expect, test } from 'vitest';
import type { ImportedFlags } from './imported-flags.ts';
import { readFlagd } from './read-flagd.ts';
import { readGrowthbook } from './read-growthbook.ts';
import { readLaunchdarkly } from './read-launchdarkly.ts';
import { readUnleash } from './read-unleash.ts';
import { shareRules } from './share-rules.ts';

const options = { environment: 'production', from: 'production' };

/** Rules of a flag, a line each, the rollout last. */
function linesOf({ flags, left }: ImportedFlags, source: string): unknown[] {
  const flag = flags.find((one) => one.source === source);
  if (flag === undefined) return [`left: ${left.find((one) => one.source === source)?.reason}`];
  const { rules = [], rollout } = flag.spec.environments.production ?? {};
  return [
    ...rules.map(({ conditions, value, percentage }) =>
      [
        conditions.map(({ field, op, values }) => `${field} ${op} ${values.join('|')}`).join(' & '),
        JSON.stringify(value),
        percentage,
      ].join(' → '),
    ),
    ...(rollout ? [`rollout ${JSON.stringify(rollout.value)} ${rollout.percentage}`] : []),
    `default ${JSON.stringify(flag.spec.default_value)}`,
  ];
}

describe('Unleash', () => {
  const strategy = (more: object) => ({ name: 'default', parameters: {}, constraints: [], segments: [], ...more });
  const exported = {
    features: [
      { name: 'new-checkout', description: 'The new one' },
      { name: 'off' },
      { name: 'custom' },
      { name: 'dated' },
    ],
    featureStrategies: [
      strategy({
        featureName: 'new-checkout',
        environment: 'production',
        name: 'flexibleRollout',
        parameters: { rollout: '25', stickiness: 'default' },
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['u-1'], inverted: true }],
        segments: [7],
      }),
      strategy({ featureName: 'new-checkout', environment: 'development' }),
      strategy({ featureName: 'off', environment: 'production' }),
      strategy({ featureName: 'custom', environment: 'production', name: 'byHostname' }),
      strategy({
        featureName: 'dated',
        environment: 'production',
        constraints: [{ contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-01-01' }],
      }),
    ],
    featureEnvironments: ['new-checkout', 'custom', 'dated', 'off'].map((featureName) => ({
      featureName,
      environment: 'production',
      enabled: featureName !== 'off',
      variants: [],
    })),
    segments: [{ id: 7, constraints: [{ contextName: 'plan', operator: 'STR_STARTS_WITH', values: ['pro'] }] }],
  };

  test('an export: constraints, segments, percentages, and what cannot be said', () => {
    const imported = readUnleash(exported, options);
    expect(linesOf(imported, 'new-checkout')).toEqual([
      'user_id not_in u-1 & plan starts_with pro → true → 25',
      'default false',
    ]);
    expect(imported.flags[0]?.spec.key).toBe('new_checkout');
    expect(linesOf(imported, 'off')).toEqual(['default false']);
    expect(linesOf(imported, 'custom')).toEqual(['left: the strategy byHostname']);
    expect(linesOf(imported, 'dated')).toEqual(['left: a constraint with DATE_AFTER']);
  });

  test('features of a client have one environment, and variants are told of', () => {
    const features = [{ name: 'a_b', enabled: true, strategies: [strategy({})], variants: [{ name: 'x' }] }];
    const imported = readUnleash({ features }, options);
    expect(linesOf(imported, 'a_b')).toEqual([' → true → 100', 'default false']);
    expect(imported.flags[0]?.notes).toEqual(['its variants are left out: create an experiment']);
  });
});

describe('GrowthBook', () => {
  test('the payload of SDKs', () => {
    const features = {
      'page-size': {
        defaultValue: 20,
        rules: [{ condition: { plan: { $in: ['pro'] }, beta: { $exists: true } }, force: 50, coverage: 0.125 }],
      },
      either: { defaultValue: false, rules: [{ condition: { $or: [{}] }, force: true }] },
      tested: { defaultValue: 'a', rules: [{ variations: ['a', 'b'] }] },
      mixed: { defaultValue: 'a', rules: [{ force: 1 }] },
    };
    const imported = readGrowthbook({ features }, options);
    expect(linesOf(imported, 'page-size')).toEqual(['plan in pro & beta exists  → 50 → 12.5', 'default 20']);
    expect(linesOf(imported, 'either')).toEqual(['left: a condition with $or']);
    expect(linesOf(imported, 'tested')).toEqual(['left: it has an experiment: create it as an experiment']);
    expect(linesOf(imported, 'mixed')).toEqual(['left: its values are of different types']);
  });
});

describe('LaunchDarkly', () => {
  const flag = (production: object, values: unknown[] = [true, false]) => ({
    key: 'f1',
    variations: values.map((value) => ({ value })),
    environments: {
      production: { on: true, offVariation: values.length - 1, fallthrough: { variation: 0 }, ...production },
    },
  });
  const lines = (production: object, values?: unknown[]) =>
    linesOf(readLaunchdarkly(flag(production, values), options), 'f1');

  test('on for everybody is a rollout of 100 %, off is the default', () => {
    expect(lines({})).toEqual(['rollout true 100', 'default false']);
    expect(lines({ on: false })).toEqual(['default false']);
  });

  test('a rule with a rollout decides for all that match it', () => {
    const rule = {
      clauses: [{ attribute: 'key', op: 'in', values: ['u-1'], negate: true, contextKind: 'user' }],
      rollout: {
        variations: [
          { variation: 0, weight: 30_000 },
          { variation: 1, weight: 70_000 },
        ],
      },
    };
    expect(lines({ rules: [rule], fallthrough: { variation: 1 } })).toEqual([
      'user_id not_in u-1 → true → 30',
      'user_id not_in u-1 → false → 100',
      'default false',
    ]);
  });

  test('several variations have their shares', () => {
    const variations = [0, 1, 2].map((variation) => ({ variation, weight: [50_000, 25_000, 25_000][variation] }));
    expect(lines({ fallthrough: { rollout: { variations } } }, ['a', 'b', 'c'])).toEqual([
      ' → "a" → 50',
      ' → "b" → 50',
      ' → "c" → 100',
      'default "c"',
    ]);
  });

  test('prerequisites name flags as they are called here, and need these to be imported', () => {
    const items = [
      { ...flag({ prerequisites: [{ key: 'newPayments', variation: 1 }] }), key: 'one-click' },
      { ...flag({}, ['old', 'new']), key: 'newPayments' },
      { ...flag({ prerequisites: [{ key: 'two', variation: 0 }] }), key: 'three' },
      { ...flag({ prerequisites: [{ key: 'gone', variation: 0 }] }), key: 'two' },
      { ...flag({ on: false, prerequisites: [{ key: 'gone', variation: 0 }] }), key: 'off' },
    ];
    const imported = readLaunchdarkly({ items }, options);
    expect(imported.flags.map(({ spec }) => [spec.key, spec.prerequisites])).toEqual([
      ['one_click', [{ flag: 'new_payments', value: 'new' }]],
      ['new_payments', []],
      ['off', []],
    ]);
    expect(imported.flags[0]?.notes).toContain('its prerequisites hold in all environments');
    expect(imported.left).toEqual([
      { source: 'two', reason: 'it needs gone, which is not imported' },
      { source: 'three', reason: 'it needs two, which is not imported' },
    ]);
  });

  test('segments and other kinds of contexts are left out', () => {
    expect(lines({ rules: [{ clauses: [{ op: 'segmentMatch', values: ['s'] }], variation: 0 }] })[0]).toContain(
      'left: it uses a segment',
    );
    expect(lines({ contextTargets: [{ contextKind: 'org', values: ['o'], variation: 0 }] })[0]).toContain(
      'contexts of the kind org',
    );
  });
});

describe('flagd', () => {
  const read = (targeting: object, more: object = {}) =>
    readFlagd(
      {
        $evaluators: { pro: { in: [{ var: 'plan' }, ['pro', 'team']] } },
        flags: {
          f1: { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'off', targeting, ...more },
        },
      },
      options,
    );

  test('if and else, and, or, references and versions', () => {
    const targeting = {
      if: [
        { and: [{ $ref: 'pro' }, { sem_ver: [{ var: 'app_version' }, '>=', '2.0.0'] }] },
        'on',
        { or: [{ ends_with: [{ var: 'email' }, '@acme.com'] }, { '==': ['DE', { var: 'country' }] }] },
        'on',
        { fractional: [{ var: 'targetingKey' }, ['on', 10], ['off', 90]] },
      ],
    };
    expect(linesOf(read(targeting), 'f1')).toEqual([
      'plan in pro|team & app_version semver_gte 2.0.0 → true → 100',
      'email ends_with @acme.com → true → 100',
      'country eq DE → true → 100',
      'rollout true 10',
      'default false',
    ]);
  });

  test('disabled, without targeting, and what cannot be said', () => {
    expect(linesOf(read({ if: [{ '==': [1, 1] }, 'on'] }, { state: 'DISABLED' }), 'f1')).toEqual(['default false']);
    expect(linesOf(read({}), 'f1')).toEqual(['default false']);
    expect(linesOf(read({ if: [{ '>': [{ var: '$flagd.timestamp' }, 1] }, 'on'] }), 'f1')[0]).toContain(
      'left: a condition about $flagd',
    );
    const wide = { and: Array.from({ length: 12 }, () => ({ or: [{ $ref: 'pro' }, { $ref: 'pro' }] })) };
    expect(linesOf(read({ if: [wide, 'on'] }), 'f1')).toEqual(['left: too many alternatives in its conditions']);
    const deep = JSON.parse(`${'{"and":['.repeat(5000)}${']}'.repeat(5000)}`);
    expect(linesOf(read({ if: [deep, 'on'] }), 'f1')).toEqual(['left: conditions that are nested too deeply']);
  });
});

test('keys that would be the same are told of, and so is one that no key can be made of', () => {
  const flags = {
    'a-b': { variants: { x: 'x' }, defaultVariant: 'x' },
    a_b: { variants: { x: 'x' }, defaultVariant: 'x' },
    '1': {},
  };
  const { left } = readFlagd({ flags }, options);
  expect(left.map(({ source }) => source).toSorted()).toEqual(['1', 'a_b']);
});

test('shares of all rules together are those that were asked for', () => {
  const rules = shareRules(
    [],
    [
      { value: 'a', weight: 20 },
      { value: 'b', weight: 30 },
      { value: 'c', weight: 50 },
    ],
  );
  let rest = 1;
  const shares = rules.map(({ value, percentage }) => {
    const share = (rest * percentage) / 100;
    rest -= share;
    return [value, Math.round(share * 1000) / 1000];
  });
  expect(shares).toEqual([
    ['a', 0.2],
    ['b', 0.3],
    ['c', 0.5],
  ]);
});
