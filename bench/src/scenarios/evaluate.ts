import { randomUUID } from 'node:crypto';
import { GrowthBookClient } from '@growthbook/growthbook';
import { compileRuleset, evaluateAll } from '@lamppost/evaluator';
import { FlagdCore } from '@openfeature/flagd-core';
import { InMemStorageProvider, Unleash } from 'unleash-client';
import { type SampleUser, sampleFlags, sampleUser, wireRules } from '../harness/sample-flags.ts';
import { type BenchOptions, type Row, ratioRow, type Scenario } from '../harness/scenario.ts';
import { median } from '../harness/spread.ts';
import { steadyRounds } from '../harness/steady-rounds.ts';

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

interface Measured {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

function measure(name: string, evaluate: EvaluateAll, seconds: number, from: number): Measured {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const endsAt = startedAt + seconds * 1000;
  let [count, on] = [0, 0];
  while (performance.now() < endsAt) {
    for (let turn = 0; turn < 50; turn += 1) on += evaluate(sampleUser(from + count++));
  }
  const share = on / count;
  if (share < 20 || share > 45) throw new Error(`${name} turns on ${share} of 50: not the same work`);
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: count / ((performance.now() - startedAt) / 1000), cpuMicros: (user + system) / count };
}

async function compare(name: string, engine: EvaluateAll, own: EvaluateAll, options: BenchOptions): Promise<Row> {
  const seconds = Math.max(0.5, options.seconds / 4);
  let from = 0;
  const turn = async (of: string, evaluate: EvaluateAll): Promise<Measured> => {
    from += 1_000_000;
    return measure(of, evaluate, seconds, from);
  };
  // Compiled and optimized before anything counts.
  for (const evaluate of [engine, own]) await turn(name, evaluate);
  const { rounds, isNoisy } = await steadyRounds({
    rounds: options.rounds,
    floor: () => turn(name, engine),
    speedOf: ({ perSecond }) => perSecond,
    measure: () => turn('lamppost', own),
  });
  const pairs = rounds.map(({ before, measured, after }) => ({
    product: measured.perSecond,
    reference: (before.perSecond + after.perSecond) / 2,
  }));
  return {
    ...ratioRow(`evaluate 50 flags × 10 rules in process, against ${name}`, pairs, 3, isNoisy),
    cpu: {
      per: 'user',
      oursMicros: median(rounds.map(({ measured }) => measured.cpuMicros)),
      referenceMicros: median(rounds.map(({ before }) => before.cpuMicros)),
    },
  };
}

export const evaluate: Scenario = {
  name: 'evaluate',
  topic: 'Config and flags',
  isInProcess: true,
  sentence: '50 flags of 10 rules evaluated in process for a new user each time, against published engines',
  run: async (options) => {
    const unleashClient = await unleash();
    const engines = { 'flagd-core': flagd(), growthbook: growthbook(), 'unleash-client': unleashClient };
    const own = ours();
    const rows: Row[] = [];
    for (const [name, engine] of Object.entries(engines)) rows.push(await compare(name, engine, own, options));
    unleashClient.stop();
    return rows;
  },
};
