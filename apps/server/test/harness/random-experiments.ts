import fc from 'fast-check';
import type { Admin } from './admin.ts';

const design = fc.record({
  unit: fc.constantFrom('auto', 'user', 'device'),
  traffic_pct: fc.constantFrom(5, 10, 12.5),
  weights: fc.constantFrom([50, 50], [20, 30, 50]),
  isInLayer: fc.boolean(),
  testers: fc.option(fc.record({ users: fc.subarray(['user-1', 'user-2', 'user-3']), hasGroup: fc.boolean() })),
  end: fc.constantFrom('running', 'running', 'running', 'running', 'paused', 'draft', 'won', 'lost'),
});

/** Experiments of every kind, a group of testers and, where asked for, a holdout: always the same of one seed. */
export async function makeRandomExperiments(admin: Admin, seed: number, heldOutPct: number): Promise<void> {
  await admin.group('beta');
  for (const user of ['user-2', 'user-5']) await admin.addMember('beta', user);
  for (const unit of ['auto', 'user', 'device'])
    await admin.done('POST', '/v1/layers', { key: `of_${unit}`, name: unit });
  const designs = fc.sample(design, { seed, numRuns: 8 });
  // Half of them are over before the holdout begins.
  for (const [at, each] of designs.slice(0, 4).entries()) await make(admin, `exp_${at}`, each);
  if (heldOutPct > 0) await admin.done('PUT', '/v1/holdout', { percentage: heldOutPct });
  for (const [at, each] of designs.slice(4).entries()) await make(admin, `exp_${at + 4}`, each);
}

type Design = typeof design extends fc.Arbitrary<infer Value> ? Value : never;

async function make(admin: Admin, key: string, { weights, isInLayer, testers, end, ...more }: Design): Promise<void> {
  const variants = weights.map((weight, at) => ({
    key: `v${at}`,
    name: `V${at}`,
    weight,
    is_control: at === 0,
    payload: { at },
  }));
  const isNamed = testers !== null && (testers.users.length > 0 || testers.hasGroup);
  const group_keys = testers?.hasGroup ? ['beta'] : [];
  const overrides = isNamed ? [{ variant_key: 'v1', user_ids: testers.users, group_keys }] : [];
  // Every third is for some people only, the same whatever the seed.
  const audience = /[258]$/.test(key)
    ? [{ field: 'user_id', op: 'not_in', values: ['user-3', 'user-9', 'user-12'] }]
    : [];
  await admin.experiment(key, { ...more, variants, audience, overrides, layer: isInLayer ? `of_${more.unit}` : null });
  if (end === 'draft') return;
  await admin.move(key, 'start');
  if (end === 'paused') await admin.move(key, 'pause');
  if (end === 'won' || end === 'lost') await admin.move(key, 'complete', { winner: end === 'won' ? 'v1' : null });
}
