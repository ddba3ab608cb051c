import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';

const preloaded = fileURLToPath(new URL('../harness/loaded-packages.cjs', import.meta.url));

async function packagesLoadedWith(env: Readonly<Record<string, string>>): Promise<string[]> {
  const server = await TestServer.start({ env: { NODE_OPTIONS: `--require ${preloaded}`, ...env } });
  try {
    const listed = () => /^loaded packages: (.*)$/m.exec(server.output)?.[1];
    process.kill(server.pid, 'SIGUSR2');
    await waitUntil(() => listed() !== undefined);
    return listed()?.split(' ') ?? [];
  } finally {
    await server.dispose();
  }
}

test('drivers of engines that are not used are not loaded', async () => {
  const packages = await packagesLoadedWith({});
  expect(packages).toContain('@node-rs/argon2');
  expect(packages).not.toContain('ioredis');
  expect(packages.filter((name) => name.startsWith('pg'))).toEqual([]);
  // The one of assistants is loaded with their first request.
  expect(packages.filter((name) => /^(?:@modelcontextprotocol|zod)/.test(name))).toEqual([]);
});

test('the driver of Redis is loaded with its setting', async () => {
  expect(await packagesLoadedWith({ LP_REDIS_URL: 'redis://127.0.0.1:1' })).toContain('ioredis');
});
