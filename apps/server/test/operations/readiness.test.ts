import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { ApiResponse } from '../harness/test-project.ts';
import { storePid } from '../torture/processes.ts';

interface Availability {
  readonly available: boolean;
  readonly reason: string | null;
}

interface ReadyBody {
  readonly status: string;
  readonly reasons: readonly string[];
  readonly events: Availability;
  readonly config: Availability;
  readonly queries: Availability;
  readonly store: { readonly state: string; readonly loading: { readonly behind_seconds: number } };
}

const key = `lp_pub_production_${'p'.repeat(40)}`;
const works: Availability = { available: true, reason: null };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('the first start', () => {
  test('is not ready before its keys work', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const seen: { ready: number; config: number }[] = [];
    let isStarting = true;
    const watching = (async () => {
      while (isStarting) {
        const ready = await fetch(`${url}/readyz`).catch(() => undefined);
        if (ready === undefined) {
          await sleep(2);
          continue;
        }
        const config = await fetch(`${url}/v1/config`, { headers: { Authorization: `Bearer ${key}` } });
        seen.push({ ready: ready.status, config: config.status });
        await Promise.all([ready.arrayBuffer(), config.arrayBuffer()]);
      }
    })();
    const server = await TestServer.start({ env: { LP_PORT: String(port), LP_PUBLISHABLE_KEY: key } });
    isStarting = false;
    await watching;
    expect(await ApiResponse.of(server.request('/readyz'))).toMatchObject({ status: 200 });
    await server.dispose();
    expect(seen.filter(({ ready, config }) => ready === 200 && config !== 200)).toEqual([]);
    expect(seen[0]).toEqual({ ready: 503, config: 503 });
  });
});

describe('a server that runs', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ env: { LP_PUBLISHABLE_KEY: key } });
    await server.waitForStore();
  });
  afterAll(() => server.dispose());

  const readiness = async (path = '/readyz') => {
    const response = await ApiResponse.of(server.request(path, { key: null }));
    return { status: response.status, body: response.json as ReadyBody };
  };
  const metric = async (name: string): Promise<number> => {
    const { text } = await ApiResponse.of(server.request('/metrics', { key: null }));
    const line = text.split('\n').find((row) => row.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1));
  };

  test('says for events, config and queries whether each works', async () => {
    const { status, body } = await readiness();
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ status: 'ready', reasons: [], events: works, config: works, queries: works }),
    ]);
    for (const what of ['events', 'config', 'queries']) {
      expect(await metric(`lamppost_available{what="${what}"}`)).toBe(1);
    }
    expect(await ApiResponse.of(server.request('/readyz/config', { key: null }))).toMatchObject({ status: 200 });
  });

  describe('with a store process that is stopped', () => {
    let stopped: number | undefined;
    afterEach(() => {
      if (stopped !== undefined) process.kill(stopped, 'SIGCONT');
      stopped = undefined;
    });

    test('queries do not hang: 503 within the deadline, shown and measured; all is well again when it goes on', async () => {
      await server.post('/v1/ingest', { batch: [{ event: 'before' }] });
      await server.waitForCount(1, '?event=before');
      stopped = await storePid(server.pid);
      process.kill(stopped ?? 0, 'SIGSTOP');
      const startedAt = performance.now();
      const responses = await Promise.all(
        ['/v1/events/count?event=never', '/v1/events?limit=1', '/v1/people'].map((path) =>
          ApiResponse.of(server.request(path, { signal: AbortSignal.timeout(20_000) })),
        ),
      );
      for (const response of responses) {
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      }
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      const { status, body } = await readiness();
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'ready', events: works, config: works, store: { state: 'stalled' } });
      expect(body.queries).toEqual({ available: false, reason: expect.stringContaining('is not responding') });
      expect(body.reasons).toContain(body.queries.reason);
      expect(await metric('lamppost_available{what="queries"}')).toBe(0);
      expect(await metric('lamppost_available{what="events"}')).toBe(1);

      const askedAt = performance.now();
      expect((await server.request('/v1/events/count')).status).toBe(503);
      expect(performance.now() - askedAt).toBeLessThan(1_000);
      expect((await server.post('/v1/ingest', { batch: [{ event: 'meanwhile' }] })).status).toBe(202);

      await waitUntil(async () => (await readiness()).body.store.loading.behind_seconds > 1);
      expect(await metric('lamppost_loading_behind_seconds')).toBeGreaterThan(1);

      process.kill(stopped ?? 0, 'SIGCONT');
      await waitUntil(async () => (await readiness()).body.queries.available);
      await server.waitForCount(1, '?event=meanwhile');
      expect(await storePid(server.pid)).toBe(stopped);
    });
  });

  test('a store process that is gone is shown and does not make the server unready', async () => {
    process.kill((await storePid(server.pid)) ?? 0, 'SIGKILL');
    await waitUntil(async () => !(await readiness()).body.queries.available);
    const { status, body } = await readiness();
    expect([status, body.status, body.events, body.config]).toEqual([200, 'ready', works, works]);
    expect(body.reasons).toEqual([body.queries.reason]);
    await waitUntil(async () => (await readiness()).body.queries.available);
  });

  test('negative control: a control database and a snapshot that cannot be read make it unready, with the reason, until one can', async () => {
    await server.stop();
    const files = ['control.db', 'snapshot.json'].map((name) => join(server.dataDir, name));
    const good = await Promise.all(files.map((path) => readFile(path)));
    await Promise.all(files.map((path) => writeFile(path, 'not what it was')));
    await server.restart();
    const { status, body } = await readiness();
    expect([status, body.status]).toEqual([503, 'not_ready']);
    expect(body.config).toEqual({ available: false, reason: expect.stringContaining('control database') });
    expect(body.events.available).toBe(false);
    expect(body.reasons).toContain(body.config.reason);
    expect(await readiness('/readyz/config')).toMatchObject({ status: 503 });
    expect((await server.request('/v1/config', { key })).status).toBe(503);
    expect((await server.post('/v1/ingest', { batch: [{ event: 'a' }] }, { key })).status).toBe(503);
    for (const left of ['-wal', '-shm']) await rm(join(server.dataDir, `control.db${left}`), { force: true });
    await Promise.all(files.map((path, at) => writeFile(path, good[at] ?? '')));
    await waitUntil(async () => (await readiness()).status === 200);
    expect((await server.request('/v1/config', { key })).status).toBe(200);
    expect((await readiness('/readyz/config')).status).toBe(200);
  });
});
