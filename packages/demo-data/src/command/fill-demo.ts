import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoItem } from '../demo-item.ts';
import type { DemoOptions } from '../demo-options.ts';
import { demoStream } from '../demo-stream.ts';
import { ApiClient } from './api-client.ts';
import { CommandFailed } from './command-failed.ts';
import { type DemoProject, demoName, fillingName } from './demo-state.ts';
import { ProgressLine } from './progress-line.ts';
import { emptyTally, sendStream, type Tally } from './send-stream.ts';
import { makeAlerts } from './set-up/make-alerts.ts';
import { makeCohorts } from './set-up/make-cohorts.ts';
import { setUpProject } from './set-up/set-up-project.ts';
import { settleCrashGroups } from './set-up/settle-crash-groups.ts';

const parallel = 16;
const usualPlan = 'scale';
const MAX_GROUPING_MS = 5_000;
const lookEveryMs = 200;

export interface FillOptions {
  readonly url: string;
  readonly admin: ApiClient;
  readonly operator: ApiClient;
  readonly sendingKey: string;
  readonly project: DemoProject;
  readonly story: DemoOptions;
  readonly signal: AbortSignal;
}

/** Puts the whole story into the project. To be repeated after an end in the middle: everything has its own id. */
export async function fillDemo(options: FillOptions): Promise<Tally> {
  const { url, admin, operator, project, story, signal } = options;
  const inProject = `/v1/projects/${project.id}`;
  await operator.data('PATCH', inProject, { name: fillingName, plan: 'unmetered' });
  const { ruleset } = await setUpProject(admin, story.untilMs);
  const client = new ApiClient({ url, key: options.sendingKey, keyName: 'publishable key', signal });
  const tally = emptyTally();
  const progress = new ProgressLine(story.events, () => tally.events);
  const items = watched(demoStream({ ...story, ruleset }), (day) => progress.note(`day ${day}`));
  await sendStream(items, { client, parallel, signal, tally });
  progress.end();
  if (tally.unexpected > 0)
    throw new CommandFailed(`${tally.unexpected} events of the demo were refused, the first: ${tally.firstUnexpected}`);
  await untilLoaded(url);
  await settleCrashGroups(admin, tally.crashes, MAX_GROUPING_MS);
  await makeCohorts(admin);
  await makeAlerts(admin);
  await operator.data('PATCH', inProject, { name: demoName, plan: planAfter(project) });
  return tally;
}

/** A fill that ended in the middle left the project without limits. */
const planAfter = ({ plan }: DemoProject): string => (plan === 'unmetered' ? usualPlan : plan);

const dayOf = /"timestamp":"(\d{4}-\d{2}-\d{2})/;

function* watched(items: Iterable<DemoItem>, onDay: (day: string) => void): Generator<DemoItem> {
  for (const item of items) {
    const day = item.kind === 'events' ? dayOf.exec(item.body)?.[1] : undefined;
    if (day !== undefined) onDay(day);
    yield item;
  }
}

/** Until what was acknowledged can be seen. */
async function untilLoaded(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`);
    const { store } = (await answer.json()) as { store: { state: string; unloaded_bytes: number } };
    if (store.unloaded_bytes === 0 && store.state !== 'starting') return;
    await sleep(lookEveryMs);
  }
}
