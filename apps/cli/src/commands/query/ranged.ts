import type { Command } from 'commander';
import { collect } from '../cli.ts';

/** What `ranged` gives a command. */
export interface RangedOptions {
  readonly last?: string;
  readonly from?: string;
  readonly to?: string;
  readonly where?: readonly string[];
  /** Who is behind a number of the result, in place of the result. */
  readonly people?: readonly string[];
}

/** Adds the range and the filters, which all queries but SQL have. */
export const ranged = (command: Command, last: string): Command =>
  command
    .option('--last <span>', '1h, 24h, 7d, 30d or 90d', last)
    .option('--from <time>', 'Instead of --last: start of the range, ISO 8601')
    .option('--to <time>', 'End of the range, exclusive; default: now')
    .option(
      '-w, --where <filter>',
      'Such as "platform = web" or "event_properties.amount > 10"; repeat to combine with AND',
      collect,
    )
    .option(
      '--people <member=value>',
      'List the people behind a number, such as step=1; repeat for more members',
      collect,
    );
