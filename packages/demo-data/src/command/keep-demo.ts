import { setTimeout as sleep } from 'node:timers/promises';
import type { Ruleset } from '@lamppost/evaluator';
import type { DemoOptions } from '../demo-options.ts';
import { LiveSessions } from '../live-sessions.ts';
import { ApiClient } from './api-client.ts';
import { catchUp } from './catch-up.ts';
import { CommandFailed } from './command-failed.ts';
import { type DemoProject, type DemoState, demoState } from './demo-state.ts';
import { fillDemo } from './fill-demo.ts';
import { counted, duration } from './progress-line.ts';
import type { DemoArguments } from './read-demo-arguments.ts';
import { tellLive } from './tell-live.ts';

const seed = 1;
const days = 60;
const lookEveryMs = 100;

/** Fills the server unless that has been done, says how to sign in, and goes on with what happens now. */
export async function keepDemo(args: DemoArguments, signal: AbortSignal): Promise<void> {
  const { url, keys } = args;
  await untilReady(url);
  const clientWith = (key: string, keyName: string) => new ApiClient({ url, key, keyName, signal });
  const admin = clientWith(keys.secret, 'secret key');
  const project = await admin.data<DemoProject>('GET', '/v1/project');
  const state = await demoState(admin, project);
  refuseForeign(state, project, args);
  // The story ends when the installation began, so that a fill which is taken up again tells the same one.
  const story: DemoOptions = { events: args.events, seed, days, untilMs: Date.parse(project.created_at) };
  if (state === 'filled') tell(welcome(args, `The demo "${project.name}" is there already.`));
  else {
    const startedAtMs = performance.now();
    const operator = clientWith(args.operatorToken, 'operator token');
    tell(`Filling the demo with ${days} days of an invented shop …`);
    const tally = await fillDemo({ url, admin, operator, sendingKey: keys.publishable, project, story, signal });
    const took = duration((performance.now() - startedAtMs) / 1000);
    tell(welcome(args, `The demo is ready: ${counted(tally.accepted)} events, in ${took}.`));
  }
  const ruleset = await admin.data<Ruleset>('GET', '/v1/ruleset?ruleset_version=4');
  const sessions = new LiveSessions({ ...story, ruleset });
  const client = clientWith(keys.publishable, 'publishable key');
  await catchUp({ sessions, admin, client, signal });
  await tellLive({ sessions, client, signal });
}

const tell = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** The server listens before its store is open. */
async function untilReady(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    const body = (await answer?.json().catch(() => undefined)) as { store?: { state?: string } } | undefined;
    if (answer?.ok === true && body?.store?.state !== 'starting') return;
    await sleep(lookEveryMs);
  }
}

function refuseForeign(state: DemoState, { name }: DemoProject, { dataDirectory }: DemoArguments): void {
  if (state !== 'foreign') return;
  throw new CommandFailed(
    `The project "${name}" in ${dataDirectory} has data of its own, so the demo is not put into it. Without LP_DATA_DIR the demo has a directory of its own.`,
  );
}

function welcome({ url, owner, dataDirectory }: DemoArguments, first: string): string {
  return [
    '',
    `  ${first}`,
    '',
    `    Address     ${url}`,
    `    Sign in as  ${owner.email}`,
    `    Password    ${owner.password}`,
    '',
    '  People go on using it while the server runs. Ctrl-C stops both.',
    `  To begin anew, remove ${dataDirectory}.`,
    '',
  ].join('\n');
}
