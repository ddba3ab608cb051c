import { type DemoExperiment, demoExperiments } from '../../demo-experiments.ts';
import type { ApiClient } from '../api-client.ts';

/** @returns how many were not there before */
export async function makeExperiments(client: ApiClient): Promise<number> {
  let made = 0;
  for (const experiment of demoExperiments) if (await makeExperiment(client, experiment)) made += 1;
  return made;
}

async function makeExperiment(client: ApiClient, { key, definition, fate }: DemoExperiment): Promise<boolean> {
  const path = `/v1/experiments/${key}`;
  const { status, body } = await client.send('GET', path, undefined, [404]);
  if (status === 404) await client.data('POST', '/v1/experiments', { key, ...definition });
  const isDraft = status === 404 || (body as { data: { status: string } }).data.status === 'draft';
  if (isDraft && fate.kind !== 'draft') await client.data('POST', `${path}/start`);
  if (isDraft && fate.kind === 'completed') await client.data('POST', `${path}/complete`, { winner: fate.winner });
  return status === 404;
}
