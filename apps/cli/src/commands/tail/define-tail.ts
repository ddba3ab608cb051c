import { setTimeout as sleep } from 'node:timers/promises';
import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import type { ApiClient } from '../../client/api-client.ts';
import { readEventStream } from '../../client/read-event-stream.ts';
import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';
import { type Cli, examples, handle } from '../cli.ts';
import { omitUndefined, readNumber } from '../read-options.ts';
import { drawLiveEvent, type LiveEvent } from './draw-live-event.ts';

interface TailOptions {
  readonly event?: string;
  readonly user?: string;
  readonly device?: string;
  readonly search?: string;
  readonly rejected: boolean;
  readonly last: string;
  readonly count?: string;
}

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;

export function define(command: Command): void {
  command
    .description('Show events as they are stored, and rejected events with the reason. Press Ctrl-C to stop.')
    .option('--event <name>', 'Only events with this name')
    .option('--user <id>', 'Only events of this user')
    .option('--device <id>', 'Only events of this device')
    .option('--search <text>', 'Part of the name, an id or the properties')
    .option('--no-rejected', 'Without rejected and quarantined events')
    .option('-n, --last <count>', 'Show this many of the last stored events first', '0')
    .option('--count <count>', 'Stop after this many')
    .addHelpText('after', examples('lamppost tail', 'lamppost tail --event purchase --last 10', 'lamppost tail --json'))
    .action(
      handle<TailOptions>(async (cli, options) => {
        const client = await cli.client();
        const print = (event: LiveEvent): void => {
          cli.terminal.line(cli.terminal.isJson ? JSON.stringify(event) : drawLiveEvent(cli.terminal, event));
        };
        const filters = omitUndefined({
          event: options.event,
          user_id: options.user,
          device_id: options.device,
          search: options.search,
          environment_id: await cli.environment(),
        });
        const last = readNumber(options.last, '--last', 0, 100);
        const left = options.count === undefined ? Number.POSITIVE_INFINITY : readNumber(options.count, '--count', 1);
        // The stream is opened first and the list read then, so that nothing falls in between.
        await follow(cli, client, { ...filters, include_rejected: options.rejected }, left, print, async () => {
          if (last === 0) return [];
          const rows = await client.data('listEvents', { query: { ...filters, limit: last } });
          return rows.toReversed().map((row) => ({ status: 'stored' as const, ...row }));
        });
      }),
    );
}

async function follow(
  cli: Cli,
  client: ApiClient,
  query: Wire['LiveQuery'],
  count: number,
  print: (event: LiveEvent) => void,
  before: () => Promise<LiveEvent[]>,
): Promise<void> {
  let left = count;
  let waitMs = FIRST_WAIT_MS;
  let seen: Set<string> | undefined;
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  while (!stop.signal.aborted) {
    try {
      const response = await client.open(
        'streamEvents',
        { query },
        { timeoutMs: Number.POSITIVE_INFINITY, signal: stop.signal },
      );
      if (seen === undefined) {
        const earlier = await before();
        seen = new Set(earlier.map(({ id }) => id));
        for (const event of earlier) print(event);
        cli.terminal.note('Waiting for events. Press Ctrl-C to stop.');
      }
      waitMs = FIRST_WAIT_MS;
      for await (const { event, data } of readEventStream(response.body)) {
        if (event === 'skipped') cli.terminal.note(`… ${(JSON.parse(data) as { count: number }).count} more not shown`);
        if (event !== 'event') continue;
        const live = JSON.parse(data) as LiveEvent;
        if (seen.has(live.id)) continue;
        print(live);
        left -= 1;
        if (left <= 0) return stop.abort();
      }
    } catch (error) {
      if (stop.signal.aborted) return;
      // A wrong key stays wrong; a server that restarts comes back.
      if (seen === undefined || (error instanceof CliError && error.exitCode !== exitCodes.unreachable)) throw error;
    }
    if (stop.signal.aborted) return;
    cli.terminal.note(`The stream ended. Reconnecting in ${waitMs / 1000} s.`);
    await sleep(waitMs, undefined, { signal: stop.signal }).catch(() => undefined);
    waitMs = Math.min(MAX_WAIT_MS, waitMs * 2);
  }
}
