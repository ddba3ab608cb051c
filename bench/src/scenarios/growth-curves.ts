import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillBySegments, reopened } from '../filling/fill-segments.ts';
import { untilAnswering } from '../filling/fill-store.ts';
import { configOfStrangers, createSampleFlags, registerDevices } from '../harness/config-flags.ts';
import { compareRates, rateRow, type Side } from '../harness/measure-load.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { ingestRequests } from '../harness/requests.ts';
import type { BenchOptions, Row, Scenario } from '../harness/scenario.ts';

const connections = 32;
const GOAL = 0.9;
const base = { flags: 1, devices: 5_000, events: 500_000 };
const steps = [1, 3, 10];

interface Sizes {
  readonly flags: number;
  readonly devices: number;
  readonly events: number;
}

const dimensions = {
  flags: 'flags (50, 150, 500)',
  devices: 'registered devices (5,000 to 50,000)',
  events: 'stored events (0.5 M to 5 M)',
} as const;

async function grown({ flags, devices, events }: Sizes, folders: string[]): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lamppost-curves-'));
  folders.push(dataDir);
  const product = await startProduct({ dataDir });
  await untilAnswering(product);
  await createSampleFlags(product, flags);
  await registerDevices(product, 0, devices);
  return await reopened(product, await fillBySegments(product, events));
}

const loads = {
  ingest: (server: Product, seconds: number): Side => {
    const { next } = ingestRequests({ events: 20, key: server.keys.secret });
    return { server, settings: { connections, seconds, next }, statuses: ['202'] };
  },
  config: (server: Product, seconds: number): Side => {
    const next = configOfStrangers(server.keys.publishable);
    return { server, settings: { connections, seconds, next }, statuses: ['200'] };
  },
} as const;

async function compare(small: Product, large: Product, of: keyof Sizes, times: number, options: BenchOptions) {
  const rows: Row[] = [];
  for (const [line, sideOf] of Object.entries(loads)) {
    const sides = [sideOf(large, options.seconds), sideOf(small, options.seconds)] as const;
    const result = await compareRates(...sides, options.rounds);
    const row = rateRow(`${line} at ${times} × ${of}, against itself at 1 ×`, result, GOAL);
    rows.push({ ...row, point: { curve: `Growth of ${dimensions[of]}`, line, times, share: row.value } });
  }
  return rows;
}

export const growthCurves: Scenario = {
  name: 'growth-curves',
  topic: 'Growth',
  sentence: 'Ingest and config at 3 and 10 times the flags, devices and stored events, against themselves at 1 ×',
  run: async (options) => {
    const folders: string[] = [];
    const small = await grown(base, folders);
    const rows: Row[] = [];
    try {
      for (const of of ['flags', 'devices', 'events'] as const) {
        for (const times of steps) {
          // Itself against itself, too: how far the ratio is from 1 is what it can tell apart.
          const large = await grown({ ...base, [of]: base[of] * times }, folders);
          rows.push(...(await compare(small, large, of, times, options).finally(() => large.stop())));
        }
      }
      return rows;
    } finally {
      await small.stop();
      for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};
