import { configOfStrangers, createSampleFlags } from '../harness/config-flags.ts';
import { compareRates, rateRow } from '../harness/measure-load.ts';
import { type Product, startProduct, startReference } from '../harness/processes.ts';
import { get } from '../harness/requests.ts';
import type { BenchOptions, Row, Scenario } from '../harness/scenario.ts';

const connections = 32;

async function configOf(product: Product, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const response = await fetch(`${product.url}/v1/config`, {
    headers: { Authorization: `Bearer ${product.keys.publishable}`, ...headers },
  });
  if (!response.ok) throw new Error(await response.text());
  return response;
}

async function freshRow(product: Product, { seconds, rounds }: BenchOptions): Promise<Row> {
  const { length } = await (await configOf(product)).text();
  const fixed = await startReference('fixed-body', { BODY_BYTES: String(length) });
  try {
    const settings = { connections, seconds, next: configOfStrangers(product.keys.publishable) };
    const ours = { server: product, settings, statuses: ['200'] };
    const result = await compareRates(ours, { ...ours, server: fixed }, rounds);
    return rateRow('config, 50 flags × 10 rules, a new device each time, against node:http', result, 0.5);
  } finally {
    await fixed.stop();
  }
}

async function unchangedRow(product: Product, { seconds, rounds }: BenchOptions): Promise<Row> {
  const empty = await startReference('fixed-body', { BODY_BYTES: '0', STATUS: '304' });
  try {
    const register = await fetch(`${product.url}/v1/devices/register`, {
      method: 'POST',
      body: '{"device_id":"bench-known"}',
      headers: { Authorization: `Bearer ${product.keys.publishable}` },
    });
    if (!register.ok) throw new Error(await register.text());
    const etag = (await configOf(product, { 'X-Device-ID': 'bench-known' })).headers.get('etag') ?? '';
    const known = get(product.keys.publishable, '/v1/config', { 'X-Device-ID': 'bench-known', 'If-None-Match': etag });
    const ours = { server: product, settings: { connections, seconds, next: () => known }, statuses: ['304'] };
    const result = await compareRates(ours, { ...ours, server: empty }, rounds);
    return rateRow('config, unchanged (304), against node:http', result, 0.7);
  } finally {
    await empty.stop();
  }
}

export const config: Scenario = {
  name: 'config',
  topic: 'Config and flags',
  sentence: 'GET /v1/config for a new device each time, and unchanged, against node:http with a fixed body',
  run: async (options) => {
    const product = await startProduct();
    try {
      await createSampleFlags(product);
      return [await freshRow(product, options), await unchangedRow(product, options)];
    } finally {
      await product.stop();
    }
  },
};
