import { CannotMeasure } from '../harness/cannot-measure.ts';
import { configOfStrangers, createSampleFlags } from '../harness/config-flags.ts';
import { compareRates, type MeasuredServer, rateRow, type Side } from '../harness/measure-load.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { get, ingestRequests } from '../harness/requests.ts';
import type { BenchOptions, Row, Scenario } from '../harness/scenario.ts';
import { saveEvents, startParse } from '../peers/parse.ts';
import { type Postgres, startPostgres } from '../peers/postgres.ts';
import { startUnleash, startUnleashProxy, type UnleashServer } from '../peers/unleash.ts';

const connections = 16;
const batchEvents = 20;
const GOAL = 5;
/** Bodies of Parse are made beforehand: their events have no ids that must be new. */
const parseVariants = 64;

type Note = (text: string) => void;

async function compareConfig(
  name: string,
  product: Product,
  peer: UnleashServer & MeasuredServer,
  { seconds, rounds }: BenchOptions,
  goal?: number,
): Promise<Row> {
  let count = 0;
  const next = () => get('', `${peer.path}?userId=bench-${count++}`).toString();
  const asked = () => Buffer.from(next().replace('Bearer ', peer.key));
  const ours: Side = {
    server: product,
    settings: { connections, seconds, next: configOfStrangers(product.keys.publishable) },
    statuses: ['200'],
  };
  const theirs: Side = { server: peer, settings: { connections, seconds, next: asked }, statuses: ['200'] };
  const result = await compareRates(ours, theirs, rounds);
  return rateRow(`config of 50 flags × 10 rules, a new user each time, against ${name}`, result, goal);
}

async function unleashRows(product: Product, postgres: Postgres, options: BenchOptions, note: Note): Promise<Row[]> {
  const unleash = await startUnleash(postgres.createDatabase('unleash'));
  try {
    const rows = [
      await compareConfig(
        'unleash-server (frontend API)',
        product,
        { ...unleash, helpers: [postgres.pid] },
        options,
        GOAL,
      ),
    ];
    await noting(note, async () => {
      const proxy = await startUnleashProxy(unleash);
      try {
        rows.push(await compareConfig('@unleash/proxy', product, proxy, options));
      } finally {
        await proxy.stop();
      }
    });
    return rows;
  } finally {
    await unleash.stop();
  }
}

async function parseRow(product: Product, postgres: Postgres, { seconds, rounds }: BenchOptions): Promise<Row> {
  const parse = await startParse(postgres.createDatabase('parse'));
  try {
    const { next } = ingestRequests({ events: batchEvents, key: product.keys.secret });
    const saves = Array.from({ length: parseVariants }, () => saveEvents(next()));
    let at = 0;
    const save = () => saves[at++ % saves.length] as Buffer;
    const ours: Side = { server: product, settings: { connections, seconds, next }, statuses: ['202'] };
    await refuseFailedSaves(parse.url, saves[0] as Buffer);
    const server = { ...parse, helpers: [postgres.pid] };
    const theirs: Side = { server, settings: { connections, seconds, next: save }, statuses: ['200'] };
    const name = `${batchEvents} events in a request, on disk when answered, against parse-server (a batch of saves, PostgreSQL)`;
    return rateRow(name, await compareRates(ours, theirs, rounds));
  } finally {
    await parse.stop();
  }
}

/** A batch is answered 200 also when none of it was saved. */
async function refuseFailedSaves(url: string, save: Buffer): Promise<void> {
  const [head = '', body = ''] = save.toString().split('\r\n\r\n');
  const appId = /X-Parse-Application-Id: (\S+)/.exec(head)?.[1] ?? '';
  const headers = { 'X-Parse-Application-Id': appId, 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/parse/batch`, { method: 'POST', headers, body });
  const results = (await response.json()) as { success?: unknown; error?: unknown }[];
  const failed = Array.isArray(results) ? results.find(({ success }) => success === undefined) : results;
  if (failed !== undefined) throw new CannotMeasure(`parse-server does not save: ${JSON.stringify(failed)}`);
}

/** One peer that is missing does not keep the others from being measured. */
async function noting(note: Note, measure: () => Promise<void>): Promise<void> {
  try {
    await measure();
  } catch (error) {
    if (!(error instanceof CannotMeasure)) throw error;
    note(error.message);
  }
}

export const peers: Scenario = {
  name: 'peers',
  topic: 'Servers of others',
  sentence: 'Config and ingest against unleash-server, @unleash/proxy and parse-server as published, with PostgreSQL',
  run: async (options, note) => {
    const postgres = await startPostgres();
    const product = await startProduct();
    const rows: Row[] = [];
    try {
      await createSampleFlags(product);
      await noting(note, async () => void rows.push(...(await unleashRows(product, postgres, options, note))));
      await noting(note, async () => void rows.push(await parseRow(product, postgres, options)));
      return rows;
    } finally {
      await product.stop();
      await postgres.stop();
    }
  },
};
