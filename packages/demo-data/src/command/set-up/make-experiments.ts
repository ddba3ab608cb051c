import { type DemoExperiment, demoExperiments } from '../../demo-experiments.ts';
import { DAY_MS } from '../../units.ts';
import type { ApiClient } from '../api-client.ts';

/** @returns how many were not there before */
export async function makeExperiments(client: ApiClient, untilMs: number): Promise<number> {
  let made = 0;
  for (const experiment of demoExperiments) if (await makeExperiment(client, experiment, untilMs)) made += 1;
  return made;
}

async function makeExperiment(client: ApiClient, experiment: DemoExperiment, untilMs: number): Promise<boolean> {
  const { key, definition, fate, startsDaysBeforeEnd } = experiment;
  const path = `/v1/experiments/${key}`;
  const { status, body } = await client.send('GET', path, undefined, [404]);
  if (status === 404) await client.data('POST', '/v1/experiments', { key, ...definition });
  const isDraft = status === 404 || (body as { data: { status: string } }).data.status === 'draft';
  if (!isDraft || fate.kind === 'draft') return status === 404;
  await client.data('POST', `${path}/start`);
  if (fate.kind === 'completed') await client.data('POST', `${path}/complete`, { winner: fate.winner });
  const daysBefore = (days: number): string => new Date(untilMs - days * DAY_MS).toISOString();
  // Its people met it long before the server heard of it.
  await client.data('PUT', `${path}/period`, {
    started_at: daysBefore(startsDaysBeforeEnd),
    ...(fate.kind === 'completed' ? { completed_at: daysBefore(fate.daysBeforeEnd) } : {}),
  });
  return status === 404;
}
