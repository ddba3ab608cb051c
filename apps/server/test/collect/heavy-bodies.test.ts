import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { limits, type Route, type RouteName, routes } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../src/telemetry/testing/torture-run.ts';
import { openSocket } from '../harness/raw-http.ts';
import { sendRequest } from '../harness/send-request.ts';
import { TestServer } from '../harness/server.ts';

/** How long one request may block the main thread, in processor time. */
const MAX_STALL_MS = 100;
const PROBE_EVERY_MS = 5;
let server: TestServer;
let fields: Readonly<Record<string, readonly string[]>>;

beforeAll(async () => {
  server = await TestServer.start();
  await server.liftLimits();
  await server.waitForStore();
  await server.post('/v1/devices/register', { device_id: 'x' });
  await server.post('/v1/flags', { key: 'xx', name: 'x', platforms: ['web'] });
  await server.post('/v1/groups', { key: 'xx', name: 'x' });
  await server.post('/v1/cohorts', { key: 'xx', name: 'x', kind: 'list' });
  fields = await fieldsByRoute();
});
afterAll(() => server.dispose());

/** Members of each body that the document of the API describes. */
async function fieldsByRoute(): Promise<Record<string, readonly string[]>> {
  interface Schema {
    readonly properties?: object;
    readonly $ref?: string;
  }
  interface Document {
    readonly paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
    readonly components: { readonly schemas: Record<string, Schema> };
  }
  const document = await server.json<Document>('/openapi.json');
  const found: Record<string, readonly string[]> = {};
  for (const [name, { method, path }] of Object.entries(routes) as [string, Route][]) {
    const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const schema = Object.values(operation?.requestBody?.content ?? {})[0]?.schema;
    const named =
      schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    found[name] = Object.keys(named?.properties ?? {});
  }
  return found;
}

/** JSON of about this many bytes, made of one element after the other. */
function fill(bytes: number, open: string, close: string, element: (at: number) => string): string {
  const parts: string[] = [];
  for (let [length, at] = [2, 0]; ; at++) {
    const part = element(at);
    length += part.length + 1;
    if (length > bytes) return `${open}${parts.join(',')}${close}`;
    parts.push(part);
  }
}

const hostile: Readonly<Record<string, (bytes: number) => string>> = {
  'many keys': (bytes) => fill(bytes, '{', '}', (at) => `"k${at.toString(36)}":1`),
  'many keys with objects': (bytes) => fill(bytes, '{', '}', (at) => `"k${at.toString(36)}":{"a":1}`),
  'many empty objects': (bytes) => fill(bytes, '[', ']', () => '{}'),
  'many objects with a key of their own': (bytes) => fill(bytes, '[', ']', (at) => `{"k${at.toString(36)}":1}`),
  'many numbers': (bytes) => fill(bytes, '[', ']', () => '0'),
  'many texts': (bytes) => fill(bytes, '[', ']', () => '"x"'),
  'many lists in lists': (bytes) => fill(bytes, '[', ']', () => `${'['.repeat(20)}${']'.repeat(20)}`),
  'lists without an end': (bytes) => '['.repeat(bytes),
  'lists in lists': (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  'a text of digits': (bytes) => `"${'4111 1111 1111 1111 '.repeat(bytes / 20 - 1)}"`,
  'a text of escapes': (bytes) => `"${String.raw`\u0041`.repeat(bytes / 6 - 1)}"`,
};
/** Where bodies are smaller but in a long run: at full size these took half of the time of all routes. */
const shortBytes: Partial<Record<RouteName, number>> = { reportCrash: limits.crashBodyBytes / 2 };
/** The only ones but in a long run. */
const worst = ['many keys', 'many empty objects'];

/** Where a hostile value also stands in bodies that are screened piece by piece. */
const places: Partial<Record<RouteName, readonly string[]>> = {
  ingest: [
    '{"batch":[{"event":"e","properties":@}]}',
    '{"batch":[{"event":"e","properties":{"a":@}},{"event":"good"}]}',
    '{"batch":[{"event":"e","context":@},{"event":"good"}]}',
    '{"batch":[{"event":"e","more":@}]}',
    '{"batch":[{"event":"e"}],"context":@}',
    '{"batch":[{"event":"e"}],"context":{"flags":@}}',
    '{"batch":[{"event":"e"}],"context":{"experiment_assignments":@}}',
    '{"batch":[{"event":"e"}],"more":@}',
  ],
  reportCrash: [
    '{"platform":"web","exception_type":"E","event_id":"i","custom_data":@}',
    '{"platform":"web","exception_type":"E","event_id":"i","stack_trace":{"frames":@}}',
    '{"platform":"web","exception_type":"E","breadcrumbs":@}',
    '{"platform":"web","exception_type":"E","thread_info":@}',
    '{"platform":"web","exception_type":"E","active_flags":@}',
    '{"platform":"web","exception_type":"E","more":@}',
  ],
  ingestPerformance: [
    '{"batch":[{"metric_type":"span","metric_name":"a","value_ms":1,"attributes":@}]}',
    '{"batch":[{"metric_type":"span","metric_name":"a","value_ms":1}],"context":@}',
    '{"batch":[{"metric_type":"span","metric_name":"a","value_ms":1,"context":{"active_flags":@}}]}',
  ],
};

function* bodiesFor(name: RouteName): Generator<{ what: string; body: string }> {
  const route: Route = routes[name];
  const allowed = route.bodyBytes ?? limits.otherBodyBytes;
  const bytes = (isLong ? allowed : (shortBytes[name] ?? allowed)) - 256;
  const known = (fields[name] ?? []).map((field) => `{${JSON.stringify(field)}:@}`);
  for (const [what, make] of Object.entries(hostile)) {
    if (!isLong && !worst.includes(what)) continue;
    const value = make(bytes);
    yield { what, body: value };
    const within = [...(isLong ? known : []), ...(isLong || what === worst[0] ? (places[name] ?? []) : [])];
    for (const place of within) yield { what: `${what} in ${place}`, body: place.replace('@', value) };
  }
}

/** Time of the processor that the thread has taken so far: unlike the clock, it does not count anyone who else is busy. */
async function mainThreadMs(): Promise<number> {
  return Number((await readFile(`/proc/${server.pid}/task/${server.pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6;
}

const paths: Partial<Record<string, string>> = { ':deviceId': 'x', ':key': 'xx', ':name': 'xx' };

interface Sent {
  readonly status: number;
  readonly stallMs: number;
}

async function send(name: RouteName, body: string, headers: Record<string, string> = {}): Promise<Sent> {
  const { method, path, access }: Route = routes[name];
  const key = access.includes('secret') ? server.keys.secret : server.bootstrap.operator_token;
  const url = path.replaceAll(/:\w+/g, (part) => paths[part] ?? (path.startsWith('/v1/projects') ? 'default' : 'xx'));
  let isAnswered = false;
  const answered = server.send(url, { method, body, key, headers }).finally(() => {
    isAnswered = true;
  });
  const stallMs = await longestStall(() => isAnswered);
  return { status: (await answered).status, stallMs };
}

/** How long the main thread was blocked at most between two responses to probes, in processor time. */
async function longestStall(isOver: () => boolean): Promise<number> {
  let longestMs = 0;
  let beforeMs = await mainThreadMs();
  for (let isLast = false; !isLast; ) {
    // One more probe after the response, for work that was begun before it.
    isLast = isOver();
    await setTimeout(PROBE_EVERY_MS);
    await sendRequest(`${server.url}/healthz`);
    const nowMs = await mainThreadMs();
    longestMs = Math.max(longestMs, nowMs - beforeMs);
    beforeMs = nowMs;
  }
  return longestMs;
}

const withBody = (Object.entries(routes) as [RouteName, Route][])
  .filter(
    ([, { method, success }]) => method !== 'GET' && method !== 'DELETE' && !(200 in success && success[200] === null),
  )
  .filter(([name]) => name !== 'uploadSymbols')
  .map(([name]) => name);

test('negative control: many requests that arrive at once do block it, and that is seen', async () => {
  const sockets = await Promise.all(Array.from({ length: 60 }, () => openSocket(server.url)));
  const requests = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(600);
  const answered = sockets.map((socket) => {
    let missing = 600;
    return new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        missing -= chunk.toString('latin1').split('HTTP/1.1 ').length - 1;
        if (missing <= 0) resolve();
      });
    });
  });
  let isAnswered = false;
  const all = Promise.all(answered).then(() => {
    isAnswered = true;
  });
  for (const socket of sockets) socket.write(requests);
  expect(await longestStall(() => isAnswered)).toBeGreaterThan(MAX_STALL_MS);
  await all;
  for (const socket of sockets) socket.destroy();
});

describe('no body blocks the main thread', () => {
  for (const name of withBody) {
    test(`${routes[name].method} ${routes[name].path}`, { timeout: 300_000 }, async () => {
      const slow: string[] = [];
      for (const { what, body } of bodiesFor(name)) {
        let best = Number.POSITIVE_INFINITY;
        // Code that has not been compiled yet, and garbage of others, are no fault of this body.
        for (let attempt = 0; attempt < 4 && best > MAX_STALL_MS; attempt++) {
          const { status, stallMs } = await send(name, body);
          expect(status === 503 || status < 500, `${what}: ${status}`).toBe(true);
          best = Math.min(best, stallMs);
        }
        if (best > MAX_STALL_MS) slow.push(`${Math.round(best)} ms: ${what}`);
      }
      expect(slow).toEqual([]);
    });
  }
});

test('a list of users as CSV does not block it either', async () => {
  const bytes = isLong ? limits.cohortBodyBytes - 1 : 1_000_000;
  const lists = {
    'short lines': 'u\n'.repeat(bytes / 2),
    'one long line': 'u'.repeat(bytes),
    'one line of columns': ','.repeat(bytes),
    'one line in quotation marks': `"${'""'.repeat(bytes / 2 - 1)}"`,
    'empty lines': '\r'.repeat(bytes),
  };
  for (const [what, body] of Object.entries(lists)) {
    const { status, stallMs } = await send('addCohortMembers', body, { 'Content-Type': 'text/csv' });
    expect([what, status]).toEqual([what, what === 'short lines' ? 200 : 400]);
    expect(stallMs, what).toBeLessThan(MAX_STALL_MS);
  }
});

test('half a million rejected metrics do not block it either', async () => {
  const body = `{"batch":[0${',0'.repeat(limits.ingestBodyBytes / 2 - 20)}]}`;
  const { status, stallMs } = await send('ingestPerformance', body);
  expect(status).toBe(202);
  expect(stallMs).toBeLessThan(MAX_STALL_MS);
});
