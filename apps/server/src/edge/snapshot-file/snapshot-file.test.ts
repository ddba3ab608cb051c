import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EdgeChanges } from '../edge-changes.ts';
import type { EdgeSnapshot } from '../edge-snapshot.ts';
import { EdgeState } from '../edge-state.ts';
import { ANSWER_SHAPE } from '../generation.ts';
import { readSnapshotFile, SnapshotFileUnusable } from './read-snapshot-file.ts';
import { sampleFlag, sampleSnapshot } from './sample-snapshot.contract.ts';
import { SnapshotFile } from './snapshot-file.ts';

let directory: string;
let path: string;
let state: EdgeState;
let file: SnapshotFile;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lamppost-snapshot-'));
  path = join(directory, 'snapshot.json');
  state = new EdgeState();
  state.swap(sampleSnapshot, 'g1');
  file = new SnapshotFile(path);
});
afterEach(async () => {
  await file.close();
  await rm(directory, { recursive: true, force: true });
});

const at = (revision: number) => ({ revision, changeId: `c${revision}`, generation: null });
const withoutTime = ({ takenAtMs: _, ...snapshot }: EdgeSnapshot) => snapshot;
const read = async () => withoutTime((await readSnapshotFile(path)).snapshot);
const served = () => withoutTime(state.tables.snapshot(state.mark, 0));

/** What the publisher does with a change. */
function change(revision: number, rows: EdgeChanges['rows']): Promise<void> {
  const changes = { mark: at(revision), rows };
  state.apply(changes);
  return file.append(changes);
}

describe('the snapshot file', () => {
  test('reads back what was written, and only its owner can read it', async () => {
    await file.rewrite(state);
    expect(await read()).toEqual(withoutTime(sampleSnapshot));
    expect(await readSnapshotFile(path)).toMatchObject({ generation: 'g1', responseShape: ANSWER_SHAPE });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(directory)).toEqual(['snapshot.json']);
  });

  test('holds every change once its append has resolved, and one costs no more than it weighs', async () => {
    await file.rewrite(state);
    const before = (await stat(path)).size;
    await change(13, { environments: [{ id: 'e1', projectId: 'p1', slug: 'production', configVersion: 8 }] });
    expect((await stat(path)).size - before).toBeLessThan(300);
    await change(14, { flags: [sampleFlag('f3', 4)], gone: { flags: ['f1'] } });
    await change(15, { groups: [{ projectId: 'p1', key: 'beta', revision: 4, joined: ['eve'], left: ['ada'] }] });
    await change(16, { gone: { experiments: ['x1'], schemas: [{ projectId: 'p1', eventName: 'Käufe' }] } });
    await change(17, {
      keys: sampleSnapshot.keys.map((key) => ({ ...key, isRevoked: true })),
      plans: [],
      operatorTokenHashes: [],
    });
    expect(await read()).toEqual(served());
    expect((await read()).mark).toEqual(at(17));
  });

  test('is written on behind what it held at a start', async () => {
    await file.rewrite(state);
    await change(13, { gone: { flags: ['f1'] } });
    const { end } = await readSnapshotFile(path);
    await file.close();
    file = new SnapshotFile(path);
    expect(file.canAppend).toBe(false);
    if (end !== undefined) await file.continueAt(end);
    await change(14, { gone: { flags: ['f2'] } });
    expect(await read()).toEqual(served());
    expect(await readFile(path, 'utf8')).toContain('"changed"');
  });

  test('written anew while changes go on it holds all of them', async () => {
    const many = Array.from({ length: 400 }, (_, index) => sampleFlag(`g${index}`, 10 + index));
    state.apply({ mark: at(13), rows: { flags: many } });
    await file.rewrite(state);
    let revision = 13;
    const rewriting = file.rewrite(state);
    let isDone = false;
    void rewriting.then(() => {
      isDone = true;
    });
    while (!isDone) {
      revision += 1;
      const flag = sampleFlag(`g${(revision * 37) % 400}`, 10 + ((revision * 37) % 400), revision);
      const gone = revision % 3 === 0 ? { flags: [`g${(revision * 11) % 400}`] } : {};
      await change(revision, { flags: [flag], gone });
    }
    await rewriting;
    expect(revision).toBeGreaterThan(15);
    expect(await read()).toEqual(served());
    await change(revision + 1, { gone: { flags: ['g1'] } });
    expect(await read()).toEqual(served());
  });

  test('a change that comes before the first snapshot is written waits for it', async () => {
    const writing = file.rewrite(state);
    await change(13, { gone: { flags: ['f1'] } });
    expect(await read()).toEqual(served());
    await writing;
  });

  test('torn at any length it is refused, or holds what was appended before', async () => {
    await file.rewrite(state);
    const whole = (await readFile(path)).length;
    const first = await read();
    await change(13, { gone: { flags: ['f1'] } });
    const both = await readFile(path);
    for (let length = 0; length < both.length; length += 23) {
      await writeFile(path, both.subarray(0, length));
      if (length < whole) await expect(readSnapshotFile(path), `${length} bytes`).rejects.toThrow(SnapshotFileUnusable);
      else expect(await read()).toEqual(first);
    }
    // After a power cut the room of a write may be there, and what was written not.
    await writeFile(
      path,
      Buffer.concat([both.subarray(0, whole), Buffer.alloc(both.length - whole - 1), Buffer.from('\n')]),
    );
    expect(await read()).toEqual(first);
    expect((await readSnapshotFile(path)).end).toBeUndefined();
  });

  test('with any bit flipped it is refused', async () => {
    await file.rewrite(state);
    await change(13, { gone: { flags: ['f1'] } });
    await change(14, { gone: { flags: ['f2'] } });
    const whole = await readFile(path);
    const lastLine = whole.lastIndexOf('\n', whole.length - 2);
    for (let byte = 0; byte < lastLine; byte += 19) {
      const flipped = Buffer.from(whole);
      flipped[byte] = (flipped[byte] ?? 0) ^ (1 << (byte % 8));
      await writeFile(path, flipped);
      await expect(readSnapshotFile(path), `byte ${byte}`).rejects.toThrow(SnapshotFileUnusable);
    }
  });

  test('with a line missing or two in the wrong order it is refused', async () => {
    await file.rewrite(state);
    for (const revision of [13, 14, 15]) await change(revision, { gone: { flags: [`f${revision - 12}`] } });
    const lines = (await readFile(path, 'utf8')).split('\n');
    for (let missing = 0; missing < lines.length - 2; missing += 1) {
      await writeFile(path, lines.filter((_, index) => index !== missing).join('\n'));
      await expect(readSnapshotFile(path), `line ${missing}`).rejects.toThrow(SnapshotFileUnusable);
    }
    const swapped = [...lines.slice(0, -4), lines.at(-3), lines.at(-4), ...lines.slice(-2)];
    await writeFile(path, swapped.join('\n'));
    await expect(readSnapshotFile(path)).rejects.toThrow('is damaged');
  });

  test('a snapshot that could not be read back is never written over a good one', async () => {
    await file.rewrite(state);
    const bad = {
      ...sampleSnapshot,
      keys: [{ ...sampleSnapshot.keys[0], hash: undefined }],
    } as unknown as EdgeSnapshot;
    state.swap(bad, 'g1');
    await expect(file.rewrite(state)).rejects.toThrow('hash');
    expect(await read()).toEqual(withoutTime(sampleSnapshot));
    expect(await readdir(directory)).toEqual(['snapshot.json']);
  });

  test('a change that cannot be written is not lost with the next snapshot', async () => {
    await file.rewrite(state);
    await file.release();
    await expect(change(13, { gone: { flags: ['f1'] } })).rejects.toThrow('no whole snapshot');
    expect(file.canAppend).toBe(false);
    await file.rewrite(state);
    expect(await read()).toEqual(served());
  });
});
