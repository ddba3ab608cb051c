import type { Ruleset } from '@lamppost/evaluator';
import { type DemoExperiment, type DemoFlag, demoExperiments, demoFlags } from '../demo-rules.ts';
import type { ApiClient } from './api-client.ts';

export interface SetUp {
  readonly ruleset: Ruleset;
  /** Keys of what was not there before. */
  readonly created: readonly string[];
}

/** Makes the demo's flags and experiments where they are missing, and reads what is in force. */
export async function setUpProject(client: ApiClient): Promise<SetUp> {
  const created: string[] = [];
  for (const flag of demoFlags) if (await makeFlag(client, flag)) created.push(flag.key);
  for (const experiment of demoExperiments) if (await makeExperiment(client, experiment)) created.push(experiment.key);
  return { ruleset: await client.data<Ruleset>('GET', '/v1/ruleset'), created };
}

/** What exists is left as it is: somebody may have changed it, and it is theirs. */
async function makeFlag(client: ApiClient, { key, definition, rules, rollout }: DemoFlag): Promise<boolean> {
  if ((await client.send('GET', `/v1/flags/${key}`, undefined, [404])).status !== 404) return false;
  await client.data('POST', '/v1/flags', { key, ...definition });
  if (rules.length > 0) {
    // Ids are minted by the server: it is its buckets that count.
    await client.data('PUT', `/v1/flags/${key}/rules`, { rules: rules.map(({ id: _, ...rule }) => rule) });
  }
  if (rollout !== null) await client.data('PUT', `/v1/flags/${key}/rollout`, rollout);
  return true;
}

async function makeExperiment(client: ApiClient, { key, definition }: DemoExperiment): Promise<boolean> {
  const { status, body } = await client.send('GET', `/v1/experiments/${key}`, undefined, [404]);
  if (status === 404) await client.data('POST', '/v1/experiments', { key, ...definition });
  const isDraft = status === 404 || (body as { data: { status: string } }).data.status === 'draft';
  if (isDraft) await client.data('POST', `/v1/experiments/${key}/start`);
  return status === 404;
}
