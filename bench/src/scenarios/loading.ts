import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillBySegments } from '../filling/fill-segments.ts';
import { untilAnswering } from '../filling/fill-store.ts';
import { growingBatches } from '../filling/growing-product.ts';
import type { SegmentWriter } from '../filling/segment-writer.ts';
import { childCpuSeconds } from '../harness/cpu-seconds.ts';
import { load } from '../harness/load.ts';
import { PlainSql } from '../harness/plain-sql.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { ingestRequests } from '../harness/requests.ts';
import { ratioRow, type Scenario } from '../harness/scenario.ts';
import { median } from '../harness/spread.ts';
import { steadily } from '../harness/steady-rounds.ts';
import { storedRows, untilStored } from '../harness/store-state.ts';

const measuredEvents = 200_000;
const seed = 5;
const batchEvents = 20;
const GOAL = 0.7;

/** Everything that the loader reads of a record; it also resolves repeats, people and sessions, which this does not. */
const plainLoad = (table: string, files: readonly string[]): string => `
  CREATE TABLE ${table} AS
  SELECT s, p, e, make_timestamp_ms(r) AS received, ev.event, ev.event_id::UUID AS event_id, ev."timestamp" AS ts,
    ev.properties, b.context.user.id AS user_id, b.context.user.anonymous_id, b.context.device.id AS device_id,
    b.context.device.platform, b.context.device.country, b.context.app.version, b.context.session.id AS session_id
  FROM (SELECT s, p, e, r, b, unnest(b.batch) AS ev FROM read_json([${files.map((file) => `'${file}'`).join(', ')}],
    format = 'newline_delimited', columns = {"$": 'VARCHAR', s: 'BIGINT', p: 'UUID', e: 'UUID', r: 'BIGINT',
      b: 'STRUCT(batch STRUCT(event VARCHAR, event_id VARCHAR, "timestamp" TIMESTAMP, properties JSON)[],
        context STRUCT(user STRUCT(id VARCHAR, anonymous_id VARCHAR), device STRUCT(id VARCHAR, platform VARCHAR,
        country VARCHAR), app STRUCT(version VARCHAR), session STRUCT(id VARCHAR)))'}) WHERE "$" IS NULL)`;

interface Loaded {
  readonly product: number;
  readonly reference: number;
  readonly cpuMicros: number;
}

/** The same segments: first by DuckDB's own reader into a new file, then by the loader into the full store. */
async function loadBoth(product: Product, writer: SegmentWriter, folder: string, round: number): Promise<Loaded> {
  const prepared = await writer.prepare(measuredEvents);
  const copies = join(folder, `round-${round}`);
  await mkdir(copies);
  for (const name of await readdir(writer.folder)) {
    if (name.endsWith('.prepared')) await copyFile(join(writer.folder, name), join(copies, name));
  }
  const files = (await readdir(copies)).map((name) => join(copies, name));
  const plain = await PlainSql.open(join(copies, 'plain.duckdb'), { isWritten: true });
  const written = await plain.run(plainLoad('loaded', files)).finally(() => plain.close());
  const [before, cpu] = [await storedRows(product), await childCpuSeconds(product.pid)];
  const startedAt = performance.now();
  await prepared.publish();
  await untilStored(product, before + prepared.events);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuMicros = ((await childCpuSeconds(product.pid)) - cpu) * (1e6 / prepared.events);
  await rm(copies, { recursive: true, force: true });
  return { product: prepared.events / seconds, reference: prepared.events / (written.ms / 1000), cpuMicros };
}

/** Events that are accepted in a second, while they are loaded too. */
async function peakEvents(product: Product, seconds: number): Promise<number> {
  const { next } = ingestRequests({ events: batchEvents, key: product.keys.secret });
  return (await load({ url: product.url, connections: 32, seconds, next })).perSecond * batchEvents;
}

export const loading: Scenario = {
  name: 'loading',
  topic: 'Store and queries',
  sentence: "Segments of the log into a full store, against DuckDB's read_json of the same files without deduplication",
  run: async ({ storedEvents, rounds, seconds }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lamppost-loading-'));
    const product = await startProduct({ dataDir });
    try {
      await untilAnswering(product);
      const batches = growingBatches(seed, storedEvents + measuredEvents * (2 * rounds + 1));
      const writer = await fillBySegments(product, storedEvents, batches);
      let round = 0;
      await loadBoth(product, writer, dataDir, round++);
      const { measured, isNoisy } = await steadily(rounds, () => loadBoth(product, writer, dataDir, round++));
      const name = `loading ${measuredEvents.toLocaleString('en')} events, ${(storedEvents / 1e6).toFixed(1)} M stored, against read_json`;
      const cpu = { per: 'event', oursMicros: median(measured.map(({ cpuMicros }) => cpuMicros)) };
      const accepted = await peakEvents(product, seconds);
      const keepingUp = measured.map((round) => ({ product: round.product, reference: accepted }));
      return [
        { ...ratioRow(name, measured, GOAL, isNoisy), cpu },
        ratioRow('loading, in events, against what ingest accepts at its peak', keepingUp, 1, isNoisy),
      ];
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};
