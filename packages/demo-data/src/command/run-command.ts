import { demoStream } from '../demo-stream.ts';
import { ApiClient } from './api-client.ts';
import { CommandFailed } from './command-failed.ts';
import { describePace, liftPlan } from './lifted-plan.ts';
import { counted, ProgressLine } from './progress-line.ts';
import type { CommandArguments } from './read-arguments.ts';
import { emptyTally, sendStream, type Tally } from './send-stream.ts';
import { makeAlerts } from './set-up/make-alerts.ts';
import { makeCohorts } from './set-up/make-cohorts.ts';
import { setUpProject } from './set-up/set-up-project.ts';
import { settleCrashGroups } from './set-up/settle-crash-groups.ts';

const MAX_GROUPING_MS = 5_000;

/** Fills the server and tells how it goes. Whatever happens, the project has its former plan again in the end. */
export async function runCommand(args: CommandArguments, signal: AbortSignal): Promise<Tally> {
  const { url, parallel, isGzip } = args;
  await requireServer(url);
  const admin = new ApiClient({ url, key: args.secretKey, keyName: 'secret key', signal });
  const restorePlan = await liftIfPossible(args, admin);
  try {
    const { ruleset, created } = await setUpProject(admin, args.untilMs);
    if (created.length > 0) tell(`Made ${created.join(', ')}.`);
    tell(`Telling the story ${args.seed} in ${counted(args.events)} events …`);
    const tally = emptyTally();
    const progress = new ProgressLine(args.events, () => tally.events);
    const onWait = (seconds: number) => progress.note(`the server asks to wait ${seconds} s`);
    const keyName = args.sendingKey === args.secretKey ? 'secret key' : 'publishable key';
    const client = new ApiClient({ url, key: args.sendingKey, keyName, isGzip, signal, onWait });
    try {
      const { events, seed, untilMs, days } = args;
      await sendStream(demoStream({ events, seed, untilMs, days, ruleset }), { client, parallel, signal, tally });
    } finally {
      progress.end();
    }
    if (tally.isComplete) {
      await settleCrashGroups(admin, tally.crashes, MAX_GROUPING_MS);
      await makeCohorts(admin);
      await makeAlerts(admin);
    }
    tell(summary(tally, progress.seconds));
    if (!tally.isComplete) tell(`Stopped. To go on where this ended: the same command with ${sameStory(args)}`);
    return tally;
  } finally {
    await restorePlan();
  }
}

const sameStory = ({ events, seed, days, untilMs }: CommandArguments): string =>
  `--events ${events} --seed ${seed} --days ${days} --until ${new Date(untilMs).toISOString()}`;

const tell = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

async function requireServer(url: string): Promise<void> {
  const answer = await fetch(`${url}/healthz`).catch(() => undefined);
  if (answer?.ok === true) return;
  const hint = 'Start it with `npm start`, or say where it is with --url.';
  if (answer === undefined) throw new CommandFailed(`No server answers at ${url}. ${hint}`);
  throw new CommandFailed(
    `What answers at ${url} is no Lamppost server, or it is not well (${answer.status}). ${hint}`,
  );
}

async function liftIfPossible(args: CommandArguments, admin: ApiClient): Promise<() => Promise<void>> {
  const { url, operatorToken, project } = args;
  if (operatorToken === undefined) {
    tell(await describePace(admin));
    return async () => undefined;
  }
  // Not stopped by Ctrl-C: the plan is put back after it.
  const signal = new AbortController().signal;
  const operator = new ApiClient({ url, key: operatorToken, keyName: 'operator token', signal });
  return await liftPlan(operator, admin, project);
}

/** The closing lines. */
function summary(tally: Tally, seconds: number): string {
  const lines = [
    [
      'events',
      `${counted(tally.events)} sent, ${counted(tally.accepted)} accepted, ${counted(tally.refused)} refused (broken on purpose), ${counted(tally.repeated)} sent twice`,
    ],
    ['devices', `${counted(tally.registered)} registrations, ${counted(tally.identified)} sign-ins`],
    ['crashes', counted(tally.crashes)],
    ['metrics', counted(tally.metrics)],
    ['took', `${seconds.toFixed(1)} s, ${counted(tally.events / seconds)} events/s`],
  ];
  if (tally.unexpected > 0) {
    lines.push([
      'refused',
      `${counted(tally.unexpected)} that should have been accepted, the first: ${tally.firstUnexpected}`,
    ]);
  }
  return lines.map(([name = '', text]) => `${name.padEnd(9)}${text}`).join('\n');
}
