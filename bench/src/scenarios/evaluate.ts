import { randomUUID } from 'node:crypto';
import { GrowthBookClient } from '@growthbook/growthbook';
import { compileRuleset, evaluateAll } from '@lamppost/evaluator';
import { FlagdCore } from '@openfeature/flagd-core';
import { InMemStorageProvider, Unleash } from 'unleash-client';
import { type SampleUser, sampleFlags, sampleUser, wireRules } from '../harness/sample-flags.ts';
import { median, type Row, rate, type Scenario } from '../harness/scenario.ts';

/** Evaluates all flags for one user and says how many are on. */
type EvaluateAll = (user: SampleUser) => number;

function ours(): EvaluateAll {
  const compiled = compileRuleset({
    flags: sampleFlags.map((flag) => ({
      id: randomUUID(),
      key: flag.key,
      value_type: 'boolean',
      default_value: false,
      platforms: ['web'],
      rules: wireRules(flag).map((rule) => ({ id: randomUUID(), percentage: 100, enabled: true, ...rule })),
      rollout: { id: randomUUID(), percentage: 50, value: true },
      kill: null,
    })),
    experiments: [],
    groups: {},
    config_version: '1',
  });
  return ({ id, plan, country }) => {
    let on = 0;
    for (const { value } of evaluateAll(compiled, { userId: id, country, attributes: { plan } }).values())
      if (value === true) on += 1;
    return on;
  };
}

function flagd(): EvaluateAll {
  const core = new FlagdCore();
  const targeting = (rules: (typeof sampleFlags)[number]['rules']) => ({
    if: [
      ...rules.flatMap(({ plan, countries }) => [
        { and: [{ '==': [{ var: 'plan' }, plan] }, { in: [{ var: 'country' }, countries] }] },
        'on',
      ]),
      {
        fractional: [
          ['on', 50],
          ['off', 50],
        ],
      },
    ],
  });
  const flags = Object.fromEntries(
    sampleFlags.map(({ key, rules }) => [
      key,
      { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'off', targeting: targeting(rules) },
    ]),
  );
  core.setConfigurations(JSON.stringify({ flags }));
  return ({ id, plan, country }) => {
    let on = 0;
    for (const { value } of core.resolveAll({ targetingKey: id, plan, country })) if (value === true) on += 1;
    return on;
  };
}

function growthbook(): EvaluateAll {
  const client = new GrowthBookClient().initSync({
    payload: {
      features: Object.fromEntries(
        sampleFlags.map(({ key, rules }) => [
          key,
          {
            defaultValue: false,
            rules: [
              ...rules.map(({ plan, countries }) => ({
                condition: { plan, country: { $in: [...countries] } },
                force: true,
              })),
              { coverage: 0.5, hashAttribute: 'id', force: true },
            ],
          },
        ]),
      ),
    },
  });
  return ({ id, plan, country }) => {
    let on = 0;
    const context = { attributes: { id, plan, country } };
    for (const { key } of sampleFlags) if (client.isOn(key, context)) on += 1;
    return on;
  };
}

async function unleash(): Promise<EvaluateAll & { stop(): void }> {
  const client = new Unleash({
    appName: 'bench',
    url: 'http://127.0.0.1:9/',
    refreshInterval: 0,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    bootstrap: {
      data: sampleFlags.map(({ key, rules }) => ({
        name: key,
        type: 'release',
        enabled: true,
        project: 'default',
        stale: false,
        impressionData: false,
        variants: [],
        strategies: [
          ...rules.map(({ plan, countries }) => ({
            name: 'default',
            parameters: {},
            constraints: [
              { contextName: 'plan', operator: 'IN', values: [plan], inverted: false },
              { contextName: 'country', operator: 'IN', values: [...countries], inverted: false },
            ],
          })),
          {
            name: 'flexibleRollout',
            parameters: { rollout: '50', stickiness: 'userId', groupId: key },
            constraints: [],
          },
        ],
      })) as never,
    },
  });
  client.on('error', () => undefined);
  client.on('warn', () => undefined);
  await new Promise((resolve) => client.once('ready', resolve));
  const evaluate = ({ id, plan, country }: SampleUser): number => {
    let on = 0;
    const context = { userId: id, properties: { plan, country } };
    for (const { key } of sampleFlags) if (client.isEnabled(key, context)) on += 1;
    return on;
  };
  return Object.assign(evaluate, { stop: () => client.destroy() });
}

function perSecond(evaluate: EvaluateAll, seconds: number, from: number): { rate: number; on: number } {
  const endsAt = performance.now() + seconds * 1000;
  const startedAt = performance.now();
  let count = 0;
  let on = 0;
  while (performance.now() < endsAt) {
    for (let turn = 0; turn < 50; turn += 1) on += evaluate(sampleUser(from + count++));
  }
  return { rate: count / ((performance.now() - startedAt) / 1000), on: on / count };
}

export const evaluate: Scenario = {
  name: 'evaluate',
  sentence: '50 flags of 10 rules evaluated in process for a new user each time, against published engines',
  run: async ({ seconds, rounds }) => {
    const unleashClient = await unleash();
    const engines: Record<string, EvaluateAll> = {
      lamppost: ours(),
      'flagd-core': flagd(),
      growthbook: growthbook(),
      'unleash-client': unleashClient,
    };
    const rates: Record<string, number[]> = {};
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, engine] of Object.entries(engines)) {
        const measured = perSecond(engine, Math.max(0.5, seconds / 4), round * 1_000_000);
        if (measured.on < 20 || measured.on > 45)
          throw new Error(`${name} turns on ${measured.on} of 50: not the same work`);
        if (round > 0) rates[name] = [...(rates[name] ?? []), measured.rate];
      }
    }
    unleashClient.stop();
    const own = median(rates.lamppost ?? []);
    return Object.keys(engines)
      .filter((name) => name !== 'lamppost')
      .map((name): Row => {
        const value = own / median(rates[name] ?? []);
        return {
          scenario: `evaluate 50 flags × 10 rules in process, against ${name}`,
          measured: rate(own),
          reference: rate(median(rates[name] ?? [])),
          value,
          unit: '×',
          goal: '≥ 3',
          isMet: value >= 3,
        };
      });
  },
};
