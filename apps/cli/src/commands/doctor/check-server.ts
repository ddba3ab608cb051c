import type { Wire } from '@lamppost/protocol';
import { routes } from '@lamppost/protocol';
import type { ApiClient } from '../../client/api-client.ts';
import { type HttpAnswer, sendHttp } from '../../client/send-http.ts';
import { CliError } from '../../exit/cli-error.ts';
import { countOf, formatDuration, formatNumber } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import { version } from '../../version.ts';
import { checkKey } from '../check-key.ts';
import type { Cli } from '../cli.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const MAX_CLOCK_ERROR_MS = 60_000;
const MAX_BEHIND_SECONDS = 30;
const FEW_LEFT = 0.1;
const REASONS_HINT = 'The guide "Operate" explains each reason and what to do.';
/** States of the store that pass by themselves. */
const PASSING_STATES: readonly string[] = ['starting', 'rebuilding'];
const WORKING = {
  events: 'Events are accepted',
  config: 'Flags are served',
  queries: 'Queries are answered',
} as const;
const NOT_WORKING: Readonly<Record<keyof typeof WORKING, string>> = {
  events: 'Events are rejected',
  config: 'Flags are not served',
  queries: 'Queries are unavailable',
};

/** The server, from outside: whether it answers, works, is of this version, and knows the key. */
export async function checkServer(cli: Cli): Promise<Finding[]> {
  let client: ApiClient;
  try {
    client = await cli.client();
  } catch (error) {
    return [problem((error as Error).message, hintOf(error, 'Check --url, LP_URL and your profile.'))];
  }
  const { url } = client.connection;
  let response: HttpAnswer;
  const sentMs = Date.now();
  try {
    response = await client.open('health');
  } catch (error) {
    return [problem((error as Error).message, hintOf(error, 'Start it: lamppost serve'))];
  }
  return [
    ok(`${url.value} (${url.source}) responds in ${formatDuration(Date.now() - sentMs)}`),
    checkClock(response, sentMs),
    ...(await checkVersion(client)),
    ...(await checkReady(client)),
    ...(await checkAccess(client)),
  ];
}

function checkClock(response: HttpAnswer, sentMs: number): Finding {
  const errorMs = Date.parse(response.header('date') ?? '') - sentMs;
  if (!(Math.abs(errorMs) > MAX_CLOCK_ERROR_MS)) return ok('Clocks agree');
  return warning(
    `The clocks differ by ${formatDuration(Math.abs(errorMs))}`,
    'Synchronize the clock of this machine or of the server (NTP).',
  );
}

async function checkVersion(client: ApiClient): Promise<Finding[]> {
  const response = await client.open('openapi').catch(() => undefined);
  if (response === undefined)
    return [warning('The version of the server is unknown', 'It did not serve /openapi.json.')];
  const { info } = await response.json<{ info: { version: string } }>();
  return info.version === version
    ? [ok(`Server and CLI are both ${version}`)]
    : [
        warning(
          `The server is ${info.version}, this CLI ${version}`,
          `Use the same version: npx lamppost@${info.version}`,
        ),
      ];
}

/** /readyz says so itself, also with 503. */
async function checkReady(client: ApiClient): Promise<Finding[]> {
  const response = await sendHttp(`${client.connection.url.value}${routes.ready.path}`, {
    method: 'GET',
    headers: {},
  }).catch(() => undefined);
  if (response === undefined) return [problem('/readyz does not respond', 'Check the log of the server.')];
  const ready = await response.json<Wire['ReadyAnswer']>();
  const isOpening = PASSING_STATES.includes(ready.store.state);
  const parts = (Object.keys(WORKING) as (keyof typeof WORKING)[]).map((part) => {
    if (ready[part].available) return ok(WORKING[part]);
    const what = `${NOT_WORKING[part]}: ${printable(ready[part].reason ?? 'not available')}`;
    return part === 'queries' && isOpening
      ? warning(what, 'Wait: this resolves automatically. Events are kept meanwhile.')
      : problem(what, REASONS_HINT);
  });
  const told = new Set(parts.map(({ what }) => what));
  const others = ready.reasons.filter((reason) => ![...told].some((what) => what.includes(reason)));
  const { behind_seconds } = ready.store.loading;
  return [
    ...parts,
    ...others.map((reason) => warning(printable(reason), REASONS_HINT)),
    ...(behind_seconds > MAX_BEHIND_SECONDS
      ? [
          warning(
            `Queries are ${formatDuration(behind_seconds * 1000)} behind`,
            'Wait, or give the store more memory and threads (LP_STORE_MEMORY_MB, LP_STORE_THREADS).',
          ),
        ]
      : []),
  ];
}

async function checkAccess(client: ApiClient): Promise<Finding[]> {
  const { key } = client.connection;
  try {
    const checked = await checkKey(client);
    if (checked === undefined) return [warning('No key', 'Run: lamppost login, or set LP_KEY')];
    const where = checked.environment === undefined ? '' : ` for ${checked.environment}`;
    const found = ok(`The ${checked.kind} key of ${key?.source ?? 'your profile'} works${where}`);
    return checked.kind === 'secret' ? [found, ...(await checkTraffic(client))] : [found];
  } catch (error) {
    return [problem((error as Error).message, hintOf(error, 'Run: lamppost login'))];
  }
}

/** What arrives: quota, and events that did not make it. */
async function checkTraffic(client: ApiClient): Promise<Finding[]> {
  const findings: Finding[] = [];
  const usage = await client.data('usage');
  for (const [name, window] of [
    ['events today', usage.events_today],
    ['requests this minute', usage.requests_this_minute],
  ] as const) {
    if (window.limit !== null && window.used > window.limit * (1 - FEW_LEFT)) {
      const used = `${formatNumber(window.used)} of ${formatNumber(window.limit)}`;
      findings.push(
        warning(
          `The plan ${usage.plan} is almost exhausted: ${used} ${name}`,
          'Switch the project to a larger plan: lamppost projects set <slug> --plan scale',
        ),
      );
    }
  }
  const { events } = await client.data('showActivity', { query: {} }).catch(() => ({ events: undefined }));
  if (events === 0) findings.push(warning('No events in the last 7 days', 'Send one: lamppost send hello'));
  else if (events !== undefined) findings.push(ok(`${countOf(events, 'event')} in the last 7 days`));
  const failed = await client.data('countFailedEvents', { query: {} }).catch(() => undefined);
  if (events === undefined || failed === undefined) {
    findings.push(warning('Could not count events', 'Run doctor again when queries work.'));
  }
  const [first] = failed?.reasons ?? [];
  const open = (failed?.count ?? 0) - (failed?.replayed ?? 0);
  if (first !== undefined && open > 0) {
    const most = `most often: ${printable(first.reason)}`;
    findings.push(
      warning(
        `${countOf(open, 'event')} failed in 30 days, ${most}`,
        'See them in the dashboard: Data › Failed events',
      ),
    );
  }
  return findings;
}

function hintOf(error: unknown, otherwise: string): string {
  return error instanceof CliError && error.hint !== undefined ? error.hint.replaceAll('\n', ' ') : otherwise;
}
