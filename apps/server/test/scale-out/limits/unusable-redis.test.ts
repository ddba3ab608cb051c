import { createServer, type Server } from 'node:net';
import { describe, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../../harness/server.ts';
import { TestProject } from '../../harness/test-project.ts';
import { freePort } from '../engines/engine-process.ts';
import { RedisServer } from '../engines/redis-server.ts';
import { isShared, NOT_SHARED, readinessOf, startLimited, timesTold } from './limited-server.ts';

interface Unusable {
  readonly url: string;
  end(): Promise<void>;
}

async function redisWith(args: readonly string[], password?: string): Promise<Unusable> {
  const redis = await RedisServer.start({ args, ...(password === undefined ? {} : { password }) });
  return { url: `redis://127.0.0.1:${redis.port}`, end: () => redis.remove() };
}

/** Speaks as much of the protocol as it takes to say how old it is. */
async function ancientRedis(): Promise<Unusable> {
  const info = '# Server\r\nredis_version:4.0.14\r\nloading:0\r\n';
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const words = bytes.toString().toLowerCase();
      const commands = words.match(/\*\d+\r\n/g)?.length ?? 1;
      const answer = words.includes('info') ? `$${info.length}\r\n${info}\r\n` : "-ERR unknown command 'x'\r\n";
      socket.write(answer.repeat(commands));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `redis://127.0.0.1:${port}`, end: async () => void server.close() };
}

/** Takes connections and says nothing. */
async function silentServer(): Promise<Unusable> {
  const server = createServer((socket) => void socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `redis://127.0.0.1:${port}`, end: async () => void server.close() };
}

const withPassword = (unusable: Unusable, password: string): Unusable => ({
  ...unusable,
  url: unusable.url.replace('redis://', `redis://:${password}@`),
});

const cases: Readonly<Record<string, { start: () => Promise<Unusable>; says: RegExp }>> = {
  'nobody listens': {
    start: async () => ({ url: `redis://127.0.0.1:${await freePort()}`, end: async () => undefined }),
    says: /Redis cannot be reached: .*ECONNREFUSED/,
  },
  'it says nothing': { start: silentServer, says: /Redis (cannot be reached|did not respond)/ },
  'it wants a password': { start: () => redisWith(['--requirepass', 'secret'], 'secret'), says: /NOAUTH/ },
  'the password is wrong': {
    start: async () => withPassword(await redisWith(['--requirepass', 'secret'], 'secret'), 'guess'),
    says: /WRONGPASS/,
  },
  'it has no such database': {
    start: async () => {
      const { url, end } = await redisWith([]);
      return { url: `${url}/99`, end };
    },
    says: /Redis rejected the request: ERR DB index is out of range/,
  },
  'it has no scripts': {
    start: () => redisWith(['--rename-command', 'EVAL', '', '--rename-command', 'EVALSHA', '']),
    says: /Redis rejected the request: ERR unknown command/,
  },
  'it is too old': { start: ancientRedis, says: /Redis 4\.0\.14 is too old: 5\.0 or newer is needed/ },
  'its memory is full': {
    start: () => redisWith(['--maxmemory', '1', '--maxmemory-policy', 'noeviction']),
    says: /Redis rejected the request: .*OOM/,
  },
};

describe.each(Object.entries(cases))('%s', (_, { start, says }) => {
  test('the server starts, says why in one line, and counts by itself', async () => {
    const unusable = await start();
    const server = await startLimited(unusable.url);
    try {
      const project = await TestProject.create(server, 'free');
      const { status, reasons } = await readinessOf(server);
      expect(status).toBe(200);
      expect(reasons.join()).toMatch(says);
      const look = () => project.send('GET', '/v1/ingest/capabilities');
      const statuses = (await Promise.all(Array.from({ length: 61 }, look))).map(({ status: each }) => each);
      expect(statuses.filter((each) => each === 200)).toHaveLength(60);
      expect(statuses.filter((each) => each === 429)).toHaveLength(1);
      expect(timesTold(server, NOT_SHARED)).toBe(1);
      expect(server.output).not.toContain('ioredis');
    } finally {
      await server.dispose();
      await unusable.end();
    }
  });
});

test('a password, and a database of its own, as the address says', async () => {
  const redis = await RedisServer.start({ args: ['--requirepass', 'p@ss/word'], password: 'p%40ss%2Fword' });
  const server = await startLimited(redis.url.replace(/\/0$/, '/3'));
  try {
    await waitUntil(() => isShared(server));
    const project = await TestProject.create(server, 'free');
    await project.send('GET', '/v1/ingest/capabilities');
    expect(await redis.client.keys('*')).toEqual([]);
    await redis.client.select(3);
    expect(await redis.client.keys('*')).toEqual([`lamppost:limit:${project.id}:requests`]);
    expect(server.output).not.toContain('p@ss');
  } finally {
    await server.dispose();
    await redis.remove();
  }
});

test('an address that cannot be one ends the start with one line, which does not repeat it', async () => {
  const start = TestServer.start({ env: { LP_REDIS_URL: 'http://:hunter2@127.0.0.1:6379' } });
  const error = await start.then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  expect(error?.message).toMatch(
    /^The server ended with 1:\nlamppost: LP_REDIS_URL must start with redis:\/\/ or rediss:\/\/, not http:\/\/\.[^\n]*\n$/,
  );
  expect(error?.message).not.toContain('hunter2');
});
