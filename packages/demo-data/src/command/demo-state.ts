import { checkoutExperiment } from '../demo-experiments.ts';
import { crashingFlag } from '../demo-rules.ts';
import type { ApiClient } from './api-client.ts';
import { isThere } from './set-up/is-there.ts';

export const demoName = 'Larder';
/** What the project is called until everything is in it: anyone who looks sees why there is little, and a start that comes after an end in the middle goes on. */
export const fillingName = `${demoName} (being filled)`;

export interface DemoProject {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly created_at: string;
}

/** `foreign`: it holds something else, which is nobody's to mix with a demo. */
export type DemoState = 'empty' | 'half-filled' | 'filled' | 'foreign';

/** Asks the server what is in the project. */
export async function demoState(admin: ApiClient, { name }: DemoProject): Promise<DemoState> {
  if (name === fillingName) return 'half-filled';
  const isDemo =
    (await isThere(admin, `/v1/flags/${crashingFlag}`)) &&
    (await isThere(admin, `/v1/experiments/${checkoutExperiment}`));
  if (isDemo) return 'filled';
  const { count } = await admin.data<{ count: number }>('GET', '/v1/events/count');
  const flags = await admin.data<readonly unknown[]>('GET', '/v1/flags?limit=1');
  return count === 0 && flags.length === 0 ? 'empty' : 'foreign';
}
