import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Route, routes } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocket, parseResponse } from '../harness/raw-http.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { ApiResponse } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ env: { LP_LOG_LEVEL: 'info' } });
  await server.waitForStore();
});
afterAll(() => server.dispose());

const run = (path: string, headers: Record<string, string> = {}) =>
  ApiResponse.of(server.request(path, { key: null, headers }));

describe('for those who run it', () => {
  test('/healthz says that it is alive', async () => {
    const response = await run('/healthz');
    expect([response.status, response.json]).toEqual([200, { status: 'ok' }]);
  });

  test('/readyz says that it takes events', async () => {
    const response = await run('/readyz');
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject({ status: 'ready', reasons: [], store: { state: 'ready' } });
  });

  test('/metrics is Prometheus text, for loopback and for operators', async () => {
    for (const headers of [{}, { Authorization: `Bearer ${server.bootstrap.operator_token}` }] as Record<
      string,
      string
    >[]) {
      const response = await run('/metrics', headers);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      for (const line of response.text.split('\n'))
        expect(line).toMatch(/^(# (HELP|TYPE) lamppost_\w+ .+|lamppost_\w+(\{.*\})? \S+|)$/);
    }
    expect((await run('/metrics')).text).toMatch(/^lamppost_build_info\{version="\d+\.\d+\.\d+",node="\d+\.\S+"\} 1$/m);
    expect((await run('/metrics', { Authorization: `Bearer ${server.keys.secret}` })).status).toBe(403);
    expect((await run('/metrics', { Authorization: 'Bearer nonsense' })).status).toBe(401);
  });

  test('every request is measured under the name of its route', async () => {
    await server.post('/v1/ingest', { batch: [{ event: 'a' }, { event: 'b', event_id: '' }] });
    await server.post('/v1/ingest?x=1', '{');
    const { text } = await run('/metrics');
    expect(text).toMatch(/lamppost_http_request_duration_seconds_count\{route="ingest",status="202"\} \d+/);
    expect(text).toMatch(/lamppost_http_request_duration_seconds_count\{route="ingest",status="400"\} \d+/);
    expect(text).toMatch(/lamppost_ingest_items_total\{kind="events",outcome="accepted",[^}]*\} \d+/);
    expect(text).toMatch(
      /lamppost_ingest_items_total\{kind="events",outcome="rejected",reason="event_id_invalid"\} \d+/,
    );
  });

  test('/openapi.json describes every route that exists', async () => {
    const response = await run('/openapi.json');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const { openapi, paths } = response.json as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(openapi).toMatch(/^3\./);
    for (const { method, path } of Object.values(routes) as Route[]) {
      expect(Object.keys(paths[path.replaceAll(/:(\w+)/g, '{$1}')] ?? {})).toContain(method.toLowerCase());
    }
  });

  test('/docs is a page that loads nothing from elsewhere', async () => {
    const response = await run('/docs');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.text).toContain('/v1/ingest');
    expect(response.text).not.toMatch(/<(script|link|img)[^>]+(src|href)=["']?https?:/i);
  });
});

describe('the first start', () => {
  test('prints keys and sign-in once, and writes them to a file of its owner only', async () => {
    const { owner, operator_token, keys, project } = server.bootstrap;
    expect(project.slug).toBe('default');
    expect(operator_token).toMatch(/^lpop_[0-9A-Za-z_-]{43}$/);
    for (const secret of [owner.password, operator_token, keys.production.secret, keys.production.publishable]) {
      expect(server.output.split(secret)).toHaveLength(2);
    }
    expect((await stat(join(server.dataDir, 'bootstrap.json'))).mode & 0o777).toBe(0o600);
  });
});

describe('one directory, one process', () => {
  test('a second process exits at once and names the holder; the first goes on', async () => {
    const startedAt = performance.now();
    const second = TestServer.start({ dataDir: server.dataDir });
    await expect(second).rejects.toThrow(new RegExp(`ended with 1:[\\s\\S]*in use by process ${server.pid} on `));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect((await server.post('/v1/ingest', { batch: [{ event: 'a' }] })).status).toBe(202);
  });

  test('a port that is taken is named, with what to do', async () => {
    const { port } = new URL(server.url);
    const second = TestServer.start({ env: { LP_PORT: port } });
    await expect(second).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use. Stop the process that uses it, or choose another port: --port`,
    );
  });
});

/** One server of which every test takes away a part, or all of it, and leaves it whole. */
describe('outages', () => {
  const key = `lp_pub_production_${'p'.repeat(40)}`;
  const operatorToken = `lpop_${'o'.repeat(43)}`;
  let own: TestServer;
  beforeAll(async () => {
    own = await TestServer.start({
      env: {
        LP_OPERATOR_TOKEN: operatorToken,
        LP_OWNER_EMAIL: 'me@example.com',
        LP_OWNER_PASSWORD: 'correct horse battery',
        LP_PUBLISHABLE_KEY: key,
        LP_SECRET_KEY: `lp_sec_production_${'s'.repeat(40)}`,
        LP_DEV_KEY: `lp_dev_production_${'d'.repeat(40)}`,
      },
    });
  });
  afterAll(() => own.dispose());

  test('given values are in force; after a kill while the store is still starting they are not printed again, and the store is not locked out', async () => {
    const children = await readFile(`/proc/${own.pid}/task/${own.pid}/children`, 'utf8');
    try {
      expect(own.bootstrap.owner.email).toBe('me@example.com');
      expect((await own.post('/v1/ingest', { batch: [{ event: 'a' }] }, { key })).status).toBe(202);
      expect((await own.request('/v1/plans', { key: operatorToken })).status).toBe(200);
      await own.restart();
      expect(own.output).not.toMatch(/lp_(pub|sec|dev)_|lpop_|battery/);
      expect((await own.request('/v1/config', { key })).status).toBe(200);
      await own.waitForStore();
    } finally {
      for (const pid of children.trim().split(' ').map(Number)) endIfRunning(pid);
    }
  });

  test('while the store is down events are taken and configuration is served; only queries are 503', async () => {
    await own.waitForStore();
    const [store] = (await readFile(`/proc/${own.pid}/task/${own.pid}/children`, 'utf8')).trim().split(' ').map(Number);
    process.kill(store ?? 0, 'SIGKILL');
    let refusals = 0;
    await waitUntil(async () => {
      expect((await own.post('/v1/ingest', { batch: [{ event: 'taken', event_id: 'k' }] })).status).toBe(202);
      expect((await own.request('/v1/config', { key: own.keys.publishable })).status).toBe(200);
      expect((await own.request('/readyz', { key: null })).status).toBe(200);
      const query = await own.request('/v1/events/count');
      if (query.status === 200) return refusals > 0;
      expect([query.status, query.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      refusals += 1;
      return false;
    });
    await own.waitForCount(1, '?event=taken');
  });

  test('SIGTERM answers the 50 requests that are in flight, refuses none, and exits 0 within 10 s', async () => {
    await own.waitForStore();
    const body = (at: number) => JSON.stringify({ batch: [{ event: 'in flight', event_id: `${at}` }] });
    const head = (at: number) =>
      `POST ${at % 2 === 0 ? '/v1/ingest' : '/v1/ingest?x=1'} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.keys.publishable}\r\nContent-Length: ${body(at).length}\r\n\r\n`;
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(own.url)));
    const responses = sockets.map(
      (socket) =>
        new Promise<string>((resolve, reject) => {
          let text = '';
          socket.on('data', (chunk) => {
            text += chunk.toString();
          });
          socket.on('error', reject);
          socket.on('close', () => resolve(text));
        }),
    );
    // Most have sent half of their request, the others are about to send the first byte.
    sockets.forEach((socket, at) => {
      if (at < 40) socket.write(head(at) + body(at).slice(0, 10));
    });
    await (await own.request('/healthz')).text();
    const startedAt = performance.now();
    const stopped = own.stop();
    sockets.forEach((socket, at) => {
      if (at >= 40) socket.write(head(at) + body(at));
    });
    await waitUntil(async () => {
      // A new connection is not taken any more once it drains.
      return await fetch(`${own.url}/healthz`, { headers: { Connection: 'close' } }).then(
        () => false,
        () => true,
      );
    });
    sockets.forEach((socket, at) => {
      if (at < 40) socket.write(body(at).slice(10));
    });
    const statuses = (await Promise.all(responses)).map((text) => parseResponse(text).status);
    expect(statuses).toEqual(Array(50).fill(202));
    expect(await stopped).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await own.restart();
    await own.waitForCount(50, `?event=${encodeURIComponent('in flight')}`);
  });

  const adminRequests = () => [
    own.request('/v1/keys'),
    own.request('/v1/environments'),
    own.post('/v1/environments', { slug: 'x', name: 'x' }),
    own.request('/v1/projects', { key: own.bootstrap.operator_token }),
  ];

  test('without the control database config and ingest are served from the snapshot, admin routes are 503, and all is well again when it is back, without a restart', async () => {
    await own.post('/v1/devices/register', { device_id: 'd' });
    await own.waitForStore();
    expect(await own.stop()).toBe(0);
    const path = join(own.dataDir, 'control.db');
    const good = await readFile(path);
    await rm(path);
    await own.restart();
    const config = await own.request('/v1/config', { key, headers: { 'X-Device-ID': 'd' } });
    expect([config.status, config.headers.get('etag')]).toEqual([200, expect.stringMatching(/^".+"$/)]);
    expect((await own.post('/v1/ingest', { batch: [{ event: 'kept' }] }, { key })).status).toBe(202);
    expect((await own.post('/v1/ingest', { batch: [{ event: 'a' }] }, { key: `${key}x` })).status).toBe(401);
    for (const response of await Promise.all(adminRequests())) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await response.json()).toMatchObject({ error: { code: 'INTERNAL_SERVER_ERROR' } });
    }
    const registered = await own.post('/v1/devices/register', { device_id: 'd' });
    expect([registered.status, registered.headers.has('retry-after')]).toEqual([503, true]);
    const ready = await ApiResponse.of(own.request('/readyz', { key: null }));
    expect(ready.status).toBe(200);
    expect(ready.text).toContain('control database');
    await own.waitForCount(1, '?event=kept');
    for (const left of ['control.db', 'control.db-wal', 'control.db-shm'])
      await rm(join(own.dataDir, left), { force: true });
    await writeFile(path, good);
    await waitUntil(async () => (await own.request('/v1/keys')).status === 200);
    expect((await own.request('/v1/devices/d')).status).toBe(200);
    await own.waitForCount(1, '?event=kept');
  });
});

function endIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
