import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { expectInTime } from '../harness/expect-in-time.ts';
import { openSocket } from '../harness/raw-http.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { StreamReader } from '../harness/stream-reader.ts';
import { TestProject } from '../harness/test-project.ts';
import { storePid } from '../torture/processes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.waitForStore();
});
afterAll(() => server.dispose());

const open = new Map<TestProject, StreamReader[]>();
const test = base.extend('project', async ({ task: _ }, { onCleanup }) => {
  const project = await TestProject.create(server);
  // Anyone who watches costs the store a query after every load, those of other tests too.
  onCleanup(async () => {
    for (const stream of open.get(project) ?? []) await stream.close();
  });
  return project;
});

interface LiveRow {
  readonly status: string;
  readonly event: string;
  readonly [field: string]: unknown;
}

async function live(project: TestProject, query = '', key = project.secret): Promise<StreamReader> {
  const headers = { Authorization: `Bearer ${key}` };
  const stream = await StreamReader.open(`${project.server.url}/v1/events/stream${query}`, headers);
  open.set(project, [...(open.get(project) ?? []), stream]);
  return stream;
}
const row = async (stream: StreamReader) => (await stream.next()).data as LiveRow;
const eventsOf = (stream: StreamReader) =>
  stream.messages.filter(({ event }) => event === 'event').map(({ data }) => data as LiveRow);
const skippedOf = (stream: StreamReader) =>
  stream.messages
    .filter(({ event }) => event === 'skipped')
    .reduce((sum, { data }) => sum + (data as { count: number }).count, 0);
const batchOf = (count: number, event = 'many') => Array.from({ length: count }, () => ({ event }));

describe('the live view', () => {
  test('shows an event as it is stored', async ({ project }) => {
    const stream = await live(project);
    expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const context = { user: { id: 'u' }, device: { id: 'd' } };
    await project.ingest({ batch: [{ event: 'opened', event_id: 'one', properties: { n: 1.5 } }], context });
    const message = await stream.next();
    expect(message.event).toBe('event');
    expect(message.data).toEqual({ status: 'stored', ...(await project.event()) });
  });

  test('shows an event within two seconds of its acceptance', async ({ project }) => {
    const stream = await live(project);
    await expectInTime(2_000, async () => {
      await project.ingest({ batch: [{ event: 'one more' }] });
      const acceptedAt = performance.now();
      return (await stream.next()).atMs - acceptedAt;
    });
  });

  test('shows only what comes after it was opened, each once, and no repeats', async ({ project }) => {
    await project.ingest({ batch: [{ event: 'before', event_id: 'a' }] });
    await project.events(1);
    const stream = await live(project);
    await project.ingest({
      batch: [
        { event: 'repeat', event_id: 'a' },
        { event: 'after', event_id: 'b' },
      ],
    });
    expect((await row(stream)).event).toBe('after');
    await project.ingest({ batch: [{ event: 'repeat', event_id: 'b' }, { event: 'last' }] });
    expect((await row(stream)).event).toBe('last');
    expect(eventsOf(stream).map(({ event }) => event)).toEqual(['after', 'last']);
  });

  test('shows what was refused and what was set apart, marked and with reasons', async ({ project }) => {
    const put = { key: project.secret, headers: { 'Content-Type': 'application/json' } };
    const body = JSON.stringify({ properties: { required: ['x'] }, mode: 'quarantine' });
    await project.send('PUT', '/v1/events/schemas/strict', { ...put, body });
    const stream = await live(project);
    const batch = [{ event: 'bad', timestamp: 'never' }, { event: 'strict' }, { event: 'good' }];
    await project.ingest({ batch });
    const rows = [await row(stream), await row(stream), await row(stream)];
    expect(new Map(rows.map(({ event, status }) => [event, status]))).toEqual(
      new Map([
        ['bad', 'rejected'],
        ['strict', 'quarantined'],
        ['good', 'stored'],
      ]),
    );
    expect(rows.find(({ event }) => event === 'bad')).toEqual({
      status: 'rejected',
      id: expect.any(String),
      event: 'bad',
      reason: 'timestamp must be an ISO 8601 time',
      raw: { event: 'bad', timestamp: 'never' },
      received_at: expect.any(String),
    });
    const without = await live(project, '?include_rejected=false');
    await project.ingest({ batch: [...batch, { event: 'last' }] });
    expect([(await row(without)).event, (await row(without)).event]).toEqual(['good', 'last']);
  });

  const filters: [string, string[]][] = [
    ['?event=b', ['b']],
    ['?user_id=u1', ['a']],
    ['?anonymous_id=n2', ['b']],
    ['?device_id=d3', ['c']],
    ['?search=NEEDLE', ['c', 'refused']],
    ['?search=needle&event=c', ['c']],
    ['?event=none', []],
  ];
  for (const [query, expected] of filters) {
    test(`filtered by ${query} shows nothing else`, async ({ project }) => {
      const [all, stream] = [await live(project), await live(project, query)];
      const batch = [
        { event: 'a', context: { user: { id: 'u1' } } },
        { event: 'b', context: { user: { anonymous_id: 'n2' } } },
        { event: 'c', context: { device: { id: 'd3' } }, properties: { x: 'a needle' } },
        { event: 'refused', timestamp: 'a needle' },
      ];
      await project.ingest({ batch });
      await waitUntil(async () => eventsOf(all).length === 4);
      await waitUntil(async () => eventsOf(stream).length >= expected.length);
      await sleep(50);
      expect(
        eventsOf(stream)
          .map(({ event }) => event)
          .sort(),
      ).toEqual(expected);
    });
  }

  test('shows nothing of other environments and projects', async ({ project }) => {
    const other = await TestProject.create(server);
    const [stream, theirs] = [await live(project), await live(other)];
    const development = await live(project, '?environment_id=development');
    await other.ingest({ batch: [{ event: 'theirs' }, { event: 'x', timestamp: 'never' }] });
    await project.ingest({ batch: [{ event: 'in development' }] }, { key: project.keys.development.publishable });
    await project.ingest({ batch: [{ event: 'ours' }] });
    expect((await row(stream)).event).toBe('ours');
    expect((await row(development)).event).toBe('in development');
    await waitUntil(async () => eventsOf(theirs).length === 2);
    expect([eventsOf(stream).length, eventsOf(development).length]).toEqual([1, 1]);
  });

  test('shows at most 200 a second and counts the rest', async ({ project }) => {
    const stream = await live(project);
    const startedAt = performance.now();
    for (let batch = 0; batch < 9; batch += 1) await project.ingest({ batch: batchOf(100) });
    await waitUntil(async () => eventsOf(stream).length + skippedOf(stream) === 900);
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(eventsOf(stream).length).toBeLessThanOrEqual(200 * (Math.ceil(seconds) + 1));
    expect(eventsOf(stream).length).toBeGreaterThanOrEqual(200);
    expect(skippedOf(stream)).toBeGreaterThan(0);
  });

  test('wrong queries are refused before a stream begins', async ({ project }) => {
    const asked = (query: string) => project.get(`/v1/events/stream${query}`);
    expect((await asked(`?search=${'x'.repeat(201)}`)).status).toBe(400);
    expect((await asked('?include_rejected=maybe')).status).toBe(400);
    expect((await asked('?environment_id=nowhere')).status).toBe(404);
  });

  test('ends within five seconds when its key is revoked, and others go on', async ({ project }) => {
    const made = await project.post(
      '/v1/keys',
      { kind: 'secret', environment_id: 'production', name: 'k' },
      { key: project.secret },
    );
    const { id, key } = made.data<{ id: string; key: string }>();
    const [doomed, other] = [await live(project, '', key), await live(project)];
    const revokedAt = performance.now();
    await project.send('DELETE', `/v1/keys/${id}`, { key: project.secret });
    await waitUntil(async () => doomed.isEnded);
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
    await project.ingest({ batch: [{ event: 'still' }] });
    expect((await row(other)).event).toBe('still');
  });

  test('a client that does not read costs no memory, and is told what it missed', async ({ project }) => {
    const socket = await openSocket(server.url);
    socket.pause();
    const head = `GET /v1/events/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${project.secret}\r\n\r\n`;
    socket.write(head);
    const properties = { filler: 'x'.repeat(30_000) };
    const watching = await live(project);
    for (let batch = 0; batch < 6; batch += 1) {
      await project.ingest({ batch: Array.from({ length: 30 }, () => ({ event: 'large', properties })) });
      await sleep(300);
    }
    await waitUntil(async () => eventsOf(watching).length + skippedOf(watching) === 180);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    socket.resume();
    const shown = () => text.split('event: event').length - 1;
    const missed = () =>
      [...text.matchAll(/event: skipped\r?\ndata: \{"count":(\d+)\}/g)].reduce((sum, [, n]) => sum + Number(n), 0);
    // What it missed is told in several pieces when the server is busy.
    await waitUntil(() => shown() + missed() >= 180);
    expect(shown() + missed()).toBe(180);
    expect(missed()).toBeGreaterThan(0);
    socket.destroy();
  });
});

test('a store process that is killed ends no stream, and nothing is shown twice or missed', {
  timeout: 180_000,
}, async ({ project }) => {
  const stream = await live(project);
  const sent: string[] = [];
  const send = async (name: string) => {
    sent.push(name);
    await project.ingest({ batch: [{ event: name, event_id: name }] });
  };
  const isShown = (name: string) => waitUntil(() => eventsOf(stream).some(({ event }) => event === name));
  await send('first');
  await isShown('first');
  for (const round of [1, 2]) {
    process.kill((await storePid(server.pid)) ?? 0, 'SIGKILL');
    await send(`down ${round}`);
    await isShown(`down ${round}`);
    await send(`up ${round}`);
    await isShown(`up ${round}`);
  }
  expect(eventsOf(stream).map(({ event }) => event)).toEqual(sent);
  expect(stream.isEnded).toBe(false);
});

test('a server that stops ends its streams', async ({ project }) => {
  const stream = await live(project);
  expect(stream.response.status).toBe(200);
  const [code] = await Promise.all([server.stop(), stream.ended]);
  expect([code, stream.failure]).toEqual([0, undefined]);
});
