import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CrashGroup, crashReports, sendAll, untilGrouped } from '../filling/fill-crashes.ts';
import { fillMetrics } from '../filling/fill-metrics.ts';
import { fillBySegments, reopened } from '../filling/fill-segments.ts';
import { untilAnswering } from '../filling/fill-store.ts';
import { growingBatches } from '../filling/growing-product.ts';
import { childCpuSeconds } from '../harness/cpu-seconds.ts';
import { load } from '../harness/load.ts';
import { type Product, startProduct } from '../harness/processes.ts';
import { ingestRequests } from '../harness/requests.ts';
import { type BenchOptions, boundRow, ms, type Row, type Scenario } from '../harness/scenario.ts';
import { median } from '../harness/spread.ts';
import { call, storedRows } from '../harness/store-state.ts';
import { DAY_MS } from '../harness/units.ts';

const million = 1_000_000;
const asked = 5;
const MAX_MS = 300;
/** At five times the data. */
const MAX_GROWTH = 2;
/** Of a million events; with ten million what the goal names. */
const metricsOf = 100_000;
const crashesOf = 10_000;
/** A tenth of all: as many persons as the goal names. */
const eventsPerPerson = 10;
const seed = 3;

/** A question that a page asks. */
interface Question {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Another one each time, so that no answer is used again. */
  readonly body?: (time: number) => object;
}

interface Answer {
  readonly ms: number;
  readonly cpuMicros: number;
}

const insights: Readonly<Record<string, object>> = {
  'trend of 30 days': { kind: 'timeseries', event: 'recipe_viewed', interval: 'day' },
  'persons by day': {
    kind: 'timeseries',
    event: 'recipe_viewed',
    interval: 'day',
    aggregation: { kind: 'count_distinct', field: 'person_id' },
  },
  'funnel of three steps': {
    kind: 'funnel',
    steps: ['recipe_viewed', 'cart_item_added', 'checkout_started'],
    conversionWindow: '7d',
  },
  'weekly retention': {
    kind: 'retention',
    cohortEvent: '$session_start',
    returnEvent: 'recipe_viewed',
    interval: 'week',
  },
};

const lastDays = (time: number) => ({
  kind: 'absolute',
  fromIso: new Date(Date.now() - 30 * DAY_MS - time).toISOString(),
  toIso: new Date().toISOString(),
});

/** What a route must be asked with. */
const parameters: Readonly<Record<string, string>> = {
  '/v1/performance/distribution': '?metric_name=cold_start',
  '/v1/insights/values': '?field=platform',
};
/** They do not end, hand out everything there is, or are no lists of a project. */
const otherRoutes = /stream|export|symbols|\/me|session$|shared|sdks|config|ruleset|capabilities/;

/** Every list of the API that can be asked with the key of a project, and what pages ask beside them. */
async function questionsOf(product: Product): Promise<Question[]> {
  const file = new URL('../../../spec/openapi.json', import.meta.url);
  const { paths } = JSON.parse(await readFile(file, 'utf8')) as { paths: Record<string, { get?: unknown }> };
  const lists = Object.entries(paths)
    .filter(([path, { get }]) => get !== undefined && path.startsWith('/v1/') && !path.includes('{'))
    .filter(([path]) => !otherRoutes.test(path))
    .map(([path]) => ({ name: path, method: 'GET', path: `${path}${parameters[path] ?? ''}` }));
  const [group] = await call<CrashGroup[]>(product, 'GET', '/v1/crashes/groups?sort=reports&limit=1');
  const ofOne = {
    'one crash group': `/v1/crashes/groups/${group?.id}`,
    'reports of a crash group': `/v1/crashes/groups/${group?.id}/reports`,
    'one person': '/v1/people/user-3',
    'timeline of a person': '/v1/people/user-3/timeline',
  };
  return [
    ...lists,
    ...Object.entries(ofOne).map(([name, path]) => ({ name, method: 'GET', path })),
    ...Object.entries(insights).map(([name, query]) => ({
      name,
      method: 'POST',
      path: '/v1/insights/query',
      body: (time: number) => ({ query: { ...query, range: lastDays(time) } }),
    })),
  ];
}

async function ask(
  product: Product,
  { method, path, body }: Question,
  time: number,
): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now();
  const headers = { Authorization: `Bearer ${product.keys.secret}` };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body(time)) }) };
  const response = await fetch(`${product.url}${path}`, init);
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - startedAt };
}

/** The first answer counts like the others; undefined where the key or the question does not fit. */
async function answerOf(product: Product, question: Question): Promise<Answer | undefined> {
  const before = await childCpuSeconds(product.pid);
  const times: number[] = [];
  for (let time = 0; time < asked; time += 1) {
    const { status, ms: taken } = await ask(product, question, time);
    if (status >= 400 && status < 500) return undefined;
    times.push(status < 300 ? taken : Number.POSITIVE_INFINITY);
  }
  const cpuMicros = (((await childCpuSeconds(product.pid)) - before) * 1e6) / asked;
  return { ms: median(times), cpuMicros };
}

/** While a few events arrive, as they always do: an answer that was kept is soon an old one. */
async function answersOf(product: Product, note: (text: string) => void): Promise<Map<string, Answer>> {
  const { next } = ingestRequests({ events: 1, key: product.keys.secret });
  const answers = new Map<string, Answer>();
  for (const question of await questionsOf(product)) {
    await load({ url: product.url, connections: 1, seconds: 0.05, next });
    const answer = await answerOf(product, question);
    if (answer === undefined) note(`pages: ${question.path} is not for the key of a project`);
    else answers.set(question.name, answer);
  }
  return answers;
}

/** Grows to a size, with crashes and metrics in proportion. */
async function growTo(product: Product, size: number, from: number, next: ReturnType<typeof growingBatches>) {
  const missing = size * million - (await storedRows(product));
  const again = await reopened(product, await fillBySegments(product, missing, next));
  await fillMetrics(again, (size - from) * metricsOf, Math.round(size * 1000));
  const reports = { from: from * crashesOf, to: size * crashesOf };
  await sendAll(again, crashReports(again.keys.secret, size * crashesOf, reports));
  await untilGrouped(again, reports.to);
  return again;
}

export const pages: Scenario = {
  name: 'pages',
  topic: 'Store and queries',
  sentence: 'Every list route and the questions of pages at each of --sizes (millions of events), crashes and metrics',
  run: async ({ sizes }: BenchOptions, note) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lamppost-pages-'));
    let product = await startProduct({ dataDir });
    const measured: { size: number; answers: Map<string, Answer> }[] = [];
    try {
      await untilAnswering(product);
      const batches = growingBatches(seed, Math.max(...sizes) * million, eventsPerPerson);
      let reached = 0;
      for (const size of sizes) {
        product = await growTo(product, size, reached, batches);
        reached = size;
        process.stderr.write(`  ${size} M events stored\n`);
        measured.push({ size, answers: await answersOf(product, size === sizes[0] ? note : () => undefined) });
      }
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
    return rowsOf(measured);
  },
};

function rowsOf(measured: readonly { size: number; answers: Map<string, Answer> }[]): Row[] {
  const [first, last] = [measured[0], measured.at(-1)];
  if (first === undefined || last === undefined) return [];
  const times = last.size / first.size;
  const rows = [...last.answers].map(([name, answer]): Row => {
    const before = first.answers.get(name);
    const row = boundRow(`${name}, ${last.size} M events stored`, answer.ms, ' ms', MAX_MS, ms(answer.ms));
    const reference = before === undefined || first === last ? '–' : `${ms(before.ms)} at ${first.size} M`;
    return { ...row, reference, cpu: { per: 'request', oursMicros: answer.cpuMicros } };
  });
  return times === 1 ? rows : [...rows, growthRow(first.answers, last.answers, times)];
}

/** How the slowest ones grow: what takes a few milliseconds says nothing. */
function growthRow(first: Map<string, Answer>, last: Map<string, Answer>, times: number): Row {
  const max = MAX_GROWTH ** (Math.log(times) / Math.log(5));
  const grown = [...last]
    .filter(([, { ms: now }]) => now >= MAX_MS / 10)
    .map(([name, { ms: now }]) => ({ name, times: now / (first.get(name)?.ms ?? Number.NaN) }))
    .sort((a, b) => b.times - a.times);
  const tooMuch = grown.filter((page) => page.times > max).map(({ name }) => name);
  const said = tooMuch.length === 0 ? 'none grows more' : `more: ${tooMuch.join(', ')}`;
  const values = grown.length === 0 ? [1] : [grown[0]?.times ?? 1];
  return boundRow(
    `growth of the time of the page that grows most, ${times} × the data`,
    values,
    '×',
    Number(max.toFixed(2)),
    said,
  );
}
