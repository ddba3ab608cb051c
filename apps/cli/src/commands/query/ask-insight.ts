import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { type Cli, collect } from '../cli.ts';
import { omitUndefined } from '../read-options.ts';

type Query = Wire['InsightQuery'];
export type InsightResult<K extends Query['kind']> = Extract<Wire['InsightAnswer']['data'], { kind: K }>;

export async function askInsight<K extends Query['kind']>(
  cli: Cli,
  query: Query & { kind: K },
): Promise<InsightResult<K>> {
  const body = { query, ...omitUndefined({ environment_id: await cli.environment() }) };
  return (await (await cli.client()).data('askInsight', { body })) as InsightResult<K>;
}

/** The options that queries about a range share. */
export const ranged = (command: Command, last: string): Command =>
  command
    .option('--last <span>', '1h, 24h, 7d, 30d or 90d', last)
    .option('--from <time>', 'In place of --last: from here, ISO 8601')
    .option('--to <time>', 'Up to here, not included; now when absent')
    .option(
      '-w, --where <filter>',
      'Such as "platform = web" or "event_properties.amount > 10"; repeat for and',
      collect,
    )
    .option('--people <member=value>', 'Who is behind a number, such as step=1; repeat for the rest of it', collect);
