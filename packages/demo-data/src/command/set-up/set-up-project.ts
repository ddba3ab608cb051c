import type { Ruleset } from '@lamppost/evaluator';
import type { ApiClient } from '../api-client.ts';
import { Lanes } from '../lanes.ts';
import { announceReleases } from './announce-releases.ts';
import { makeDashboards } from './make-dashboards.ts';
import { makeExperiments } from './make-experiments.ts';
import { makeFlags } from './make-flags.ts';
import { makeGroups } from './make-groups.ts';
import { makeSchemas } from './make-schemas.ts';
import { uploadSymbols } from './upload-symbols.ts';

export interface SetUp {
  readonly ruleset: Ruleset;
  /** What was not there before, such as `9 flags`. */
  readonly created: readonly string[];
}

const atOnce = 6;

/** Each makes what is missing and says how much that was. Groups come before the flags that name them. */
const pieces: readonly (readonly [name: string, make: (client: ApiClient, untilMs: number) => Promise<number>])[] = [
  ['group', makeGroups],
  ['flag', makeFlags],
  ['experiment', makeExperiments],
  ['schema', makeSchemas],
  ['dashboard', makeDashboards],
  ['release', announceReleases],
  ['symbol file', uploadSymbols],
];

/**
 * Makes what the demo's people meet, where it is missing, and reads what is in force. What exists is left as it is:
 * somebody may have changed it, and it is theirs.
 */
export async function setUpProject(client: ApiClient, untilMs: number): Promise<SetUp> {
  const created: string[] = [];
  const lanes = new Lanes(atOnce);
  for (const [name, make] of pieces) {
    const piece = async (): Promise<void> => {
      const count = await make(client, untilMs);
      if (count > 0) created.push(`${count} ${name}${count === 1 ? '' : 's'}`);
    };
    await lanes.add(piece);
    if (name === 'group') await lanes.drain();
  }
  await lanes.drain();
  return { ruleset: await client.data<Ruleset>('GET', '/v1/ruleset?ruleset_version=4'), created };
}
