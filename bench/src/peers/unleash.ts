import { setTimeout as sleep } from 'node:timers/promises';
import { CannotMeasure } from '../harness/cannot-measure.ts';
import type { Reference } from '../harness/processes.ts';
import { sampleFlags } from '../harness/sample-flags.ts';
import { startPeer } from './peer-process.ts';

/** Of a server that lives for one measurement on loopback. */
const tokens = {
  admin: '*:*.bench-admin-token',
  client: 'default:development.bench-client-token',
  frontend: 'default:development.bench-frontend-token',
  proxy: 'bench-proxy-key',
};
const refreshMs = 1_000;
/** About half of the flags are on for everybody. */
const leastFlagsOn = 10;

export interface UnleashServer extends Reference {
  /** How a client asks: header and path. */
  readonly key: string;
  readonly path: string;
}

export async function startUnleash(databaseUrl: string): Promise<UnleashServer> {
  const server = await startPeer({
    name: 'unleash-server',
    entry: 'unleash-server/dist/server.js',
    readyPath: '/health',
    env: (port) => ({
      DATABASE_URL: databaseUrl,
      DATABASE_SSL: 'false',
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: `${port}`,
      INIT_ADMIN_API_TOKENS: tokens.admin,
      INIT_BACKEND_API_TOKENS: tokens.client,
      INIT_FRONTEND_API_TOKENS: tokens.frontend,
      FRONTEND_API_REFRESH_INTERVAL_MS: `${refreshMs}`,
      CHECK_VERSION: 'false',
      SEND_TELEMETRY: 'false',
      LOG_LEVEL: 'error',
      TZ: 'UTC',
    }),
  });
  await createFlags(server.url);
  const asked = { ...server, key: tokens.frontend, path: '/api/frontend' };
  await untilServed(asked);
  return asked;
}

/** The proxy keeps flags in memory and evaluates them there. */
export async function startUnleashProxy(unleash: Reference): Promise<UnleashServer> {
  const server = await startPeer({
    name: '@unleash/proxy',
    entry: '@unleash/proxy/dist/start.js',
    readyPath: '/proxy/health',
    env: (port) => ({
      PORT: `${port}`,
      UNLEASH_URL: `${unleash.url}/api`,
      UNLEASH_API_TOKEN: tokens.client,
      UNLEASH_PROXY_CLIENT_KEYS: tokens.proxy,
      UNLEASH_FETCH_INTERVAL: `${refreshMs}`,
      LOG_LEVEL: 'error',
    }),
  });
  const asked = { ...server, key: tokens.proxy, path: '/proxy' };
  await untilServed(asked);
  return asked;
}

async function createFlags(url: string): Promise<void> {
  const send = async (path: string, body: unknown): Promise<void> => {
    const response = await fetch(`${url}/api/admin/projects/default/features${path}`, {
      method: 'POST',
      headers: { Authorization: tokens.admin, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new CannotMeasure(`unleash-server answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  for (const { key, rules } of sampleFlags) {
    await send('', { name: key, type: 'release' });
    const environment = `/${key}/environments/development`;
    for (const { plan, countries } of rules) {
      const constraints = [
        { contextName: 'plan', operator: 'IN', values: [plan] },
        { contextName: 'country', operator: 'IN', values: [...countries] },
      ];
      await send(`${environment}/strategies`, { name: 'default', parameters: {}, constraints });
    }
    const parameters = { rollout: '50', stickiness: 'userId', groupId: key };
    await send(`${environment}/strategies`, { name: 'flexibleRollout', parameters, constraints: [] });
    await send(`${environment}/on`, {});
  }
}

async function untilServed({ url, path, key }: UnleashServer): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const response = await fetch(`${url}${path}?userId=first`, { headers: { Authorization: key } });
    const { toggles = [] } = (await response.json().catch(() => ({}))) as { toggles?: unknown[] };
    if (toggles.length >= leastFlagsOn) return;
    await sleep(100);
  }
  throw new CannotMeasure(`${path} of Unleash does not serve the flags`);
}
