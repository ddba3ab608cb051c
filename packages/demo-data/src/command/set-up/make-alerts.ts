import type { ApiClient } from '../api-client.ts';

const range = { kind: 'relative', last: '7d' };
const alerts = [
  {
    name: 'Purchases are unusual',
    query: { kind: 'timeseries', event: 'purchase', interval: 'hour', range },
    interval: 'hour',
    condition: { kind: 'unusual', direction: 'either', sensitivity: 'medium' },
  },
  {
    name: 'Too many sessions crash',
    query: { kind: 'crash_free', of: 'sessions', interval: 'day', range },
    interval: 'day',
    condition: { kind: 'threshold', op: 'below', value: 90 },
  },
];

/** Those that are not there yet, by their names. */
export async function makeAlerts(client: ApiClient): Promise<void> {
  const present = await client.data<readonly { name: string }[]>('GET', '/v1/alerts?limit=100');
  const names = new Set(present.map(({ name }) => name));
  for (const alert of alerts) if (!names.has(alert.name)) await client.data('POST', '/v1/alerts', alert);
}
