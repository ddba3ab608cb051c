import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiClient, type ApiCredentials } from './api-client.ts';
import { ApiProblem } from './api-problem.ts';
import { type FeedState, followFeed } from './event-feed.ts';
import { retryDelayMs, shouldRetry } from './query-client.ts';

let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let credentials: ApiCredentials;
let api: ApiClient;
let unauthorized: number;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  unauthorized = 0;
  credentials = {
    csrfToken: 'token',
    onUnauthorized: () => {
      unauthorized += 1;
    },
    renewToken: async () => false,
  };
  api = new ApiClient(credentials, undefined, (path, init) => fetch(`${base}${path}`, init));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
};
const problem = (promise: Promise<unknown>): Promise<ApiProblem> =>
  promise.then(
    () => expect.fail('It succeeded.'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiProblem);
      return error as ApiProblem;
    },
  );

test('requests of an environment name project and environment, writes bring the token, reads do not', async () => {
  const seen: [string | undefined, unknown, unknown][] = [];
  answer = ({ url, headers }, response) => {
    seen.push([url, headers['x-lamppost-project'], headers['x-csrf-token']]);
    json(response, 200, { data: [] });
  };
  const within = api.within({ projectId: 'p', environmentId: 'e' });
  await within.get('/v1/flags', { query: { limit: 5 } });
  await within.post('/v1/flags/:id/restore', { params: { id: 'k' } });
  await api.get('/v1/session');
  expect(seen).toEqual([
    ['/v1/flags?environment_id=e&limit=5', 'p', undefined],
    ['/v1/flags/k/restore?environment_id=e', 'p', 'token'],
    ['/v1/session', undefined, undefined],
  ]);
});

test('the error envelope becomes a problem with fields, request id and waiting time', async () => {
  const details = { formErrors: [], fieldErrors: { key: ['is taken'] }, reason: 'FLAG_KEY_EXISTS' };
  answer = (_, response) =>
    json(
      response,
      409,
      { error: { code: 'CONFLICT', message: 'Taken', details } },
      { 'X-Request-ID': 'r-1', 'Retry-After': '7' },
    );
  expect(await problem(api.get('/v1/flags'))).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    message: 'Taken',
    fieldErrors: { key: ['is taken'] },
    reason: 'FLAG_KEY_EXISTS',
    requestId: 'r-1',
    retryAfterSeconds: 7,
  });
});

test('an answer of somebody else, such as a proxy, is a problem too', async () => {
  answer = (_, response) => void response.writeHead(502).end('<html>Bad gateway</html>');
  expect(await problem(api.get('/v1/flags'))).toMatchObject({ status: 502, code: 'UNKNOWN', isTemporary: true });
});

test('a server that does not answer in time, and one that is not there, are told apart', async () => {
  answer = () => undefined;
  expect(await problem(api.get('/v1/flags', {}, { timeoutMs: 30 }))).toMatchObject({ status: 0, code: 'TIMEOUT' });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await problem(api.get('/v1/flags'))).toMatchObject({ status: 0, code: 'NETWORK' });
});

test('an answer that breaks off is a problem, not an exception of the parser', async () => {
  answer = (_, response) => void response.writeHead(200).end('{"data": [');
  expect(await problem(api.get('/v1/flags'))).toMatchObject({ code: 'NETWORK' });
});

test('a request that was cancelled is no problem to be shown', async () => {
  answer = () => undefined;
  const cancel = new AbortController();
  const asked = api.get('/v1/flags', {}, { signal: cancel.signal });
  cancel.abort();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
});

test('401 ends the session, but a wrong password does not', async () => {
  answer = (_, response) => json(response, 401, { error: { code: 'UNAUTHORIZED', message: 'No' } });
  await problem(api.post('/v1/session', { body: { email: 'a', password: 'b' } }));
  expect(unauthorized).toBe(0);
  await problem(api.get('/v1/flags'));
  expect(unauthorized).toBe(1);
});

test('a write whose token was replaced by another tab is sent once more with the new one', async () => {
  const tokens: unknown[] = [];
  answer = ({ headers }, response) => {
    tokens.push(headers['x-csrf-token']);
    json(response, headers['x-csrf-token'] === 'new' ? 200 : 403, { data: {} });
  };
  credentials.renewToken = async () => {
    credentials.csrfToken = 'new';
    return true;
  };
  await api.post('/v1/flags/:id/restore', { params: { id: 'k' } });
  expect(tokens).toEqual(['token', 'new']);
});

test('what was refused is not tried again, what may go better is, twice', () => {
  const refused = new ApiProblem('no', { status: 400, code: 'VALIDATION_ERROR' });
  const busy = new ApiProblem('busy', { status: 503, code: 'INTERNAL_SERVER_ERROR', retryAfterSeconds: 3 });
  expect(shouldRetry(0, refused)).toBe(false);
  expect([0, 1, 2].map((failures) => shouldRetry(failures, busy))).toEqual([true, true, false]);
  expect(retryDelayMs(0, busy)).toBe(3_000);
});

test('a stream that breaks off is opened again, and one that is refused is not', async () => {
  let opened = 0;
  answer = (_, response) => {
    opened += 1;
    if (opened === 3) return json(response, 403, { error: { code: 'FORBIDDEN', message: 'No' } });
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(`data: ${opened}\n\n`);
  };
  const events: string[] = [];
  const states: FeedState['kind'][] = [];
  const listener = {
    onEvent: ({ data }: { data: string }) => void events.push(data),
    onState: ({ kind }: FeedState) => void states.push(kind),
  };
  const never = new AbortController().signal;
  await followFeed(api, '/v1/events/stream', {}, listener, never, { firstDelayMs: 5, maxDelayMs: 20 });
  expect(events).toEqual(['1', '2']);
  expect(states).toEqual(['connecting', 'open', 'waiting', 'connecting', 'open', 'waiting', 'connecting', 'refused']);
});
