import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { servedOf } from '../served-of.contract.ts';
import { readSnapshotFile } from './read-snapshot-file.ts';

/** As version 0.1.0 wrote it. */
const flag = {
  id: 'f1',
  key: 'new_checkout',
  value_type: 'json',
  default_value: { a: [1, null] },
  platforms: ['web'],
  status: 'active',
  rules: [
    {
      id: 'r1',
      name: null,
      conditions: [{ field: 'user_group', op: 'in', values: ['beta', '__proto__', 1, true] }],
      value: [],
      percentage: 12.5,
      enabled: true,
    },
  ],
  rollout: { id: 'o1', percentage: 50, value: {} },
  kill: { value: {}, reason: 'too slow', at: '2026-01-01T00:00:00.000Z' },
};
const experiment = {
  id: 'x1',
  key: 'buttons',
  unit: 'auto',
  status: 'completed',
  traffic_pct: 10,
  variants: [{ key: 'a', weight: 100, payload: {} }],
  winner: 'a',
};
const groups = JSON.parse('{"beta": ["ada", "a\\u0000\\ud800"], "__proto__": []}');
const key = { id: 'k1', hash: 'aa', kind: 'secret', project_id: 'p1', environment_id: 'e1', is_revoked: false };
const body = {
  taken_at: 1_700_000_000_000,
  projects: [
    { id: 'p1', slug: 'default', plan: 'scale', timezone: 'Europe/Berlin', retention_days: 90 },
    { id: 'p2', slug: 'other', plan: 'free', timezone: 'UTC', retention_days: null },
  ],
  environments: [
    { id: 'e1', project_id: 'p1', slug: 'production', config_version: 7 },
    { id: 'e2', project_id: 'p1', slug: 'development', config_version: 3 },
  ],
  rulesets: [
    { environment_id: 'e1', flags: [flag], experiments: [experiment], groups },
    { environment_id: 'e2', flags: [{ ...flag, rules: [], rollout: null, kill: null }], experiments: [], groups: {} },
  ],
  schemas: [{ project_id: 'p1', event_name: 'Käufe', mode: 'warn', properties: '{"required":["path"]}' }],
  plans: [{ name: 'scale', requests_per_minute: 5_000, events_per_minute: 300_000, events_per_day: 200_000_000 }],
  keys: [key, { ...key, id: 'k2', hash: 'bb', kind: 'dev', is_revoked: true }],
  operator_token_hashes: ['cc'],
};

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lamppost-snapshot-'));
  path = join(directory, 'snapshot.json');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function writeFirstFormat(content: object, format = 1): Promise<void> {
  const text = JSON.stringify(content);
  const sha256 = createHash('sha256').update(text).digest('hex');
  await writeFile(path, `${JSON.stringify({ snapshot_format: format, sha256 })}\n${text}\n`);
}

describe('a snapshot file of version 0.1.0', () => {
  test('is served as it was', async () => {
    await writeFirstFormat(body);
    const { snapshot, generation, end } = await readSnapshotFile(path);
    expect([snapshot.mark, generation, end]).toEqual([undefined, undefined, undefined]);
    const configVersions = [7, 3];
    expect(servedOf(snapshot)).toEqual(
      body.rulesets.map(({ environment_id, ...ruleset }, at) => ({
        environmentId: environment_id,
        ...ruleset,
        configVersion: configVersions[at],
      })),
    );
    expect(snapshot.keys).toEqual([
      {
        id: 'k1',
        hash: 'aa',
        kind: 'secret',
        scope: 'project',
        projectId: 'p1',
        environmentId: 'e1',
        isRevoked: false,
      },
      { id: 'k2', hash: 'bb', kind: 'dev', scope: 'project', projectId: 'p1', environmentId: 'e1', isRevoked: true },
    ]);
    expect(snapshot.projects).toMatchObject([
      { timezone: 'Europe/Berlin', retentionDays: 90 },
      { retentionDays: null },
    ]);
    expect(snapshot.schemas).toMatchObject([{ projectId: 'p1', eventName: 'Käufe', mode: 'warn' }]);
    expect(snapshot.plans).toMatchObject([{ name: 'scale', eventsPerDay: 200_000_000 }]);
    expect(snapshot.operatorTokenHashes).toEqual(['cc']);
  });

  test('from before there were flags, schemas or settings of projects is read as one without', async () => {
    const { rulesets: _, schemas: __, ...early } = body;
    await writeFirstFormat({ ...early, projects: [{ id: 'p1', slug: 'default', plan: 'scale' }] });
    const { snapshot } = await readSnapshotFile(path);
    expect(snapshot).toMatchObject({ flags: [], experiments: [], groups: [], schemas: [] });
    expect(snapshot.projects).toEqual([
      { id: 'p1', slug: 'default', plan: 'scale', timezone: 'UTC', retentionDays: null },
    ]);
  });

  const ruleset = (wrong: object) => [{ ...body.rulesets[0], ...wrong }];
  const wrongShapes: Record<string, [string, unknown]> = {
    'no projects': ['projects', undefined],
    'a key of an unknown kind': ['keys', [{ ...key, kind: 'x' }]],
    'a retention that is not a number': [
      'projects[0].retention_days',
      [{ id: 'p1', slug: 'p', plan: 'scale', retention_days: 'long' }],
    ],
    'a list of null': ['plans', [null]],
    'a token that is not text': ['operator_token_hashes', [1]],
    'a moment that is not a number': ['taken_at', 'now'],
    'a ruleset of null': ['rulesets', [null]],
    'a flag without rules': ['rulesets[0].flags[0].rules', ruleset({ flags: [{ ...flag, rules: undefined }] })],
    'a condition whose values are one value': [
      'rulesets[0].flags[0].rules[0].conditions[0].values',
      ruleset({
        flags: [{ ...flag, rules: [{ ...flag.rules[0], conditions: [{ field: 'a', op: 'eq', values: 1 }] }] }],
      }),
    ],
    'a rollout without a value': [
      'rulesets[0].flags[0].rollout.value',
      ruleset({ flags: [{ ...flag, rollout: { id: 'o1', percentage: 1 } }] }),
    ],
    'an archived flag': ['rulesets[0].flags[0].status', ruleset({ flags: [{ ...flag, status: 'archived' }] })],
    'a draft': ['rulesets[0].experiments[0].status', ruleset({ experiments: [{ ...experiment, status: 'draft' }] })],
    'a group that is not a list': ['rulesets[0].groups["beta"]', ruleset({ groups: { beta: 'ada' } })],
  };
  for (const [name, [member, value]] of Object.entries(wrongShapes)) {
    test(`with a fitting checksum but ${name} is refused, naming the place`, async () => {
      const [root = ''] = member.split('[');
      await writeFirstFormat({ ...body, [root]: value });
      await expect(readSnapshotFile(path)).rejects.toThrow(member);
    });
  }

  test('whose checksum does not fit, or of an unknown format, is refused', async () => {
    await writeFirstFormat(body, 3);
    await expect(readSnapshotFile(path)).rejects.toThrow('its format is 3');
    await writeFile(path, '{"snapshot_format":1,"sha256":"00"}\n{}\n');
    await expect(readSnapshotFile(path)).rejects.toThrow('checksum');
  });
});

test('a file that is missing or empty is a clear error', async () => {
  await expect(readSnapshotFile(path)).rejects.toThrow('there is no such file');
  await writeFile(path, '');
  await expect(readSnapshotFile(path)).rejects.toThrow('it is incomplete');
});
