import { type Route, routes } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseResponse, sendRaw } from '../harness/raw-http.ts';
import { TestServer } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

const listed = 'https://admin.example';
let server: TestServer;
let project: TestProject;
beforeAll(async () => {
  server = await TestServer.start({ env: { LP_ADMIN_ORIGINS: `${listed}, https://other.example` } });
  project = await TestProject.create(server);
});
afterAll(() => server.dispose());

const pathOf = ({ path }: Route) => path.replaceAll(/:\w+/g, 'x');
const all = Object.values(routes) as Route[];
const clientRoutes = all.filter(({ isClient }) => isClient === true);
const adminRoutes = all.filter(({ isClient }) => isClient !== true);

const raw = async (request: string): Promise<ApiResponse> => parseResponse(await sendRaw(server.url, request));

function expectEnvelope(response: ApiResponse, status: number, code: string): void {
  expect([response.status, response.error.code]).toEqual([status, code]);
  expect(response.error.message).not.toBe('');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toMatch(/^\S+$/);
}

function expectOpenToAll(response: ApiResponse): void {
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  const exposed = response.headers.get('access-control-expose-headers') ?? '';
  expect(exposed.split(', ').sort()).toEqual([
    'Date',
    'ETag',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'X-Request-ID',
  ]);
}

describe('preflights', () => {
  const preflight = (path: string, origin: string, method = 'POST') =>
    project.send('OPTIONS', path, {
      key: null,
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization',
      },
    });

  for (const route of clientRoutes) {
    test(`${route.path} allows any origin for a day`, async () => {
      for (const path of [pathOf(route), `${pathOf(route)}?x=1`, `/${pathOf(route)}`]) {
        const response = await preflight(path, 'https://app.example', route.method);
        expect([path, response.status, response.text]).toEqual([path, 204, '']);
        expect(response.headers.get('access-control-allow-origin')).toBe('*');
        expect(response.headers.get('access-control-allow-methods')).toContain(route.method);
        expect(response.headers.get('access-control-max-age')).toBe('86400');
        const allowed = (response.headers.get('access-control-allow-headers') ?? '').split(', ');
        expect(allowed).toEqual(
          expect.arrayContaining([
            'Authorization',
            'Content-Type',
            'Content-Encoding',
            'X-Environment',
            'X-Device-ID',
            'If-None-Match',
            'X-API-Key',
            'Last-Event-ID',
            'Cache-Control',
          ]),
        );
      }
    });
  }

  for (const route of adminRoutes) {
    test(`${route.path} allows the listed origins only`, async () => {
      const path = pathOf(route);
      const foreign = await preflight(path, 'https://app.example', route.method);
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
      expect(foreign.headers.get('access-control-allow-methods')).toBeNull();
      const own = await preflight(path, listed, route.method);
      expect(own.headers.get('access-control-allow-origin')).toBe(listed);
      expect(own.headers.get('access-control-allow-headers')).toContain('Authorization');
    });
  }

  test('a path that no route has is 404', async () => {
    expectEnvelope(await preflight('/v1/nothing', 'https://app.example'), 404, 'NOT_FOUND');
  });
});

describe('answers to pages of other origins', () => {
  const headers = { Origin: 'https://app.example' };

  test('client routes are open to all, whatever they answer', async () => {
    const body = { batch: [{ event: 'a' }] };
    const responses = [
      await project.ingest(body, { headers }),
      await project.post('/v1/ingest?x=1', body, { headers }),
      await project.ingest('{', { headers }),
      await project.ingest(body, { headers, key: null }),
      await project.ingest(body, { headers, key: project.keys.production.dev }),
      await project.ingest('x'.repeat(1_100_000), { headers }),
      await project.post('/v1/ingest?x=1', 'x'.repeat(1_100_000), { headers }),
      await project.send('GET', '/v1/config', { headers }),
      await project.send('GET', '/v1/config', { headers: { ...headers, 'If-None-Match': '*' } }),
      await project.post('/v1/devices/x/identify', { user_id: 'u' }, { headers }),
      await project.send('GET', '/v1/nothing', { headers }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 400, 401, 403, 413, 413, 200, 304, 404, 404]);
    for (const response of responses) expectOpenToAll(response);
  });

  test('admin routes are open to the listed origins only', async () => {
    const foreign = await project.get('/v1/keys', { headers });
    expect(foreign.status).toBe(200);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const own = await project.get('/v1/keys', { headers: { Origin: listed } });
    expect(own.headers.get('access-control-allow-origin')).toBe(listed);
    expect(own.headers.get('vary')).toContain('Origin');
    const failed = await project.get('/v1/keys?limit=0', { headers: { Origin: listed } });
    expect([failed.status, failed.headers.get('access-control-allow-origin')]).toEqual([400, listed]);
  });
});

describe('the envelope of errors', () => {
  test('a field that is wrong is named', async () => {
    const response = await project.post('/v1/keys', { kind: 'x', environment_id: 5 }, { key: project.secret });
    expectEnvelope(response, 400, 'VALIDATION_ERROR');
    expect(response.error.details).toEqual({
      formErrors: [],
      fieldErrors: { kind: [expect.any(String)], environment_id: [expect.any(String)], name: ['is required'] },
    });
  });

  test('query values are checked and named', async () => {
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'from=never']) {
      const response = await project.get(`/v1/events?${query}`);
      expectEnvelope(response, 400, 'VALIDATION_ERROR');
      expect(Object.keys(response.error.details?.fieldErrors ?? {})).toEqual([query.split('=')[0]]);
    }
  });

  test('broken JSON is a fault of the form', async () => {
    const response = await project.post('/v1/keys', '{"kind":', { key: project.secret });
    expectEnvelope(response, 400, 'VALIDATION_ERROR');
    expect(response.error.details).toEqual({ formErrors: [expect.any(String)], fieldErrors: {} });
  });

  test('a path with a broken percent escape is 400, open to all', async () => {
    const response = await raw(`POST /v1/devices/%zz/identify HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expectEnvelope(response, 400, 'VALIDATION_ERROR');
    expectOpenToAll(response);
  });

  test('a URL that is too long is 414, open to all', async () => {
    const response = await project.send('GET', `/v1/config?device_id=${'x'.repeat(9_000)}`);
    expectEnvelope(response, 414, 'VALIDATION_ERROR');
    expectOpenToAll(response);
  });

  const broken: Record<string, { request: string; status: number }> = {
    'a request line that is none': { request: 'nonsense\r\n\r\n', status: 400 },
    'bytes of another protocol': { request: '\u0016\u0003\u0001\u0002\u0000\u0001', status: 400 },
    'headers of 40 KB': {
      request: `GET /v1/config HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
      status: 431,
    },
    'a header without a name': { request: 'GET /v1/config HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', status: 400 },
    'a length and chunks at once': {
      request:
        'POST /v1/ingest HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      status: 400,
    },
    'a length that is no number': {
      request: 'POST /v1/ingest HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
      status: 400,
    },
    'two lengths': {
      request: 'POST /v1/ingest HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      status: 400,
    },
  };
  for (const [name, { request, status }] of Object.entries(broken)) {
    test(`${name}: ${status} in the envelope, open to all, and the connection is closed`, async () => {
      const response = await raw(request);
      expectEnvelope(response, status, 'VALIDATION_ERROR');
      expectOpenToAll(response);
    });
  }

  test('a request without a Host is answered in the envelope', async () => {
    const response = await raw('GET /v1/nothing HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(response.error.code).toMatch(/^[A-Z_]+$/);
  });

  test('an expectation that nobody knows does not cost the batch', async () => {
    const body = '{"batch":[{"event":"a"}]}';
    const response = await raw(
      `POST /v1/ingest HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${project.publishable}\r\nExpect: something\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    expect(response.status).toBe(202);
  });

  test('methods that nobody knows are 404', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'QUERY']) {
      const response = await raw(`${method} /v1/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect([method, response.status, response.error.code]).toEqual([method, 404, 'NOT_FOUND']);
    }
  });
});

describe('the request id', () => {
  const ways = ['/v1/ingest', '/v1/ingest?x=1', '/v1/devices/register', '/v1/nothing'];

  test('a sane one is kept, on every way in', async () => {
    for (const path of ways) {
      for (const id of ['abc-123', '0190f3b2-1111-7000-8000-000000000000', 'a.b:c_d', 'x'.repeat(128)]) {
        const response = await project.post(path, '{', { headers: { 'X-Request-ID': id } });
        expect([path, response.headers.get('x-request-id')]).toEqual([path, id]);
      }
    }
  });

  test('one that is not sane, or absent, is replaced by one that is different each time', async () => {
    const seen = new Set<string>();
    for (const path of ways) {
      for (const id of ['', 'a b', '<script>', 'x'.repeat(129), '{"a":1}']) {
        const response = await project.post(path, '{', { headers: { 'X-Request-ID': id } });
        const given = response.headers.get('x-request-id') ?? '';
        expect(given).toMatch(/^[\w.:-]{1,128}$/);
        seen.add(given);
      }
    }
    expect(seen.size).toBe(ways.length * 5);
  });
});

describe('slashes', () => {
  test('a doubled one is tolerated everywhere', async () => {
    const body = { batch: [{ event: 'a' }] };
    for (const path of ['//v1/ingest', '/v1//ingest', '//v1///ingest', '//v1//ingest?x=1']) {
      expect([path, (await project.post(path, body)).status]).toEqual([path, 202]);
    }
    expect((await project.send('GET', '//v1/config')).status).toBe(200);
    expect((await project.get('/v1//keys')).status).toBe(200);
  });
});

test('lists say whether there is more, and cursors are UUIDs', async () => {
  for (const path of ['/v1/events', '/v1/events/failed', '/v1/keys', '/v1/environments']) {
    await server.waitForStore();
    const response = await project.get(`${path}?limit=1`);
    const { data, pagination } = response.json as {
      data: unknown[];
      pagination: { cursor: string | null; has_more: boolean };
    };
    expect(Array.isArray(data)).toBe(true);
    expect(Object.keys(pagination).sort()).toEqual(['cursor', 'has_more']);
    if (pagination.has_more) expect(pagination.cursor).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    else expect(pagination.cursor).toBeNull();
  }
});
