import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogRecord } from '../../../collect/event-log/log-record.ts';
import { ClickhouseSample } from '../../../compose/testing/clickhouse-sample.ts';
import { randomSeed, seeded } from '../../../compose/testing/random-records.ts';
import { batchRecord, receivedAtMs, SampleLog } from '../../../compose/testing/sample-log.ts';
import type { AttemptStore } from '../../../control/attempts/attempt-store.ts';
import { exportPlanQuery, type LogUpTo } from '../../../features/event-export/queries/export-batch.ts';
import { visible, visibleParams } from '../visible.ts';
import { partOf, projectHash } from './loader-part.ts';

/** One loader, as it was from the beginning; what several store must be the same. */
let one: ClickhouseSample;
let several: ClickhouseSample;
beforeAll(async () => {
  one = await ClickhouseSample.open();
  several = await ClickhouseSample.open();
});
afterAll(async () => {
  await one.close();
  await several.close();
});

const projects = Array.from({ length: 7 }, () => ({ projectId: randomUUID(), environmentId: randomUUID() }));

/** Ids come again, in the same segment and in the other log. */
function randomRecord(random: () => number): LogRecord {
  const upTo = (max: number): number => Math.floor(random() * max);
  const scope = projects[upTo(projects.length)] as (typeof projects)[number];
  const user = { user: { id: `u${upTo(3)}`, anonymous_id: `a${upTo(5)}` } };
  const batch = Array.from({ length: 1 + upTo(4) }, () => ({
    event: 'sent',
    timestamp: new Date(receivedAtMs).toISOString(),
    ...(random() < 0.8 ? { event_id: `id-${upTo(25)}` } : {}),
  }));
  const kind = random();
  if (kind < 0.8) return batchRecord({ batch, context: user }, scope);
  if (kind < 0.9) return batchRecord({ user_id: 'u1', attributes: { at: kind } }, { ...scope, kind: 'user' });
  return batchRecord({ device_id: `d${upTo(9)}`, platform: 'ios' }, { ...scope, kind: 'device' });
}

/** In some record: its project can still be told, or nothing can. */
const damaged = (search: string, by: string) => (bytes: Buffer) => {
  const at = bytes.indexOf(search);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(by), bytes.subarray(at + by.length)]);
};
const edits = [undefined, damaged('"event":"sent"', '"event":"rent"'), damaged('"p":"', '#p#:"')];

/** Ships these segments of the logs below a folder, as their edges would. */
async function ship(sample: ClickhouseSample, root: string, isMeant: (logId: string, segment: number) => boolean) {
  const folder = join(sample.root, randomUUID());
  for (const logId of readdirSync(root)) {
    mkdirSync(join(folder, logId), { recursive: true });
    const files = readdirSync(join(root, logId)).sort();
    for (const [at, file] of files.entries()) {
      if (isMeant(logId, at)) cpSync(join(root, logId, file), join(folder, logId, file));
    }
  }
  await sample.ship(folder);
}

const queries = {
  events: `SELECT toString(p), toString(e), ifNull(id_text, ''), if(id_text IS NULL, (log_tag, seq, idx), (0, 0, 0))
    FROM ${visible('events')}`,
  user_attributes: `SELECT toString(p), toString(e), log_tag, seq FROM ${visible('user_attributes')}`,
  device_facts: `SELECT toString(p), toString(e), log_tag, seq FROM ${visible('device_facts')}`,
  links: `SELECT DISTINCT toString(p), toString(e), anonymous_id, user_id FROM ${visible('links')}`,
  failed: `SELECT toString(p), toString(e), log_tag, kind, reason FROM ${visible('failed_events')}`,
  damage: `SELECT toString(log_id), segment, offset, bytes, reason FROM ${visible('log_damage')}`,
  ledger: `SELECT toString(p), toString(e), kind, outcome, reason, sum(items) FROM ${visible('ledger')} GROUP BY 1, 2, 3, 4, 5`,
};

async function contentsOf(sample: ClickhouseSample) {
  const committed = await sample.attempts.committed();
  const rows: Record<string, string[]> = {};
  for (const [name, sql] of Object.entries(queries)) {
    const found = await sample.client.rows(sql, { params: visibleParams(committed) });
    rows[name] = found.map((row) => JSON.stringify(row)).sort();
  }
  return { rows, counters: committed.counters, logs: await sample.attempts.logs() };
}

/** Before or after what it does: in the latter case the loader hears nothing of its success. */
function failingOnce(attempts: AttemptStore, isBefore: boolean): AttemptStore {
  const commit: AttemptStore['commit'] = async (...args) => {
    if (!isBefore) await attempts.commit(...args);
    throw new Error('The connection was lost.');
  };
  return withCommit(attempts, commit);
}

const withCommit = (attempts: AttemptStore, commit: AttemptStore['commit']): AttemptStore =>
  new Proxy(attempts, { get: (all, name) => (name === 'commit' ? commit : Reflect.get(all, name)) });

function settled() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const BYTES_AN_ATTEMPT = 2_500;

/** Loaders load, fail, stand still and become more or fewer, until nothing waits any more. */
async function loadSomehow(random: () => number, seen: Set<string>): Promise<void> {
  const { attempts } = several;
  const open = new Map<number, Awaited<ReturnType<ClickhouseSample['newLoader']>>>();
  const loaderOf = async (loader: number) => {
    const known = open.get(loader) ?? (await several.newLoader(BYTES_AN_ATTEMPT, attempts, loader));
    open.set(loader, known);
    return known;
  };
  for (let { segments, loaders } = await attempts.waiting(); segments > 0; ) {
    const loader = 1 + Math.floor(random() * loaders.length);
    const what = random();
    if (what < 0.15) {
      const number = 1 + Math.floor(random() * 3);
      const slow = await attempts.begin(loader, BYTES_AN_ATTEMPT);
      const isOther = await attempts.setLoaders(number);
      // Whoever loads for the number before cannot commit any more.
      if (slow !== undefined && isOther) {
        await expect(attempts.commit(slow, slow.segments, [], {})).rejects.toThrow(/was abandoned/);
        seen.add('stale');
      }
      if (isOther) seen.add(`${loaders.length} to ${number}`);
    } else if (what < 0.3) {
      const failing = await several.newLoader(BYTES_AN_ATTEMPT, failingOnce(attempts, what < 0.22), loader);
      const isRefused = await failing.loadSome().catch(() => true);
      if (isRefused) seen.add(what < 0.22 ? 'failed' : 'unheard');
      failing.close();
    } else if (what < 0.6) {
      const all = await Promise.all(loaders.map((_, at) => loaderOf(at + 1)));
      await Promise.all(all.map((each) => each.loadSome()));
    } else {
      await (await loaderOf(loader)).loadSome();
    }
    ({ segments, loaders } = await attempts.waiting());
  }
  for (const loader of open.values()) loader.close();
}

const isFull = process.env.LP_SCALE_OUT === 'full';
const seeds = isFull ? [1, 2, 3, 4, randomSeed()] : [1];
const segmentsOfLog = isFull ? 9 : 4;

test.each(seeds)(
  'whatever becomes of several loaders, they store what one stores (seed %s)',
  async (seed) => {
    const random = seeded(seed);
    const seen = new Set<string>();
    const root = join(several.root, `logs-${seed}`);
    const logs = ['a', 'b'].map(
      (letter) => `${letter}${(seed % 2 ** 28).toString(16).padStart(7, '0')}-7c1a-4000-8000-000000000001`,
    );
    for (const logId of logs) {
      const log = new SampleLog(root, logId);
      for (let segment = 0; segment < segmentsOfLog; segment++) {
        const records = Array.from({ length: 6 }, () => randomRecord(random));
        log.seal(records, edits[segment % 3]);
      }
    }
    // One segment comes when all that follow it are loaded.
    const isLate = (logId: string, segment: number): boolean => logId === logs[1] && segment === 1;
    for (const isMeant of [(logId: string, at: number) => !isLate(logId, at), isLate]) {
      for (const sample of [one, several]) await ship(sample, root, isMeant);
      await one.loadAll();
      await loadSomehow(random, seen);
      expect({ seed, ...(await contentsOf(several)) }).toEqual({ seed, ...(await contentsOf(one)) });
    }
    expect([...several.notices, ...one.notices].filter((notice) => notice.includes('unbalanced'))).toEqual([]);
    process.stdout.write(`seed ${seed}: ${[...seen].sort().join(', ')}\n`);
  },
  240_000,
);

/** All logs but this one. */
async function exportedBefore(logId: string): Promise<readonly LogUpTo[]> {
  const rows = await several.client.rows('SELECT log_tag, max(seq) FROM events GROUP BY log_tag');
  const own = Number.parseInt(logId.slice(0, 8), 16);
  return rows
    .map(([logTag, sequence]) => ({ logTag: Number(logTag), sequence: Number(sequence) }))
    .filter(({ logTag }) => logTag !== own);
}

test('a loader that is not there does not hold up the others, and what waits for it is told', async () => {
  const { attempts } = several;
  await attempts.setLoaders(3);
  const log = new SampleLog(join(several.root, 'waiting'), randomUUID());
  const events = projects.map((scope) => batchRecord({ batch: [{ event: 'waited for' }] }, scope));
  log.seal(events);
  await several.ship(join(several.root, 'waiting'));
  const isOf = (loader: number, projectId: string): boolean =>
    partOf({ loader, loaders: 3 }, []).ownsProject(projectId);
  for (const loader of [1, 3]) {
    const present = await several.newLoader(undefined, undefined, loader);
    while (await present.loadSome());
    present.close();
  }
  const projectsOf = async (): Promise<string[]> => {
    const params = visibleParams(await attempts.committed());
    const rows = await several.client.rows(
      `SELECT toString(p) FROM ${visible('events')} WHERE name = 'waited for' ORDER BY 1`,
      { params },
    );
    return rows.map(([project]) => String(project));
  };
  const all = projects.map(({ projectId }) => projectId).sort();
  expect(await projectsOf()).toEqual(all.filter((projectId) => !isOf(2, projectId)));
  // An export must not pass over what is still to come of a log.
  const exported = async (): Promise<readonly string[]> => {
    await several.look();
    const plan = { after: await exportedBefore(log.logId), beforeMs: Date.now() + 3_600_000 };
    const { groups } = await several.analytics.run(exportPlanQuery, plan);
    return groups.map(({ projectId }) => projectId).sort();
  };
  expect(await exported()).toEqual([]);
  const { segments, loaders } = await attempts.waiting();
  expect({ segments, each: loaders.map((each) => each.segments) }).toEqual({ segments: 1, each: [0, 1, 0] });
  await several.loadAll();
  expect(await projectsOf()).toEqual(all);
  expect(await exported()).toEqual(all);
  expect(await attempts.waiting()).toMatchObject({ segments: 0 });
});

test('a loader that stands still with its rows written, while its lease has another holder, adds nothing', async () => {
  const { attempts } = several;
  await attempts.setLoaders(3);
  const root = join(several.root, 'stale');
  new SampleLog(root, randomUUID()).seal(
    projects.map((scope) => batchRecord({ batch: [{ event: 'once' }, { event: 'once', event_id: 'once' }] }, scope)),
  );
  await several.ship(root);
  const count = async (): Promise<number> => {
    const params = visibleParams(await attempts.committed());
    return Number(
      (await several.client.rows(`SELECT count() FROM ${visible('events')} WHERE name = 'once'`, { params }))[0]?.[0],
    );
  };
  const [written, resumed] = [settled(), settled()];
  const commit: AttemptStore['commit'] = async (...args) => {
    written.resolve();
    await resumed.promise;
    await attempts.commit(...args);
  };
  const slowAttempts = withCommit(attempts, commit);
  const slow = await several.newLoader(undefined, slowAttempts, 2);
  const abandoned = expect(slow.loadSome()).rejects.toThrow(/was abandoned/);
  await written.promise;
  await several.loadAll();
  expect(await count()).toBe(2 * projects.length);
  resumed.resolve();
  await abandoned;
  expect(await count()).toBe(2 * projects.length);
  expect(await attempts.waiting()).toMatchObject({ segments: 0 });
  slow.close();
});

test('a project belongs to the loader whose number its shard has in ClickHouse', async () => {
  const ids = [...Array.from({ length: 200 }, () => randomUUID()), 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  const rows = await one.client.rows(
    `SELECT toString(arrayJoin([${ids.map((id) => `'${id}'`).join(', ')}]) AS id), toString(cityHash64(toUUID(id)))`,
  );
  expect(rows.map(([id]) => [id, String(projectHash(String(id)))])).toEqual(rows);
});
