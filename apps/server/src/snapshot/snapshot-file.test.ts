import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EdgeSnapshot } from './edge-snapshot.ts';
import { readSnapshotFile, SnapshotFileUnusable, writeSnapshotFile } from './snapshot-file.ts';

const snapshot: EdgeSnapshot = {
  takenAtMs: 1_700_000_000_000,
  projects: [
    { id: 'p1', slug: 'default', plan: 'scale', timezone: 'Europe/Berlin', retentionDays: 90 },
    { id: 'p2', slug: 'other', plan: 'free', timezone: 'UTC', retentionDays: null },
  ],
  environments: [{ id: 'e1', projectId: 'p1', slug: 'production', configVersion: 7 }],
  rulesets: [
    {
      environmentId: 'e1',
      flags: [
        {
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
              conditions: [{ field: 'user_group', op: 'in', values: ['beta', 1, true] }],
              value: [],
              percentage: 12.5,
              enabled: true,
            },
          ],
          rollout: { id: 'o1', percentage: 50, value: {} },
          kill: { value: {}, reason: 'too slow', at: '2026-01-01T00:00:00.000Z' },
        },
      ],
      experiments: [
        {
          id: 'x1',
          key: 'buttons',
          unit: 'auto',
          status: 'completed',
          traffic_pct: 10,
          variants: [{ key: 'a', weight: 100, payload: {} }],
          winner: 'a',
        },
      ],
      groups: JSON.parse('{"beta": ["ada", "a\\u0000\\ud800"], "__proto__": []}'),
    },
  ],
  schemas: [
    { projectId: 'p1', eventName: '$pageview', mode: 'warn', propertiesJson: '{"required":["path"]}' },
    { projectId: 'p1', eventName: 'Käufe', mode: 'allow', propertiesJson: '' },
  ],
  plans: [{ name: 'scale', requestsPerMinute: 5_000, eventsPerMinute: 300_000, eventsPerDay: 200_000_000 }],
  keys: [
    { id: 'k1', hash: 'aa', kind: 'secret', projectId: 'p1', environmentId: 'e1', isRevoked: false },
    { id: 'k2', hash: 'bb', kind: 'dev', projectId: 'p1', environmentId: 'e1', isRevoked: true },
  ],
  operatorTokenHashes: ['cc'],
};

const flag = snapshot.rulesets[0]?.flags[0];
const experiment = snapshot.rulesets[0]?.experiments[0];
const ruleset = (wrong: object) => [{ ...snapshot.rulesets[0], environment_id: 'e1', ...wrong }];

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lamppost-snapshot-'));
  path = join(directory, 'snapshot.json');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('the snapshot file', () => {
  test('reads back what was written, and only its owner can read it', async () => {
    await writeSnapshotFile(path, snapshot);
    expect(await readSnapshotFile(path)).toEqual(snapshot);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(directory)).toEqual(['snapshot.json']);
  });

  test('is replaced whole', async () => {
    await writeSnapshotFile(path, snapshot);
    await writeSnapshotFile(path, { ...snapshot, keys: [] });
    expect((await readSnapshotFile(path)).keys).toEqual([]);
  });

  test('torn at any length it is refused', async () => {
    await writeSnapshotFile(path, snapshot);
    const whole = await readFile(path);
    for (let length = 0; length < whole.length; length += 23) {
      await writeFile(path, whole.subarray(0, length));
      await expect(readSnapshotFile(path), `${length} bytes`).rejects.toThrow(SnapshotFileUnusable);
    }
  });

  test('with any bit flipped it is refused', async () => {
    await writeSnapshotFile(path, snapshot);
    const whole = await readFile(path);
    for (let at = 0; at < whole.length; at += 19) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      await writeFile(path, flipped);
      await expect(readSnapshotFile(path), `byte ${at}`).rejects.toThrow(SnapshotFileUnusable);
    }
  });

  test('that is missing is a clear error', async () => {
    await expect(readSnapshotFile(path)).rejects.toThrow('there is no such file');
  });

  const wrongShapes: Record<string, [string, unknown]> = {
    'no projects': ['projects', undefined],
    'a key of an unknown kind': ['keys', [{ ...snapshot.keys[0], project_id: 'p1', environment_id: 'e1', kind: 'x' }]],
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
        flags: [{ ...flag, rules: [{ ...flag?.rules[0], conditions: [{ field: 'a', op: 'eq', values: 1 }] }] }],
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
    test(`with a fitting checksum but ${name} it is refused, naming the place`, async () => {
      await writeSnapshotFile(path, snapshot);
      const [, body = ''] = (await readFile(path, 'utf8')).split('\n');
      const [name = ''] = member.split('[');
      const wrong = JSON.stringify({ ...JSON.parse(body), [name]: value });
      const sha256 = createHash('sha256').update(wrong).digest('hex');
      await writeFile(path, `${JSON.stringify({ snapshot_format: 1, sha256 })}\n${wrong}\n`);
      await expect(readSnapshotFile(path)).rejects.toThrow(member);
    });
  }

  test('written before there were flags it is read as one without', async () => {
    await writeSnapshotFile(path, snapshot);
    const { rulesets: _none, ...before } = JSON.parse((await readFile(path, 'utf8')).split('\n')[1] ?? '');
    const text = JSON.stringify(before);
    const sha256 = createHash('sha256').update(text).digest('hex');
    await writeFile(path, `${JSON.stringify({ snapshot_format: 1, sha256 })}\n${text}\n`);
    expect(await readSnapshotFile(path)).toEqual({ ...snapshot, rulesets: [] });
  });

  test('written before projects had settings it is read with the ones that every project begins with', async () => {
    await writeSnapshotFile(path, snapshot);
    const body = JSON.parse((await readFile(path, 'utf8')).split('\n')[1] ?? '');
    const projects = snapshot.projects.map(({ id, slug, plan }) => ({ id, slug, plan }));
    const text = JSON.stringify({ ...body, projects });
    const sha256 = createHash('sha256').update(text).digest('hex');
    await writeFile(path, `${JSON.stringify({ snapshot_format: 1, sha256 })}\n${text}\n`);
    const begun = projects.map((project) => ({ ...project, timezone: 'UTC', retentionDays: null }));
    expect((await readSnapshotFile(path)).projects).toEqual(begun);
  });

  test('a snapshot that could not be read back is never written over a good one', async () => {
    await writeSnapshotFile(path, snapshot);
    const bad = { ...snapshot, keys: [{ ...snapshot.keys[0], hash: undefined }] } as unknown as EdgeSnapshot;
    await expect(writeSnapshotFile(path, bad)).rejects.toThrow(SnapshotFileUnusable);
    expect(await readSnapshotFile(path)).toEqual(snapshot);
  });
});
