import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MailReceiver } from '../harness/mail-receiver.ts';
import { type MailPart, parseMail, partOf } from '../harness/parse-mail.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

const DAY_MS = 86_400_000;
const clock = fileURLToPath(new URL('../harness/shifted-clock.cjs', import.meta.url));
/** Of people, in events of yesterday: none of this may leave the server. */
const PEOPLE = ['ada.lovelace@example.org', 'u-grace-hopper-77', '203.0.113.77'];

interface Run {
  readonly state: string;
  readonly reason: string | null;
  readonly due_at: string;
  readonly deliveries: readonly { readonly state: string | null }[];
}
interface Row {
  readonly id: string;
  readonly status: string;
  readonly paused_reason: string | null;
  readonly next_run_at: string;
  readonly runs: readonly Run[];
}
interface SlackBlock {
  readonly type: string;
  readonly image_url?: string;
  readonly text?: { readonly text: string };
}

const mail = new MailReceiver();
const posted: string[] = [];
const open: { server?: TestServer; chat?: Server } = {};
let project: TestProject;
let chatUrl = '';

beforeAll(async () => {
  await mail.start();
  const chat = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push(Buffer.concat(chunks).toString());
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
  open.chat = chat;
  chatUrl = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/services/T/B/x`;
  open.server = await TestServer.start({ env: env() });
  project = await TestProject.create(open.server);
});
afterAll(async () => {
  mail.stop();
  open.chat?.close();
  open.chat?.closeAllConnections();
  await open.server?.dispose();
});

function env(more: Record<string, string> = {}): Record<string, string> {
  return { LP_ALLOW_PRIVATE_ADDRESSES: 'true', LP_SMTP_URL: mail.url, ...more };
}

const post = (path: string, body: unknown = {}, of = project) => of.post(path, body, { key: of.secret });

let whole: Promise<string> | undefined;

/** One for all tests that look at what is in a digest. */
function wholeBoard(): Promise<string> {
  whole ??= newWholeBoard();
  return whole;
}

/** A dashboard over events of yesterday and the day before, with widgets of most kinds. */
async function newWholeBoard(): Promise<string> {
  const yesterday = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2);
  const event = (name: string, user: string, at: Date, properties = {}) => ({
    event: name,
    context: { user: { id: user } },
    timestamp: at.toISOString(),
    properties: { country: 'Norway', contact: PEOPLE[0], ...properties },
  });
  const before = new Date(yesterday.getTime() - DAY_MS);
  const events = [
    ...Array.from({ length: 6 }, () => event('visit', PEOPLE[1] ?? '', yesterday)),
    event('visit', 'u-2', yesterday, { country: 'Peru' }),
    event('purchase', PEOPLE[1] ?? '', new Date(yesterday.getTime() + 60_000), { ip: PEOPLE[2] }),
    event('visit', 'u-3', before),
  ];
  expect((await project.ingest({ batch: events })).status).toBe(202);
  await project.server.waitForCount(events.length, '', project.secret);
  const { id } = (await post('/v1/dashboards', { name: 'Shop & <b>more</b>' })).data<{ id: string }>();
  const range = { kind: 'relative', last: '7d' };
  const trend = { kind: 'timeseries', event: 'visit', interval: 'day', range };
  const widgets = [
    { name: 'Visits', query: trend },
    { name: 'Visits in one number', query: trend, viz: { kind: 'timeseries', chartType: 'single_metric' } },
    { name: 'By country', query: { ...trend, breakdownProperty: 'event_properties.country' } },
    { name: 'By person', query: { ...trend, breakdownProperty: 'user_id' } },
    { name: 'By contact', query: { ...trend, breakdownProperty: 'event_properties.contact' } },
    { name: 'Conversion', query: { kind: 'funnel', steps: ['visit', 'purchase'], conversionWindow: '1d', range } },
    { name: 'Retention', query: { kind: 'retention', cohortEvent: 'visit', returnEvent: 'visit', range } },
    { name: 'People', query: { kind: 'sql', sql: "SELECT user_id, properties->>'contact' AS who FROM events" } },
    { name: 'Broken', query: { kind: 'sql', sql: 'SELECT nothing_like_it FROM events' } },
  ];
  for (const [y, widget] of widgets.entries()) {
    const added = await post(`/v1/dashboards/${id}/widgets`, { ...widget, position: { y } });
    expect([widget.name, added.status]).toEqual([widget.name, 201]);
  }
  return id;
}

/** For tests that look at when a digest is sent, and not at what is in it. */
async function newSmallBoard(of = project): Promise<string> {
  const { id } = (await post('/v1/dashboards', { name: 'Small' }, of)).data<{ id: string }>();
  const query = { kind: 'timeseries', event: 'visit', interval: 'day', range: { kind: 'relative', last: '7d' } };
  expect((await post(`/v1/dashboards/${id}/widgets`, { name: 'Visits', query }, of)).status).toBe(201);
  return id;
}

async function newTarget(body: object, of = project): Promise<string> {
  return (await post('/v1/webhooks', { name: 'Target', event_types: ['backup.completed'], ...body }, of)).data<Row>()
    .id;
}

const newDigest = async (dashboardId: string, targets: readonly string[], of = project, body: object = {}) =>
  await post('/v1/digests', { dashboard_id: dashboardId, frequency: 'daily', time: '09:00', targets, ...body }, of);

const digestOf = async (id: string, of = project) => (await of.get(`/v1/digests/${id}`)).data<Row>();

function expectPng({ content }: Pick<MailPart, 'content'>): void {
  expect(content.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(content.readUInt32BE(16)).toBe(1_120);
  expect(content.length).toBeLessThan(60_000);
}

function expectNobody(text: string): void {
  for (const person of PEOPLE) expect(text).not.toContain(person);
}

test('a digest arrives by mail with its pictures inside, and says what failed; it names nobody', async () => {
  const target = await newTarget({ kind: 'email', recipients: ['team@example.org'] });
  const created = await newDigest(await wholeBoard(), [target]);
  expect(created.status).toBe(201);
  const { id } = created.data<Row>();
  const count = mail.mails.length;
  expect((await post(`/v1/digests/${id}/send`)).status).toBe(202);
  await waitUntil(() => mail.mails.length > count);
  const sent = mail.mails.at(-1);
  expect(sent?.recipients).toEqual(['team@example.org']);
  const parsed = parseMail(sent?.text ?? '');
  expect(parsed.headers['content-type']).toMatch(/^multipart\/alternative/);
  const text = partOf(parsed, 'text/plain').content.toString();
  const html = partOf(parsed, 'text/html').content.toString();
  expect(text).toContain('Events: 7 (▲ 600');
  expect(text).toContain('Norway: 6');
  expect(text).toMatch(/BROKEN\r\n.*failed/i);
  expect(text).toMatch(/breakdown by user_id is left out/);
  expect(text).toMatch(/PEOPLE\r\nThis table identifies people/);
  expect(html).toContain('Shop &amp; &lt;b&gt;more&lt;/b&gt;');
  expectNobody(text);
  expectNobody(html);
  const pictures = parsed.parts.filter(({ type }) => type === 'image/png');
  expect(pictures.length).toBe(7);
  for (const picture of pictures) {
    expectPng(picture);
    const cid = picture.headers['content-id']?.replace(/[<>]/g, '') ?? '';
    expect(html).toContain(`cid:${cid}`);
  }
  await waitUntil(async () => (await digestOf(id)).runs[0]?.deliveries[0]?.state === 'delivered');
  const [delivery] = (await project.get(`/v1/webhooks/${target}/deliveries`)).data<{ payload: object }[]>();
  expect(delivery).toMatchObject({ event_type: 'digest.sent', state: 'delivered' });
  expectNobody(JSON.stringify(delivery));
});

test('without an https address a chat gets the numbers, and no links to pictures', async () => {
  const target = await newTarget({ kind: 'slack', url: chatUrl });
  const { id, ...row } = (await newDigest(await wholeBoard(), [target])).data<Row>();
  expect(row).toMatchObject({ targets: [{ id: target, kind: 'slack', pictures: 'none' }] });
  const count = posted.length;
  await post(`/v1/digests/${id}/send`);
  await waitUntil(() => posted.length > count);
  const { blocks } = JSON.parse(posted.at(-1) ?? '{}') as { blocks: SlackBlock[] };
  expect(blocks.filter(({ type }) => type === 'image')).toEqual([]);
  expect(JSON.stringify(blocks)).toContain('Events: 7');
  expectNobody(JSON.stringify(blocks));
});

test('a preview is what would be sent, and nothing is sent', async () => {
  const board = await wholeBoard();
  const target = await newTarget({ kind: 'email', recipients: ['team@example.org'] });
  const { id } = (await newDigest(board, [target])).data<Row>();
  const count = mail.mails.length;
  const shown = (await project.get(`/v1/digests/${id}/preview`)).data<{ html: string; has_mail: boolean }>();
  expect(shown).toMatchObject({ has_mail: true, has_picture_links: false, widgets_left_out: 0 });
  const pictures = [...shown.html.matchAll(/data:image\/png;base64,([^"]+)"/g)];
  expect(pictures.length).toBe(7);
  for (const [, base64 = ''] of pictures) expectPng({ content: Buffer.from(base64, 'base64') });
  const anew = await post('/v1/digests/preview', { dashboard_id: board, frequency: 'weekly' });
  expect(anew.data<{ text: string }>().text).toContain('compared with the week before');
  expect(mail.mails.length).toBe(count);
});

test('bad input is a 400 that names the field, and changes nothing', async () => {
  const board = await wholeBoard();
  const target = await newTarget({ url: chatUrl });
  const faults = async (body: object) => {
    const sent = { dashboard_id: board, frequency: 'daily', time: '09:00', targets: [target], ...body };
    const { status, error } = await post('/v1/digests', sent);
    return [status, Object.keys(error.details?.fieldErrors ?? {})];
  };
  const known = (await project.get('/v1/digests')).data<Row[]>().length;
  expect(await faults({ time: '9:00' })).toEqual([400, ['time']]);
  expect(await faults({ frequency: 'weekly' })).toEqual([400, ['weekday']]);
  expect(await faults({ weekday: 'monday' })).toEqual([400, ['weekday']]);
  expect(await faults({ dashboard_id: target })).toEqual([400, ['dashboard_id']]);
  expect(await faults({ targets: [board] })).toEqual([400, ['targets']]);
  expect(await faults({ targets: [] })).toEqual([400, ['targets']]);
  expect((await faults({ extra: 1 }))[0]).toBe(400);
  expect((await project.get('/v1/digests')).data<Row[]>().length).toBe(known);
});

test('a digest is sent 6 times an hour at most', async () => {
  const { id } = (await newDigest(await newSmallBoard(), [await newTarget({ url: chatUrl })])).data<Row>();
  const statuses: number[] = [];
  for (let index = 0; index < 7; index += 1) {
    statuses.push((await post(`/v1/digests/${id}/send`)).status);
    await waitUntil(async () => (await digestOf(id)).runs[0]?.state === 'sent');
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 429]);
});

test('a server that is killed while it makes a digest sends it after its start, once', async () => {
  const first = await TestServer.start({
    env: env({ LP_FAIL_POINTS: 'digest.made=kill:1' }),
  });
  const own = await TestProject.create(first);
  const target = await newTarget({ kind: 'email', recipients: ['killed@example.org'] }, own);
  const { id } = (await newDigest(await newSmallBoard(own), [target], own)).data<Row>();
  // It may die before it answers; what counts is what was sent.
  await Promise.allSettled([post(`/v1/digests/${id}/send`, {}, own)]);
  await waitUntil(() => first.hasEnded);
  const of = (address: string) => mail.mails.filter(({ recipients }) => recipients.includes(address));
  expect(of('killed@example.org')).toEqual([]);
  const second = await TestServer.start({ dataDir: first.dataDir, env: env() });
  try {
    const again = own.on(second);
    await waitUntil(async () => (await digestOf(id, again)).runs[0]?.deliveries[0]?.state === 'delivered');
    expect(of('killed@example.org')).toHaveLength(1);
  } finally {
    await second.stop();
    await first.dispose();
  }
});

test('a period during which no server ran is sent up to 12 hours late, and skipped and shown after that', async () => {
  const first = await TestServer.start({ env: env() });
  const own = await TestProject.create(first);
  const target = await newTarget({ kind: 'email', recipients: ['late@example.org'] }, own);
  const { id, next_run_at: next } = (await newDigest(await newSmallBoard(own), [target], own)).data<Row>();
  await first.stop();
  const dueMs = Date.parse(next);
  const at = (ms: number) => env({ NODE_OPTIONS: `--require ${clock}`, LP_TEST_CLOCK_OFF_MS: String(ms - Date.now()) });
  const later = await TestServer.start({
    dataDir: first.dataDir,
    env: at(dueMs + DAY_MS + 2 * 3_600_000),
  });
  try {
    const again = own.on(later);
    await waitUntil(async () => (await digestOf(id, again)).runs[0]?.deliveries[0]?.state === 'delivered');
    const { runs, next_run_at: following } = await digestOf(id, again);
    expect(runs.map(({ state, due_at: due }) => [state, Date.parse(due)])).toEqual([
      ['sent', dueMs + DAY_MS],
      ['skipped', dueMs],
    ]);
    expect(runs[1]?.reason).toMatch(/12 hours/);
    expect(Date.parse(following)).toBe(dueMs + 2 * DAY_MS);
    expect(mail.mails.filter(({ recipients }) => recipients.includes('late@example.org'))).toHaveLength(1);
  } finally {
    await later.stop();
    await first.dispose();
  }
});

test('with an https address a chat gets links to pictures, and a link opens its picture and nothing else', async () => {
  const port = await freePort();
  const env443 = env({ LP_PUBLIC_URL: 'https://lamppost.example', LP_PORT: String(port) });
  const server = await TestServer.start({ env: env443 });
  const base = `http://127.0.0.1:${port}`;
  const { secret } = server.bootstrap.keys.production;
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return ((await (await fetch(`${base}${path}`, init)).json()) as { data: T }).data;
  };
  try {
    const slack = await ask<Row>('/v1/webhooks', { name: 'S', kind: 'slack', url: chatUrl });
    const { id } = await ask<Row>('/v1/digests', {
      dashboard_id: '00000000-0000-7000-8000-000000050000',
      frequency: 'weekly',
      weekday: 'monday',
      time: '09:00',
      targets: [slack.id],
    });
    const count = posted.length;
    await ask(`/v1/digests/${id}/send`, {});
    await waitUntil(() => posted.length > count);
    const { blocks } = JSON.parse(posted.at(-1) ?? '{}') as { blocks: SlackBlock[] };
    const images = blocks.filter(({ type }) => type === 'image');
    expect(images.length).toBeGreaterThan(2);
    for (const { image_url: url = '' } of images) {
      expect(url).toMatch(/^https:\/\/lamppost\.example\/digests\/[0-9A-Za-z]{43}\.png$/);
      const answer = await fetch(`${base}${new URL(url).pathname}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expectPng({ content: Buffer.from(await answer.arrayBuffer()) });
    }
    const token = new URL(images[0]?.image_url ?? '').pathname;
    for (const path of [token.replace('.png', ''), '/digests/x.png', token.replace(/.{5}\.png/, 'AAAAA.png')]) {
      expect((await fetch(`${base}${path}`)).status).toBe(404);
    }
    const deleted = await fetch(`${base}/v1/digests/${id}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(deleted.status).toBe(204);
    expect((await fetch(`${base}${token}`)).status).toBe(404);
  } finally {
    await server.dispose();
  }
});

async function freePort(): Promise<number> {
  const probe = createSocket();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
}
