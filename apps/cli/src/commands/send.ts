import { randomUUID } from 'node:crypto';
import type { Wire } from '@lamppost/protocol';
import { isJsonObject } from '@lamppost/protocol';
import type { Command } from 'commander';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { usageError } from '../exit/usage-error.ts';
import { parseJson } from '../files/parse-json.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { printable } from '../output/printable.ts';
import { collect, examples, handle } from './cli.ts';
import { omitUndefined, readAssignments } from './read-options.ts';

interface SendOptions {
  readonly prop?: readonly string[];
  readonly properties?: string;
  readonly user?: string;
  readonly anonymous?: string;
  readonly device?: string;
  readonly id?: string;
  readonly time?: string;
}

export function define(command: Command): void {
  command
    .argument('<event>', 'Name of the event')
    .description('Send one event. Files of events: lamppost import')
    .option('-p, --prop <name=value>', 'A property; can be repeated. Values are JSON, otherwise text', collect)
    .option('--properties <json>', 'All properties as a JSON object; - reads it from stdin')
    .option('--user <id>', 'User id')
    .option('--anonymous <id>', 'Anonymous id')
    .option('--device <id>', 'Device id')
    .option('--id <event-id>', 'Event id, counted once; default: a new one')
    .option('--time <time>', 'Time of the event, ISO 8601; default: now')
    .addHelpText('after', examples('lamppost send purchase --prop amount=12.5 --prop currency=EUR --user u-42'))
    .action(
      handle<SendOptions, [string]>(async (cli, options, event) => {
        const sent: Wire['IngestEvent'] = {
          event,
          event_id: options.id ?? randomUUID(),
          timestamp: options.time ?? new Date().toISOString(),
          properties: { ...(await readObject(options.properties)), ...readAssignments(options.prop, '--prop') },
        };
        const context = omitUndefined({
          user:
            options.user === undefined && options.anonymous === undefined
              ? undefined
              : omitUndefined({ id: options.user, anonymous_id: options.anonymous }),
          device: options.device === undefined ? undefined : { id: options.device },
        });
        const answer = await (await cli.client()).data('ingest', { body: { batch: [sent], context } });
        const [refused] = answer.rejected ?? [];
        if (refused !== undefined) {
          throw new CliError(`The event was rejected: ${refused.reason}`, {
            exitCode: exitCodes.invalid,
            code: 'REJECTED',
          });
        }
        for (const { field, message } of answer.validation_warnings ?? []) {
          cli.terminal.note(`Warning: ${printable(field)} ${printable(message)}`);
        }
        cli.print({ ...answer, event_id: sent.event_id }, () => `Sent ${event} (${sent.event_id}). Stored.`);
      }),
    );
}

async function readObject(text: string | undefined): Promise<Record<string, unknown>> {
  if (text === undefined) return {};
  const value = parseJson(text === '-' ? await readTextFile('-') : text, '--properties');
  if (!isJsonObject(value)) throw usageError('--properties must be a JSON object.');
  return value as Record<string, unknown>;
}
