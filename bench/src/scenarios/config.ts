import { load } from '../harness/load.ts';
import { type Product, startProduct, startReference } from '../harness/processes.ts';
import { get } from '../harness/requests.ts';
import { sampleFlags, wireRules } from '../harness/sample-flags.ts';
import { type Row, ratioRow, type Scenario } from '../harness/scenario.ts';

const connections = 32;

/** A device that the server has never seen, each time. */
const strangers = (key: string) => {
  let count = 0;
  return () => {
    count += 1;
    return get(key, '/v1/config', { 'X-Device-ID': `bench-${count}` });
  };
};

/** 50 flags, 10 rules each. */
async function createFlags(product: Product): Promise<void> {
  const headers = { Authorization: `Bearer ${product.keys.secret}` };
  const send = async (method: string, path: string, content: unknown) => {
    const response = await fetch(`${product.url}${path}`, { method, headers, body: JSON.stringify(content) });
    if (!response.ok) throw new Error(await response.text());
  };
  for (const flag of sampleFlags) {
    await send('POST', '/v1/flags', { key: flag.key, name: flag.key, platforms: ['web'] });
    await send('PUT', `/v1/flags/${flag.key}/rules`, { rules: wireRules(flag) });
    await send('PUT', `/v1/flags/${flag.key}/rollout`, { percentage: 50, value: true });
  }
}

export const config: Scenario = {
  name: 'config',
  sentence: 'GET /v1/config for a new device each time, and unchanged, against node:http with a fixed body',
  run: async (options) => {
    const product = await startProduct();
    await createFlags(product);
    const body = await (
      await fetch(`${product.url}/v1/config`, { headers: { Authorization: `Bearer ${product.keys.publishable}` } })
    ).text();
    const fixed = await startReference('fixed-body', { BODY_BYTES: String(body.length) });
    const empty = await startReference('fixed-body', { BODY_BYTES: '0', STATUS: '304' });
    const rows: Row[] = [];
    try {
      const register = await fetch(`${product.url}/v1/devices/register`, {
        method: 'POST',
        body: '{"device_id":"bench-known"}',
        headers: { Authorization: `Bearer ${product.keys.publishable}` },
      });
      if (!register.ok) throw new Error(await register.text());
      const first = await fetch(`${product.url}/v1/config`, {
        headers: { Authorization: `Bearer ${product.keys.publishable}`, 'X-Device-ID': 'bench-known' },
      });
      const known = get(product.keys.publishable, '/v1/config', {
        'X-Device-ID': 'bench-known',
        'If-None-Match': first.headers.get('etag') ?? '',
      });
      const fresh: { product: number; reference: number }[] = [];
      const unchanged: { product: number; reference: number }[] = [];
      for (let round = 0; round <= options.rounds; round += 1) {
        const run = (url: string, next: () => Buffer) => load({ url, connections, seconds: options.seconds, next });
        const next = strangers(product.keys.publishable);
        const [a, b] = [await run(fixed.url, next), await run(product.url, next)];
        const [c, d] = [await run(empty.url, () => known), await run(product.url, () => known)];
        if (Object.keys(d.statuses).join() !== '304')
          throw new Error(`Expected 304 only: ${JSON.stringify(d.statuses)}`);
        if (round === 0) continue;
        fresh.push({ product: b.perSecond, reference: a.perSecond });
        unchanged.push({ product: d.perSecond, reference: c.perSecond });
      }
      rows.push(ratioRow('config, 50 flags × 10 rules, a new device each time, against node:http', fresh, 0.5));
      rows.push(ratioRow('config, unchanged (304), against node:http', unchanged, 0.7));
    } finally {
      await product.stop();
      await fixed.stop();
      await empty.stop();
    }
    return rows;
  },
};
