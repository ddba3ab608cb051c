import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { batchRecord } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { DirectoryFileStorage } from '../../../engines/file-storage/directory-file-storage.ts';
import { S3FileStorage } from '../../../engines/file-storage/s3/s3-file-storage.ts';
import { S3TestServer } from '../../../engines/file-storage/s3/s3-server.contract.ts';
import type { Job, JobStore } from '../../operations/job-store.ts';
import { EventExporter, type EventExporterDeps } from '../event-exporter.ts';
import { type ExportManifest, manifestName } from '../export-state.ts';

const HOUR_MS = 3_600_000;
const startMs = Date.UTC(2026, 4, 1, 10);
/** About the exporter, whatever store it reads: with one of them is enough. */
const testExporter = test.skipIf(process.env.LP_TEST_ANALYTICS === 'clickhouse');
const other = '0190a6c4-1111-7abc-8def-000000000009';

let sample: SampleStore;
let runs = 0;
let nowMs = startMs;
let jobs: MemoryJobs;
let root = '';

/** What the control plane keeps of the job, and nothing else. */
class MemoryJobs implements Pick<JobStore, 'create' | 'start' | 'note' | 'unfinished'> {
  job: Job | undefined;

  async create(job: Parameters<JobStore['create']>[0]): Promise<Job> {
    const at = { createdAtMs: 0, startedAtMs: null, finishedAtMs: null };
    this.job = { ...job, id: 'job', status: 'queued', counts: {}, error: null, ...at };
    return this.job;
  }
  async start(): Promise<Job> {
    return this.#now();
  }
  async note(_id: string, counts: Job['counts'], input?: Job['input']): Promise<Job> {
    this.job = { ...this.#now(), counts, ...(input === undefined ? {} : { input: structuredClone(input) }) };
    return this.job;
  }
  async unfinished(): Promise<readonly Job[]> {
    return this.job === undefined ? [] : [this.job];
  }
  #now(): Job {
    if (this.job === undefined) throw new Error('There is no job');
    return this.job;
  }
}

/** Without syncing: dozens of exports would wait for the disk most of the time. */
const unsynced = (folder: string): EventExporterDeps['target'] => {
  const files = new DirectoryFileStorage(folder);
  return {
    put: async (name, path) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await copyFile(path, join(folder, name));
    },
    find: (name) => files.find(name),
    remove: (name) => files.remove(name),
  };
};

class Killed extends Error {}

/** An exporter whose process is killed before its nth step towards the outside, if that is given. */
function exporter(killedAt = Number.POSITIVE_INFINITY, target = unsynced(root)): EventExporter {
  let steps = 0;
  const counted = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          if (++steps >= killedAt) throw new Killed(`before step ${steps}`);
          return member.apply(target, args) as unknown;
        };
      },
    });
  const deps: EventExporterDeps = {
    targetName: root,
    target: counted(target),
    store: counted({ run: sample.analytics.run.bind(sample.analytics) } as EventExporterDeps['store']),
    jobs: counted(jobs),
    folder: join(sample.root, 'writing'),
    isHere: () => true,
    logger: { warn: () => undefined } as unknown as EventExporterDeps['logger'],
    nowMs: () => nowMs,
  };
  return new EventExporter(deps);
}

let sent = 0;
/** Events that arrive in an hour after the start. */
async function arrive(hour: number, count: number, environmentId?: string): Promise<void> {
  const batch = Array.from({ length: count }, () => ({
    event: 'e',
    event_id: `n${++sent}`,
    timestamp: new Date(startMs - sent * 86_400_000).toISOString(),
    context: { user: { id: `u${sent}` } },
    properties: { sent },
  }));
  const more = { receivedAtMs: startMs + hour * HOUR_MS + (sent % 60) * 1000 };
  await sample.load(batchRecord({ batch }, environmentId === undefined ? more : { ...more, environmentId }));
}

function manifests(): ExportManifest[] {
  const found: ExportManifest[] = [];
  for (let at = 1; existsSync(join(root, manifestName(at))); at += 1) {
    found.push(JSON.parse(readFileSync(join(root, manifestName(at)), 'utf8')) as ExportManifest);
  }
  return found;
}

/** The ids of all events that a reader of the manifests finds. */
async function exportedIds(): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, rows, bytes, sha256, hour, environment_id } of manifests().flatMap(({ files }) => files)) {
    const path = join(root, name);
    const content = readFileSync(path);
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    const found = await sample.rows(
      `SELECT event_id, received_at >= TIMESTAMP '${hour.slice(0, 19)}' AS late,
        received_at < TIMESTAMP '${hour.slice(0, 19)}' + INTERVAL 1 HOUR AS early FROM read_parquet('${path}')`,
    );
    expect(found).toHaveLength(rows);
    expect(found.every(({ late, early }) => late === true && early === true)).toBe(true);
    expect(name).toContain(`environment=${environment_id}/date=${hour.slice(0, 10)}/hour=${hour.slice(11, 13)}/`);
    ids.push(...found.map(({ event_id }) => String(event_id)));
  }
  return ids.sort();
}

const storedIds = async (): Promise<string[]> =>
  (
    await sample.rows(
      'SELECT coalesce(id_uuid::VARCHAR, id_text) AS id FROM (SELECT * FROM store.events UNION ALL SELECT * FROM recent.events)',
    )
  )
    .map(({ id }) => String(id))
    .sort();

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'));

beforeAll(async () => {
  sample = await SampleStore.open();
  await arrive(0, 3);
  await arrive(0, 2, other);
  await arrive(1, 4);
});
afterAll(() => sample.close());
beforeEach(() => {
  jobs = new MemoryJobs();
  root = join(sample.root, `target ${++runs}`);
  nowMs = startMs + 2 * HOUR_MS + 5 * 60_000;
});

describe('the export of events', () => {
  test('writes a file for each environment and hour of arrival, and a manifest that names them', async () => {
    const exporting = exporter(Number.POSITIVE_INFINITY, new DirectoryFileStorage(root));
    await exporting.tick();
    expect(exporting.status).toEqual({ exportedBeforeMs: startMs + 2 * HOUR_MS });
    const [manifest, ...others] = manifests();
    expect(others).toEqual([]);
    expect(manifest).toMatchObject({ version: 1, sequence: 1, from: [] });
    expect(manifest?.files.map(({ rows }) => rows).sort()).toEqual([2, 3, 4]);
    expect(await exportedIds()).toEqual(await storedIds());
    expect(jobs.job?.counts).toMatchObject({ files: 3, rows: 9 });
  });

  test('leaves the hour that goes on to a later batch, and finished files as they are', async () => {
    await exporter().tick();
    const before = filesIn(root);
    await arrive(2, 2);
    await exporter().tick();
    expect(filesIn(root)).toEqual(before);
    // Stored after its hour was exported.
    await arrive(1, 1);
    nowMs += HOUR_MS;
    await exporter().tick();
    expect(filesIn(root)).toEqual(expect.arrayContaining(before));
    expect(manifests()[1]?.files.map(({ hour, rows }) => [hour.slice(11, 13), rows])).toEqual([
      ['11', 1],
      ['12', 2],
    ]);
    expect(await exportedIds()).toEqual(await storedIds());
  });

  testExporter('nothing new is no file and no manifest', async () => {
    await exporter().tick();
    const { length } = manifests();
    nowMs += 5 * HOUR_MS;
    await exporter().tick();
    expect(manifests().length).toBeLessThanOrEqual(length + 1);
    const all = manifests().length;
    nowMs += HOUR_MS;
    await exporter().tick();
    expect(manifests()).toHaveLength(all);
  });

  testExporter('killed before any of its steps, it names each event once', async () => {
    nowMs += 3 * HOUR_MS;
    for (let killedAt = 1; ; killedAt += 1) {
      jobs = new MemoryJobs();
      root = join(sample.root, `killed ${killedAt}`);
      const isKilled = await exporter(killedAt)
        .tick()
        .then(
          () => false,
          (error: unknown) => {
            if (!(error instanceof Killed)) throw error;
            return true;
          },
        );
      // Twice, at the same step of what is left.
      if (isKilled)
        await exporter(killedAt)
          .tick()
          .catch(() => undefined);
      await exporter().tick();
      expect(await exportedIds(), `killed before step ${killedAt}`).toEqual(await storedIds());
      const named = manifests().flatMap(({ files }) => files.map(({ name }) => name));
      expect(filesIn(root).sort(), 'files of unfinished batches are gone').toEqual(named.sort());
      if (!isKilled) break;
      expect(killedAt).toBeLessThan(40);
    }
  });

  testExporter('a bucket gets the same, also when answers are lost on the way', async () => {
    const place = new S3TestServer();
    await place.start();
    let calls = 0;
    place.fault = () => (++calls % 3 === 0 ? 'lost answer' : undefined);
    const bucket = () => new S3FileStorage({ ...place.options, prefix: 'warehouse/' });
    // What the storage cannot do at its first attempts is done by the next tick.
    await exporter(Number.POSITIVE_INFINITY, bucket())
      .tick()
      .catch(() => undefined);
    place.fault = () => undefined;
    await exporter(Number.POSITIVE_INFINITY, bucket()).tick();
    const read = (name: string): Buffer => place.objects.get(`warehouse/${name}`)?.body ?? Buffer.alloc(0);
    const { files } = JSON.parse(read(manifestName(1)).toString()) as ExportManifest;
    expect(files.length).toBeGreaterThan(2);
    for (const { name, sha256 } of files) {
      expect(createHash('sha256').update(read(name)).digest('hex')).toBe(sha256);
    }
    const named = [manifestName(1), ...files.map(({ name }) => name)].map((name) => `warehouse/${name}`);
    expect([...place.objects.keys()].sort()).toEqual(named.sort());
    await place.stop();
  });

  testExporter('refuses a place with manifests that it does not know of', async () => {
    await exporter().tick();
    jobs = new MemoryJobs();
    await expect(exporter().tick()).rejects.toThrow('Set LP_EXPORT_TO to an empty place');
  });

  testExporter('history is exported a day of arrival at a time', async () => {
    await arrive(100, 1);
    nowMs = startMs + 200 * HOUR_MS;
    await exporter().tick();
    expect(manifests().length).toBeGreaterThan(1);
    expect(await exportedIds()).toEqual(await storedIds());
  });
});
