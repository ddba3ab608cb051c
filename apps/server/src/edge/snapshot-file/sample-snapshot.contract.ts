import type { EdgeSnapshot, SnapshotFlag } from '../edge-snapshot.ts';

/** A flag with one rule for a group in production. */
export const sampleFlag = (id: string, position: number, value: unknown = true): SnapshotFlag => ({
  projectId: 'p1',
  position,
  definition: {
    id,
    key: `key_${id}`,
    value_type: 'json',
    default_value: { a: [1, null] },
    platforms: ['web'],
    status: 'active',
  },
  targeting: {
    e1: {
      rules: [
        {
          id: `${id}-rule`,
          name: null,
          conditions: [{ field: 'user_group', op: 'in', values: ['beta', 1, true] }],
          value,
          percentage: 12.5,
          enabled: true,
        },
      ],
      rollout: { id: `${id}-rollout`, percentage: 50, value: {} },
      kill: { value: {}, reason: 'too slow', at: '2026-01-01T00:00:00.000Z' },
    },
  },
});

/** One of everything. */
export const sampleSnapshot: EdgeSnapshot = {
  takenAtMs: 1_700_000_000_000,
  mark: { revision: 12, changeId: 'c12', generation: null },
  projects: [
    {
      id: 'p1',
      slug: 'default',
      plan: 'scale',
      timezone: 'Europe/Berlin',
      retentionDays: 90,
      holdout: { id: 'h1', percentage: 2.5, beganAtMs: 1_690_000_000_000 },
    },
    { id: 'p2', slug: 'other', plan: 'free', timezone: 'UTC', retentionDays: null },
  ],
  environments: [
    { id: 'e1', projectId: 'p1', slug: 'production', configVersion: 7 },
    { id: 'e2', projectId: 'p2', slug: 'production', configVersion: 1 },
  ],
  flags: [sampleFlag('f1', 1), sampleFlag('f2', 2, [])],
  experiments: [
    {
      environmentId: 'e1',
      position: 3,
      definition: {
        id: 'x1',
        key: 'buttons',
        unit: 'auto',
        status: 'completed',
        traffic_pct: 10,
        variants: [{ key: 'a', weight: 100, payload: {} }],
        winner: 'a',
      },
      completedAtMs: 1_695_000_000_000,
    },
    {
      environmentId: 'e1',
      position: 4,
      definition: {
        id: 'x2',
        key: 'prices',
        unit: 'user',
        status: 'running',
        traffic_pct: 10,
        variants: [{ key: 'a', weight: 100, payload: {} }],
        winner: null,
        audience: [{ field: 'plan', op: 'in', values: ['pro', 7, true] }],
        overrides: [{ variant_key: 'a', user_ids: ['a\u0000\ud800'], group_keys: ['beta'] }],
        layer: {
          id: 'l1',
          ranges: [
            [0, 500],
            [700, 1_200],
          ],
        },
      },
      completedAtMs: null,
    },
  ],
  groups: [
    { projectId: 'p1', key: 'beta', revision: 2, members: ['ada', 'a\u0000\ud800'] },
    { projectId: 'p1', key: '__proto__', revision: 0, members: [] },
  ],
  schemas: [
    { projectId: 'p1', eventName: '$pageview', mode: 'warn', propertiesJson: '{"required":["path"]}' },
    { projectId: 'p1', eventName: 'Käufe', mode: 'allow', propertiesJson: '' },
  ],
  plans: [{ name: 'scale', requestsPerMinute: 5_000, eventsPerMinute: 300_000, eventsPerDay: 200_000_000 }],
  keys: [
    { id: 'k1', hash: 'aa', kind: 'secret', scope: 'project', projectId: 'p1', environmentId: 'e1', isRevoked: false },
    { id: 'k2', hash: 'bb', kind: 'dev', scope: 'project', projectId: 'p1', environmentId: 'e1', isRevoked: true },
  ],
  operatorTokenHashes: ['cc'],
};
