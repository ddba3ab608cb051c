import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { platformContract } from '@lamppost/sdk-core/contract';
import { FileStorage } from './file-storage.ts';
import { nodePlatform } from './node-platform.ts';

platformContract('Node', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/silent') return;
    response.statusCode = request.url === '/ok' ? 200 : 500;
    response.end('{"data":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const directory = mkdtempSync(join(tmpdir(), 'lamppost-platform-'));
  const storage = new FileStorage(directory);
  return {
    platform: nodePlatform({ storage }),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pass: (ms) => sleep(ms),
    dispose: async () => {
      storage.close();
      rmSync(directory, { recursive: true });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
});
