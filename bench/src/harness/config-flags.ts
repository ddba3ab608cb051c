import { load } from './load.ts';
import type { Product } from './processes.ts';
import { get, request } from './requests.ts';
import { sampleFlags, wireRules } from './sample-flags.ts';
import { call } from './store-state.ts';

/** 50 flags of 10 rules; more of them are the same ones under other names. */
export async function createSampleFlags(product: Product, times = 1): Promise<void> {
  for (let copy = 0; copy < times; copy += 1) {
    for (const flag of sampleFlags) {
      const key = copy === 0 ? flag.key : `${flag.key}_${copy}`;
      await call(product, 'POST', '/v1/flags', { key, name: key, platforms: ['web'] });
      await call(product, 'PUT', `/v1/flags/${key}/rules`, { rules: wireRules(flag) });
      await call(product, 'PUT', `/v1/flags/${key}/rollout`, { percentage: 50, value: true });
    }
  }
}

/** Asks for the config of a device that the server has never seen, each time. */
export function configOfStrangers(key: string): () => Buffer {
  const run = process.hrtime.bigint().toString(36);
  let count = 0;
  return () => get(key, '/v1/config', { 'X-Device-ID': `bench-${run}-${count++}` });
}

/** Registers at least so many devices, which have the same names in each run. */
export async function registerDevices(product: Product, from: number, to: number): Promise<void> {
  let count = from;
  const next = (): Buffer => {
    const body = JSON.stringify({ device_id: `device-${count++}`, platform: 'web', app_version: '5.2.0' });
    return request(product.keys.publishable, '/v1/devices/register', Buffer.from(body));
  };
  while (count < to) await load({ url: product.url, connections: 32, seconds: 0.5, next });
}
