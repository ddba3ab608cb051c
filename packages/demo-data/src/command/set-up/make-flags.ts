import { type DemoFlag, demoFlags } from '../../demo-rules.ts';
import type { ApiClient } from '../api-client.ts';
import { isThere } from './is-there.ts';

/** @returns how many were not there before */
export async function makeFlags(client: ApiClient): Promise<number> {
  let made = 0;
  for (const flag of demoFlags) {
    if (await isThere(client, `/v1/flags/${flag.key}`)) continue;
    await makeFlag(client, flag);
    made += 1;
  }
  return made;
}

/** In the steps in which it came about, so that its history tells them. */
async function makeFlag(client: ApiClient, flag: DemoFlag): Promise<void> {
  const path = `/v1/flags/${flag.key}`;
  await client.data('POST', '/v1/flags', { key: flag.key, ...flag.definition });
  if (flag.rules.length > 0) {
    // Ids are minted by the server: it is its buckets that count.
    await client.data('PUT', `${path}/rules`, { rules: flag.rules.map(({ id: _, ...rule }) => rule) });
  }
  if (flag.rollout !== null) {
    const steps = new Set([...flag.history.map(([, percentage]) => percentage), flag.rollout.percentage]);
    for (const percentage of steps) await client.data('PUT', `${path}/rollout`, { ...flag.rollout, percentage });
  }
  if (flag.killedFor !== undefined) {
    await client.data('POST', `${path}/kill`, { reason: flag.killedFor });
    await client.data('POST', `${path}/restore`);
  }
  if (flag.isDeprecated === true) await client.data('PATCH', path, { status: 'deprecated' });
}
