import { expect, test } from 'vitest';
import type { EdgeSnapshot } from '../edge-snapshot.ts';
import { edgeLosses, isOlder } from './edge-losses.ts';
import { sampleSnapshot as newer, sampleFlag } from './sample-snapshot.contract.ts';

test('nothing is missing from a control plane that holds all of it, and more', () => {
  const more: EdgeSnapshot = { ...newer, flags: [...newer.flags, sampleFlag('f3', 9)] };
  expect(edgeLosses(newer, more)).toEqual([]);
  expect(isOlder(more, newer)).toBe(false);
});

test('when flags were made, and where nobody targets them, makes no difference', () => {
  const [flag] = newer.flags;
  const same = flag && {
    ...flag,
    position: 99,
    targeting: { ...flag.targeting, e9: { rules: [], rollout: null, kill: null } },
  };
  expect(edgeLosses({ ...newer, flags: same === undefined ? [] : [same] }, newer)).toEqual([]);
});

const [key, revoked] = newer.keys;
const losses: Record<string, [Partial<EdgeSnapshot>, string]> = {
  'a flag': [{ flags: newer.flags.slice(1) }, 'flag key_f1 of the project default'],
  'an edit of a flag': [
    { flags: [sampleFlag('f1', 1, 'older'), ...newer.flags.slice(1)] },
    'flag key_f1 of the project default',
  ],
  'an experiment': [{ experiments: newer.experiments.slice(1) }, 'experiment buttons of the project default'],
  'a member of a group': [
    { groups: newer.groups.map((group) => ({ ...group, members: group.members.slice(1) })) },
    'group beta of the project default',
  ],
  'a schema': [{ schemas: newer.schemas.slice(1) }, 'schema of $pageview of the project default'],
  'a key': [{ keys: revoked === undefined ? [] : [revoked] }, 'secret key k1 of the project default'],
  'a revocation': [
    { keys: [key, revoked].flatMap((each) => (each === undefined ? [] : [{ ...each, isRevoked: false }])) },
    'revocation of the dev key k2 of the project default',
  ],
  'a project': [{ projects: newer.projects.slice(0, 1) }, 'project other'],
  'an environment': [{ environments: newer.environments.slice(0, 1) }, 'environment production of the project other'],
  'a plan': [{ plans: [] }, 'the plans'],
};
for (const [name, [older, reported]] of Object.entries(losses)) {
  test(`the loss of ${name} is told by name`, () => {
    expect(edgeLosses(newer, { ...newer, ...older })).toEqual([reported]);
  });
}

test('a control plane is older when a version has gone back, or a key or its revocation is missing', () => {
  const environments = newer.environments.map((each) => ({ ...each, configVersion: each.configVersion - 1 }));
  const older: Partial<EdgeSnapshot>[] = [
    { environments },
    { environments: newer.environments.slice(1) },
    { keys: newer.keys.slice(1) },
    { keys: newer.keys.map((each) => ({ ...each, isRevoked: false })) },
  ];
  for (const change of older) expect(isOlder({ ...newer, ...change }, newer)).toBe(true);
});
