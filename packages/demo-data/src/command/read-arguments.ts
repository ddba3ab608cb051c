import { parseArgs } from 'node:util';
import { CommandFailed } from './command-failed.ts';
import { readBootstrap } from './read-bootstrap.ts';
import { wholeNumber } from './whole-number.ts';

export interface CommandArguments {
  readonly events: number;
  readonly seed: number;
  readonly untilMs: number;
  readonly days: number;
  readonly url: string;
  readonly secretKey: string;
  /** What events are sent with; the secret key when there is no other. */
  readonly sendingKey: string;
  readonly operatorToken: string | undefined;
  /** Id or slug of the project whose plan is lifted. */
  readonly project: string;
  readonly parallel: number;
  readonly isGzip: boolean;
}

export const usage = `npm run demo-data -- [--events 200000] [--seed 1] [--days 90] [--until <ISO time>]
                     [--url http://127.0.0.1:8080] [--bootstrap-file <file>]
                     [--secret-key <key>] [--publishable-key <key>] [--operator-token <token>] [--project <slug>]
                     [--parallel 16] [--gzip]

Fills a running server with the data of an invented grocery app: flags, experiments, devices, events, crash reports
and performance metrics. The same seed and the same end are the same events, so that sending them again changes nothing.

  --events           how many events; crashes and metrics come on top, in proportion
  --seed             which story, 0 to 4294967295
  --days, --until    the period: so many days that end at this moment (default: now)
  --bootstrap-file   the file that the first start wrote (LP_BOOTSTRAP_FILE): address, keys and operator token
  --secret-key       or LP_SECRET_KEY; makes flags and experiments
  --publishable-key  or LP_PUBLISHABLE_KEY; sends everything else, if it is given
  --operator-token   or LP_OPERATOR_TOKEN; lifts the limits of the project while data is sent
  --project          whose limits are lifted; the bootstrap file's, or "default"
  --parallel         requests at the same time
  --gzip             compresses what is sent`;

type Environment = Readonly<Record<string, string | undefined>>;

/** undefined when help was asked for. */
export function readArguments(args: readonly string[], env: Environment, nowMs: number): CommandArguments | undefined {
  const values = parse(args);
  if (values.help === true) return undefined;
  const bootstrapFile = values['bootstrap-file'] ?? env.LP_BOOTSTRAP_FILE;
  const bootstrap = bootstrapFile === undefined ? {} : readBootstrap(bootstrapFile);
  const ofBootstrap = bootstrap.keys?.production;
  const secretKey = values['secret-key'] ?? env.LP_SECRET_KEY ?? ofBootstrap?.secret;
  if (secretKey === undefined) {
    throw new CommandFailed(
      'Which project? Give its secret key with --secret-key, or the file that the first start wrote with --bootstrap-file.',
      2,
    );
  }
  return {
    events: wholeNumber('--events', values.events, 1, 1_000_000_000),
    seed: wholeNumber('--seed', values.seed, 0, 0xffff_ffff),
    untilMs: values.until === undefined ? nowMs : time(values.until),
    days: wholeNumber('--days', values.days, 7, 3_650),
    url: address(values.url ?? bootstrap.base_url ?? 'http://127.0.0.1:8080'),
    secretKey,
    sendingKey: values['publishable-key'] ?? env.LP_PUBLISHABLE_KEY ?? ofBootstrap?.publishable ?? secretKey,
    operatorToken: values['operator-token'] ?? env.LP_OPERATOR_TOKEN ?? bootstrap.operator_token,
    project: values.project ?? bootstrap.project?.id ?? 'default',
    parallel: wholeNumber('--parallel', values.parallel, 1, 64),
    isGzip: values.gzip === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        events: { type: 'string', default: '200000' },
        seed: { type: 'string', default: '1' },
        days: { type: 'string', default: '90' },
        until: { type: 'string' },
        url: { type: 'string' },
        'bootstrap-file': { type: 'string' },
        'secret-key': { type: 'string' },
        'publishable-key': { type: 'string' },
        'operator-token': { type: 'string' },
        project: { type: 'string' },
        parallel: { type: 'string', default: '16' },
        gzip: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new CommandFailed(`${(error as Error).message}\n\n${usage}`, 2);
  }
}

function time(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new CommandFailed(`--until takes a time such as 2026-11-15T12:00:00Z, not "${text}".`, 2);
  return ms;
}

function address(text: string): string {
  if (!URL.canParse(text))
    throw new CommandFailed(`--url takes an address such as http://127.0.0.1:8080, not "${text}".`, 2);
  return text.replace(/\/+$/, '');
}
