import { expect, test } from 'vitest';
import { EdgeState } from '../../edge/edge-state.ts';
import { ANSWER_SHAPE } from '../../edge/generation.ts';
import { sampleSnapshot } from '../../edge/snapshot-file/sample-snapshot.contract.ts';
import { ConfigDelivery } from './config-delivery.ts';
import { ofrepEvaluation } from './ofrep-evaluation.ts';

/** The members of a value, at every level; of a list those of its first element, of flags and groups none. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

test('the shape of what clients hold a tag for is the one that its number stands for', async () => {
  const state = new EdgeState();
  state.swap({ ...sampleSnapshot, flags: sampleSnapshot.flags.slice(0, 1) });
  const delivery = new ConfigDelivery({ state, findDevice: async () => undefined, findUser: async () => undefined });
  const { data } = JSON.parse((await delivery.response({ environmentId: 'e1', deviceId: 'd' })).json());
  const served = state.served('e1');
  const { ruleset } = served;
  const { targeting: _, ...flag } = { targeting: 0, ...ruleset.flags[0] };
  // Anyone who changes what follows raises ANSWER_SHAPE: otherwise clients keep the old shape by a 304.
  expect({
    number: ANSWER_SHAPE,
    config: shapeOf(data),
    flag: Object.keys(flag),
    ruleset: Object.keys(JSON.parse(`{${served.inVersion(1).json}}`)),
    ofrep: shapeOf(ofrepEvaluation('f', { value: true, reason: 'RULE_MATCH', ruleId: 'r' }, '1')),
  }).toEqual({
    number: 2,
    config: {
      config_version: 'string',
      etag: 'string',
      flags: { key_f1: {} },
      experiments: {
        buttons: {
          variant_key: 'string',
          payload: {},
          experiment_id: 'string',
          subject_kind: 'string',
          bucketing_version: 'number',
          assignment_revision: 'string',
          counts_exposure: 'boolean',
        },
      },
    },
    flag: ['id', 'key', 'value_type', 'default_value', 'platforms', 'status', 'rules', 'rollout', 'kill'],
    // Absent, `ruleset_version` is 1: whoever holds such a ruleset reads it as what it is.
    ruleset: ['flags', 'experiments', 'groups', 'config_version', 'ruleset_version'],
    ofrep: {
      key: 'string',
      value: 'boolean',
      variant: 'string',
      reason: 'string',
      metadata: { config_version: 'string', rule_id: 'string' },
    },
  });
});
