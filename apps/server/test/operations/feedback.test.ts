import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { ApiResponse, TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
beforeAll(async () => {
  server = await TestServer.start({ env: { LP_CLIENT_ADDRESS_HEADER: 'X-Address' } });
  project = await TestProject.create(server);
});
afterAll(() => server.dispose());

let addresses = 0;
/** From an address of its own, unless one is said. */
function send(body: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> {
  addresses += 1;
  const sent = { 'Content-Type': 'application/json', 'X-Address': `10.0.0.${addresses}`, ...headers };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return ApiResponse.of(fetch(`${server.url}/feedback`, { method: 'POST', headers: sent, body: text }));
}
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

interface Row {
  readonly id: string;
  readonly feedback_type: string;
  readonly message: string;
  readonly metadata: object | null;
  readonly project_slug: string | null;
  readonly created_at: string;
}

const listed = async (query = ''): Promise<ApiResponse> =>
  ApiResponse.of(server.request(`/v1/feedback${query}`, { key: server.bootstrap.operator_token }));

const good = { feedbackType: 'bug', message: 'It broke.' };

test('POST /feedback is 404', async () => {
  const response = await send(good);
  expect(response.status).toBe(201);
  expect(response.json).toEqual({
    data: {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  });
});

test('operators read what was sent, newest first, with the project of a key', async () => {
  const metadata = { version: '1.2', nested: { odd: '\u0000\ud800' } };
  const first = (await send({ feedbackType: 'feature', message: 'Dark mode 🌙', metadata })).data<{ id: string }>();
  for (const key of [project.publishable, project.secret, project.keys.production.dev]) {
    expect((await send({ feedbackType: 'general', message: 'Hello', metadata: null }, bearer(key))).status).toBe(201);
  }
  const rows = (await listed('?limit=4')).data<readonly Row[]>();
  expect(rows.map(({ feedback_type, message }) => [feedback_type, message])).toEqual([
    ['general', 'Hello'],
    ['general', 'Hello'],
    ['general', 'Hello'],
    ['feature', 'Dark mode 🌙'],
  ]);
  expect(rows[0]).toMatchObject({ project_slug: expect.stringMatching(/^t-/), metadata: null });
  expect(rows[3]).toEqual({
    id: first.id,
    feedback_type: 'feature',
    message: 'Dark mode 🌙',
    metadata: { version: '1.2', nested: { odd: expect.any(String) } },
    project_id: null,
    project_slug: null,
    created_at: expect.any(String),
  });
  const page = (await listed('?limit=1')).json as { pagination: { cursor: string; has_more: boolean } };
  expect(page.pagination.has_more).toBe(true);
  const [next] = (await listed(`?limit=1&cursor=${page.pagination.cursor}`)).data<readonly Row[]>();
  expect(next?.id).toBe(rows[1]?.id);
});

describe('a key', () => {
  test('may be left out, but one that is sent must be in force', async () => {
    expect((await send(good, { Authorization: 'Bearer lp_pub_production_nothing' })).status).toBe(401);
    expect((await send(good, bearer(server.bootstrap.operator_token))).status).toBe(403);
  });

  test('spends a request of its project and says what is left', async () => {
    const response = await send(good, bearer((await TestProject.create(server, 'free')).publishable));
    expect(response.status).toBe(201);
    expect(response.headers.get('RateLimit')).toContain('r=59');
    expect((await send(good)).headers.has('RateLimit')).toBe(false);
  });
});

test('a page of any origin may send it', async () => {
  const response = await send(good, { Origin: 'https://app.example' });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([201, '*']);
});

const wrong: readonly (readonly [name: string, body: unknown, fields: object])[] = [
  ['nothing', {}, { feedbackType: ['is required'], message: ['is required'] }],
  ['another type', { ...good, feedbackType: 'rant' }, { feedbackType: ['must be one of bug, feature, general'] }],
  ['four characters', { ...good, message: 'Hey!' }, { message: ['must have at least 5 characters'] }],
  ['too many', { ...good, message: 'x'.repeat(5001) }, { message: ['must have at most 5000 characters'] }],
  ['metadata that is a list', { ...good, metadata: [1] }, { metadata: ['must be an object'] }],
];
for (const [name, body, fields] of wrong) {
  test(`${name} is 400, in words`, async () => {
    const response = await send(body);
    expect([response.status, response.error.details?.fieldErrors]).toEqual([400, fields]);
  });
}

test('a body that is too large is 413, and one that is no JSON 400', async () => {
  expect((await send({ ...good, metadata: { text: 'x'.repeat(300_000) } })).status).toBe(413);
  expect((await send('hello')).status).toBe(400);
});

test('an address may send ten an hour; the eleventh is told when to come again, and others are not touched', async () => {
  const from = { 'X-Address': '203.0.113.7' };
  for (let sent = 0; sent < 10; sent += 1) {
    if (sent === 5) expect((await send({}, from)).status).toBe(400);
    expect((await send({ ...good, message: `Number ${sent}` }, from)).status).toBe(201);
  }
  const refused = await send(good, from);
  expect([refused.status, refused.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_500);
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(3_600);
  expect((await send(good, { 'X-Address': '203.0.113.8' })).status).toBe(201);
});

test('it survives a restart', async () => {
  const { id } = (await send({ ...good, message: 'Remember me' })).data<{ id: string }>();
  await server.restart();
  expect((await listed('?limit=1')).data<readonly Row[]>()[0]).toMatchObject({ id, message: 'Remember me' });
});
