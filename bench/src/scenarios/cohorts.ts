import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillBySegments, reopened } from '../filling/fill-segments.ts';
import { untilAnswering } from '../filling/fill-store.ts';
import type { BatchSource } from '../filling/segment-writer.ts';
import { acknowledgedBeside } from '../harness/acknowledged-beside.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { boundRow, ms, type Row, type Scenario } from '../harness/scenario.ts';
import { median } from '../harness/spread.ts';
import { steadily } from '../harness/steady-rounds.ts';
import { call, storedRows, untilStored } from '../harness/store-state.ts';
import { DAY_MS } from '../harness/units.ts';
import { untilIdle } from '../harness/until-idle.ts';

const persons = 1_000_000;
const days = 30;
/** A cohort is computed again every five minutes, which should take a tenth of them at most. */
const maxComputeMs = 30_000;

/** Everybody is in each of them. */
const definitions = {
  behaviour: { rule: { did: { event: 'viewed', within: { kind: 'relative', last: '90d' } } } },
  attributes: { filters: [{ field: 'country', op: 'eq', value: 'DE' }] },
} as const;
type CohortKind = keyof typeof definitions;

/** Events of all persons in turn, a third of whom have a user id. */
function eventsOfPersons(events: number): BatchSource {
  const startMs = Date.now() - days * DAY_MS;
  let made = 0;
  return (count) => {
    const list: string[] = [];
    for (let at = 0; at < count; at += 1, made += 1) {
      const person = made % persons;
      const user = person % 3 === 0 ? `"id":"user-${person}",` : '';
      const timestamp = new Date(startMs + (made / events) * (days - 1) * DAY_MS).toISOString();
      list.push(
        `{"event":"${Math.floor(made / persons) % 2 === 0 ? 'viewed' : 'read'}","event_id":"${crypto.randomUUID()}","timestamp":"${timestamp}","properties":{"page":"p${person % 40}"},"context":{"user":{${user}"anonymous_id":"anon-${person}"},"device":{"id":"dev-${person}","platform":"web","country":"DE"},"session":{"id":"s-${person}"}}}`,
      );
    }
    return `{"batch":[${list.join(',')}]}`;
  };
}

interface Refreshed {
  readonly size: number;
  readonly status: string;
  readonly error: string | null;
}

/** Results are reused until something is loaded. */
async function loadOneMore(product: Product): Promise<void> {
  const before = await storedRows(product);
  await call(product, 'POST', '/v1/ingest', {
    batch: [{ event: 'viewed', context: { user: { anonymous_id: 'anon-1' }, device: { id: 'dev-1', country: 'DE' } } }],
  });
  await untilStored(product, before + 1);
}

/** Computes it anew and answers how many are in it. */
async function refresh(product: Product, kind: CohortKind): Promise<number> {
  const { size, status, error } = await call<Refreshed>(product, 'POST', `/v1/cohorts/all_by_${kind}/refresh`);
  if (status !== 'ready') throw new Error(`The cohort is ${status}: ${error}`);
  return size;
}

async function measure(product: Product, kind: CohortKind, rounds: number): Promise<Row> {
  const { measured, isNoisy } = await steadily(rounds, async () => {
    await loadOneMore(product);
    const startedAt = performance.now();
    const size = await refresh(product, kind);
    if (size !== persons) throw new Error(`${size} of ${persons} persons are in the cohort`);
    return performance.now() - startedAt;
  });
  const name = `cohort of ${persons.toLocaleString('en')} persons by ${kind}, computed anew`;
  return boundRow(name, measured, ' ms', maxComputeMs, ms(median(measured)), isNoisy);
}

export const cohorts: Scenario = {
  name: 'cohorts',
  topic: 'Store and queries',
  sentence: 'Cohorts that a million persons are in, computed over --stored events; acknowledgements beside that',
  run: async ({ storedEvents, rounds, seconds }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lamppost-cohorts-'));
    let product = await startProduct({ dataDir });
    try {
      await untilAnswering(product);
      const events = Math.max(storedEvents, persons);
      product = await reopened(product, await fillBySegments(product, events, eventsOfPersons(events)));
      await untilIdle(product);
      const rows: Row[] = [];
      for (const kind of ['behaviour', 'attributes'] as const) {
        const body = { key: `all_by_${kind}`, name: `All by ${kind}`, kind, definition: definitions[kind] };
        await call(product, 'POST', '/v1/cohorts', body);
        rows.push(await measure(product, kind, rounds));
      }
      const beside = await acknowledgedBeside(product, {
        name: 'a cohort of a million persons that is computed again and again',
        seconds: Math.max(20, seconds * 2),
        rounds,
        ask: async () => void (await refresh(product, 'behaviour')),
      });
      return [...rows, ...beside];
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
};
