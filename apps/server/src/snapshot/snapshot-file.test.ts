import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EdgeSnapshot } from './edge-snapshot.ts';
import { readSnapshotFile, SnapshotFileUnusable, writeSnapshotFile } from './snapshot-file.ts';

const snapshot: EdgeSnapshot = {
  takenAtMs: 1_700_000_000_000,
  projects: [{ id: 'p1', slug: 'default', plan: 'scale' }],
  environments: [{ id: 'e1', projectId: 'p1', slug: 'production', configVersion: 7 }],
  plans: [{ name: 'scale', requestsPerMinute: 5_000, eventsPerMinute: 300_000, eventsPerDay: 200_000_000 }],
  keys: [
    { id: 'k1', hash: 'aa', kind: 'secret', projectId: 'p1', environmentId: 'e1', isRevoked: false },
    { id: 'k2', hash: 'bb', kind: 'dev', projectId: 'p1', environmentId: 'e1', isRevoked: true },
  ],
  operatorTokenHashes: ['cc'],
};

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
    for (let length = 0; length < whole.length; length += 7) {
      await writeFile(path, whole.subarray(0, length));
      await expect(readSnapshotFile(path), `${length} bytes`).rejects.toThrow(SnapshotFileUnusable);
    }
  });

  test('with any bit flipped it is refused', async () => {
    await writeSnapshotFile(path, snapshot);
    const whole = await readFile(path);
    for (let at = 0; at < whole.length; at += 5) {
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
    'a list of null': ['plans', [null]],
    'a token that is not text': ['operator_token_hashes', [1]],
    'a moment that is not a number': ['taken_at', 'now'],
  };
  for (const [name, [member, value]] of Object.entries(wrongShapes)) {
    test(`with a fitting checksum but ${name} it is refused, naming the place`, async () => {
      await writeSnapshotFile(path, snapshot);
      const [, body = ''] = (await readFile(path, 'utf8')).split('\n');
      const wrong = JSON.stringify({ ...JSON.parse(body), [member]: value });
      const sha256 = createHash('sha256').update(wrong).digest('hex');
      await writeFile(path, `${JSON.stringify({ snapshot_format: 1, sha256 })}\n${wrong}\n`);
      await expect(readSnapshotFile(path)).rejects.toThrow(member);
    });
  }

  test('a snapshot that could not be read back is never written over a good one', async () => {
    await writeSnapshotFile(path, snapshot);
    const bad = { ...snapshot, keys: [{ ...snapshot.keys[0], hash: undefined }] } as unknown as EdgeSnapshot;
    await expect(writeSnapshotFile(path, bad)).rejects.toThrow(SnapshotFileUnusable);
    expect(await readSnapshotFile(path)).toEqual(snapshot);
  });
});
