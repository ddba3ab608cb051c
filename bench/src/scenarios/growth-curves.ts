import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillBySegments, reopened } from '../filling/fill-segments.ts';
import { untilAnswering } from '../filling/fill-store.ts';
import { configOfStrangers, createSampleFlags, registerDevices } from '../harness/config-flags.ts';
import { compareRates, rateRow, type Side } from '../harness/measure-load.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { ingestRequests } from '../harness/requests.ts';
import { sampleFlags } from '../harness/sample-flags.ts';
import type { BenchOptions, Row, Scenario } from '../harness/scenario.ts';

const connections = 32;
const GOAL = 0.9;
const steps = [1, 3, 10];

interface Sizes {
  readonly flags: number;
  readonly devices: number;
  readonly events: number;
}

const growing = ['flags', 'devices', 'events'] as const;

/** The largest store is the one that other scenarios have. */
const baseOf = ({ storedEvents }: BenchOptions): Sizes => ({
  flags: 1,
  devices: Math.ceil(storedEvents / 1_000),
  events: Math.ceil(storedEvents / 10),
});

/** What is on the axis. */
function titleOf(of: keyof Sizes, options: BenchOptions): string {
  const one = { flags: sampleFlags.length, devices: baseOf(options).devices, events: baseOf(options).events }[of];
  return `${of === 'events' ? 'Stored events' : of === 'flags' ? 'Flags' : 'Registered devices'}, 1× is ${one.toLocaleString('en')}`;
}

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
    rows.push({ ...row, point: { curve: titleOf(of, options), line, times, share: row.value } });
  }
  return rows;
}

export const growthCurves: Scenario = {
  name: 'growth-curves',
  topic: 'Growth',
  sentence: 'Ingest and config at 3 and 10 times the flags, devices and stored events, against themselves at 1 ×',
  run: async (options) => {
    const folders: string[] = [];
    const base = baseOf(options);
    const small = await grown(base, folders);
    const rows: Row[] = [];
    try {
      for (const of of growing) {
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
