import {
  assignExperiments,
  compileRuleset,
  type EvaluationContext,
  evaluateValues,
  type Ruleset,
} from '@lamppost/evaluator';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { isLong } from '../../src/telemetry/testing/torture-run.ts';
import { Admin, type ConfigData, halves, when } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});

const devices = ['d0', 'd1'];
const users = ['u0', 'u1'];
const flags = ['alpha', 'beta'];

const audience: Rule['conditions'] = [{ field: 'platform', op: 'neq', values: ['ios'] }];

type Rule = Ruleset['flags'][number]['rules'][number];
interface ModelFlag {
  id: string;
  defaultValue: number;
  isArchived: boolean;
  rules: readonly Rule[];
  rollout: { id: string; percentage: number; value: number } | null;
  kill: { value: number } | null;
}
interface ModelDevice {
  facts: Record<string, string>;
  user: string | null;
  revision: number;
}
interface ModelExperiment {
  id: string;
  status: 'draft' | 'running' | 'paused' | 'completed';
  winner: string | null;
  traffic: number;
  testers: readonly { variant_key: string; user_ids: readonly string[]; group_keys: readonly string[] }[];
  /** It completed while nobody was held out, or before those were who are now. */
  isBeforeHoldout: boolean;
}

/** What the server should know, and everything that a tag is made from. */
class Model {
  readonly flags = new Map<string, ModelFlag>();
  readonly devices = new Map<string, ModelDevice>();
  readonly attributes = new Map<string, Record<string, unknown>>();
  readonly members = new Set<string>();
  readonly userRevisions = new Map<string, number>();
  experiment: ModelExperiment | undefined;
  holdout = { id: '', percentage: 0 };
  version = 0;

  moveUser(user: string): void {
    this.userRevisions.set(user, (this.userRevisions.get(user) ?? 0) + 1);
  }

  /** Equal exactly when no input of the tag has moved. */
  tagInputs({ device, query }: Question): string {
    const known = device === undefined ? undefined : this.devices.get(device);
    const user = query.user_id ?? known?.user ?? null;
    return JSON.stringify([
      this.version,
      device,
      query,
      known?.user,
      known?.revision,
      user === null ? 0 : this.userRevisions.get(user),
    ]);
  }

  response({ device, query }: Question): Pick<ConfigData, 'flags'> & { experiments: Record<string, string> } {
    const known = device === undefined ? undefined : this.devices.get(device);
    const userId = query.user_id ?? known?.user ?? undefined;
    const context: EvaluationContext = {
      userId,
      deviceId: device,
      platform: query.platform ?? known?.facts.platform,
      country: known?.facts.country,
      environment: 'production',
      attributes: userId === undefined ? {} : (this.attributes.get(userId) ?? {}),
    };
    const compiled = compileRuleset(this.#ruleset());
    const experiments: Record<string, string> = {};
    for (const [key, { variantKey }] of assignExperiments(compiled, context)) experiments[key] = variantKey;
    return { flags: evaluateValues(compiled, context), experiments };
  }

  #ruleset(): Ruleset {
    const { experiment } = this;
    return {
      config_version: String(this.version),
      groups: { testers: [...this.members] },
      flags: [...this.flags].map(([key, { id, defaultValue, isArchived, rules, rollout, kill }]) => ({
        id,
        key,
        value_type: 'number',
        default_value: defaultValue,
        platforms: ['web'],
        status: isArchived ? 'archived' : 'active',
        rules,
        rollout,
        kill,
      })),
      experiments:
        experiment === undefined
          ? []
          : [
              {
                ...experiment,
                key: 'checkout',
                unit: 'auto',
                traffic_pct: experiment.traffic,
                audience,
                overrides: experiment.testers,
                holdout: this.holdout.percentage === 0 || experiment.isBeforeHoldout ? null : this.holdout,
                variants: halves.map(({ key, weight, payload = {} }) => ({ key, weight, payload })),
              },
            ],
    };
  }
}

interface Question {
  readonly device?: string;
  readonly query: { readonly user_id?: string; readonly platform?: string };
}

interface Real {
  readonly project: TestProject;
  readonly admin: Admin;
  /** Tags that clients hold, with the inputs they were made from. */
  readonly held: Map<string, { tag: string; inputs: string }>;
}

interface Step {
  run(model: Model, real: Real): Promise<void>;
  /** What fast-check prints of a sequence that failed. */
  toString(): string;
}

const step = <T>(name: string, given: fc.Arbitrary<T>, run: (given: T, model: Model, real: Real) => Promise<void>) =>
  given.map(
    (value): Step => ({
      run: (model, real) => run(value, model, real),
      toString: () => `${name} ${JSON.stringify(value)}`,
    }),
  );

/** A flag is made when it is first needed. */
async function flagOf(model: Model, { admin }: Real, key: string): Promise<ModelFlag> {
  const known = model.flags.get(key);
  if (known !== undefined) return known;
  const { id } = await admin.flag(key, { value_type: 'number', platforms: ['web'] });
  const flag: ModelFlag = { id, defaultValue: 0, isArchived: false, rules: [], rollout: null, kill: null };
  model.flags.set(key, flag);
  model.version += 1;
  return flag;
}

const flagKey = fc.constantFrom(...flags);
const number = fc.integer({ min: 0, max: 3 });
const percentage = fc.constantFrom(0, 30, 60, 100);
const condition = fc.constantFrom(
  when('country', 'eq', 'CH'),
  when('plan', 'eq', 'gold'),
  when('user_group', 'in', 'testers'),
  when('user_id', 'exists'),
);

const setRules = step(
  'setRules',
  fc.tuple(flagKey, fc.array(fc.tuple(fc.array(condition, { maxLength: 2 }), number, percentage), { maxLength: 3 })),
  async ([key, drafts], model, real) => {
    const flag = await flagOf(model, real, key);
    const sent = drafts.map(([conditions, value, share], index) => ({
      ...(flag.rules[index] === undefined ? {} : { id: flag.rules[index].id }),
      conditions,
      value,
      percentage: share,
      enabled: true,
    }));
    const { rules } = await real.admin.rules(key, sent);
    if (JSON.stringify(rules) !== JSON.stringify(flag.rules)) model.version += 1;
    flag.rules = rules as readonly Rule[];
  },
);

const setRollout = step(
  'setRollout',
  fc.tuple(flagKey, percentage, number),
  async ([key, share, value], model, real) => {
    const flag = await flagOf(model, real, key);
    const { rollout } = await real.admin.rollout(key, share, value);
    if (flag.rollout?.percentage !== share || flag.rollout.value !== value) model.version += 1;
    flag.rollout = { id: rollout?.id ?? '', percentage: share, value };
  },
);

const kill = step('kill', fc.tuple(flagKey, number), async ([key, value], model, real) => {
  const flag = await flagOf(model, real, key);
  if (flag.kill !== null) return;
  await real.admin.kill(key, { value });
  flag.kill = { value };
  model.version += 1;
});

const restore = step('restore', flagKey, async (key, model, real) => {
  const flag = await flagOf(model, real, key);
  await real.admin.restore(key);
  if (flag.kill !== null) model.version += 1;
  flag.kill = null;
});

const changeFlag = step(
  'changeFlag',
  fc.tuple(flagKey, number, fc.boolean()),
  async ([key, defaultValue, isArchived], model, real) => {
    const flag = await flagOf(model, real, key);
    await real.admin.change(key, { default_value: defaultValue, status: isArchived ? 'archived' : 'active' });
    if (flag.defaultValue !== defaultValue || flag.isArchived !== isArchived) model.version += 1;
    Object.assign(flag, { defaultValue, isArchived });
  },
);

const moveExperiment = step('moveExperiment', fc.constantFrom('pause', 'complete'), async (last, model, { admin }) => {
  const { experiment } = model;
  if (experiment === undefined) {
    const { id } = await admin.experiment('checkout', { traffic_pct: 70, audience });
    model.experiment = { id, status: 'draft', winner: null, traffic: 70, testers: [], isBeforeHoldout: false };
  } else if (experiment.status === 'draft' || experiment.status === 'paused') {
    await admin.move('checkout', experiment.status === 'draft' ? 'start' : 'resume');
    experiment.status = 'running';
  } else if (experiment.status === 'running') {
    await admin.move('checkout', last, last === 'complete' ? { winner: 'treatment' } : undefined);
    experiment.status = last === 'complete' ? 'completed' : 'paused';
    experiment.winner = last === 'complete' ? 'treatment' : null;
    experiment.isBeforeHoldout = last === 'complete' && model.holdout.percentage === 0;
  } else return;
  model.version += 1;
});

const setTesters = step(
  'setTesters',
  fc.tuple(fc.constantFrom('control', 'treatment'), fc.subarray(users), fc.boolean()),
  async ([variant_key, user_ids, hasGroup], model, { admin }) => {
    const { experiment } = model;
    if (experiment === undefined) return;
    const isNobody = user_ids.length === 0 && !hasGroup;
    const testers = isNobody ? [] : [{ variant_key, user_ids, group_keys: hasGroup ? ['testers'] : [] }];
    await admin.done('PUT', '/v1/experiments/checkout/overrides', { overrides: testers });
    if (JSON.stringify(testers) !== JSON.stringify(experiment.testers)) model.version += 1;
    experiment.testers = testers;
  },
);

const setTraffic = step('setTraffic', fc.constantFrom(20, 100), async (traffic_pct, model, { admin }) => {
  const { experiment } = model;
  if (experiment?.status !== 'running' && experiment?.status !== 'paused') return;
  await admin.done('PUT', '/v1/experiments/checkout/traffic', { traffic_pct });
  if (experiment.traffic !== traffic_pct) model.version += 1;
  experiment.traffic = traffic_pct;
});

const setHoldout = step('setHoldout', fc.constantFrom(0, 25, 50), async (percentage, model, { admin }) => {
  const { id } = await admin.done<{ id: string }>('PUT', '/v1/holdout', { percentage });
  if (percentage !== model.holdout.percentage) model.version += 1;
  // What was over when it began stays with everybody, for good.
  if (model.holdout.percentage === 0 && model.experiment?.status === 'completed')
    model.experiment.isBeforeHoldout = true;
  model.holdout = { id, percentage };
});

const register = step(
  'register',
  fc.record({
    device: fc.constantFrom(...devices),
    country: fc.constantFrom('CH', 'DE'),
    platform: fc.constantFrom('web', 'ios'),
  }),
  async ({ device, ...facts }, model, { project }) => {
    await project.post('/v1/devices/register', { device_id: device, ...facts });
    const known = model.devices.get(device);
    const hasMoved = known?.facts.country !== facts.country || known.facts.platform !== facts.platform;
    const revision = (known?.revision ?? 0) + (hasMoved ? 1 : 0);
    model.devices.set(device, { facts, user: known?.user ?? null, revision });
  },
);

const identify = step(
  'identify',
  fc.tuple(fc.constantFrom(...devices), fc.constantFrom(...users), fc.constantFrom('gold', 'tin', null, undefined)),
  async ([device, user, plan], model, { project }) => {
    const attributes = plan === undefined ? {} : { plan };
    const response = await project.post(`/v1/devices/${device}/identify`, { user_id: user, attributes });
    const known = model.devices.get(device);
    expect(response.status).toBe(known === undefined ? 404 : 200);
    if (known === undefined) return;
    const before = model.attributes.get(user) ?? {};
    const { plan: _, ...rest } = before;
    const after = plan === undefined ? before : plan === null ? rest : { ...rest, plan };
    if (JSON.stringify(before) !== JSON.stringify(after)) model.moveUser(user);
    model.attributes.set(user, after);
    known.user = user;
  },
);

const changeGroup = step('changeGroup', fc.constantFrom(...users), async (user, model, { admin }) => {
  if (model.members.delete(user)) await admin.call('DELETE', `/v1/groups/testers/members/${user}`);
  else {
    await admin.addMember('testers', user);
    model.members.add(user);
  }
  model.moveUser(user);
});

const clients: readonly Question[] = [
  { device: 'd0', query: {} },
  { device: 'd1', query: {} },
  { device: 'd0', query: { user_id: 'u0' } },
  { device: 'stranger', query: { user_id: 'u1', platform: 'web' } },
  { query: {} },
];
/** So that a run which hardly asks twice is not taken for a proof. */
const seen = { unmoved: 0, moved: 0 };

const run = step(
  'ask',
  fc.tuple(fc.constantFrom(...clients), fc.constantFrom(true, true, true, false)),
  async ([question, isConditional], model, { project, held }) => {
    const { device, query } = question;
    const client = JSON.stringify(question);
    const known = held.get(client);
    const inputs = model.tagInputs(question);
    const response = await project.send('GET', `/v1/config?${new URLSearchParams(query)}`, {
      headers: {
        ...(device === undefined ? {} : { 'X-Device-ID': device }),
        ...(isConditional && known !== undefined ? { 'If-None-Match': known.tag } : {}),
      },
    });
    const isUnmoved = isConditional && known?.inputs === inputs;
    expect([client, response.status]).toEqual([client, isUnmoved ? 304 : 200]);
    if (isConditional && known !== undefined) seen[isUnmoved ? 'unmoved' : 'moved'] += 1;
    if (isUnmoved) return;
    const { flags: values, experiments, etag } = response.data<ConfigData>();
    const variants = Object.fromEntries(
      Object.entries(experiments).map(([key, { variant_key }]) => [key, variant_key]),
    );
    expect({ flags: values, experiments: variants }).toEqual(model.response(question));
    for (const [other, { tag, inputs: its }] of held) {
      // Clients that ask the same under the same inputs hold the same tag, and no others.
      expect([other, tag === etag]).toEqual([other, other === client && its === inputs]);
    }
    held.set(client, { tag: etag, inputs });
  },
);

const edits = fc.oneof(
  setRules,
  setRollout,
  kill,
  restore,
  changeFlag,
  moveExperiment,
  setTesters,
  setTraffic,
  setHoldout,
  register,
  identify,
  changeGroup,
);
const steps = fc.array(fc.oneof({ weight: 2, arbitrary: edits }, { weight: 3, arbitrary: run }), {
  minLength: 25,
  maxLength: 25,
});

test('304 exactly when no input of the tag has moved, and every 200 says what the evaluator says', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const project = await TestProject.create(server);
      const real: Real = { project, admin: new Admin(project), held: new Map() };
      await real.admin.group('testers');
      const model = new Model();
      for (const device of devices) {
        await project.post('/v1/devices/register', { device_id: device });
        model.devices.set(device, { facts: {}, user: null, revision: 0 });
      }
      for (const { run } of sequence) await run(model, real);
    }),
    { numRuns: isLong ? 40 : 15, seed: 20_261_115, endOnFailure: true },
  );
  expect(Math.min(seen.unmoved, seen.moved)).toBeGreaterThan(50);
});
