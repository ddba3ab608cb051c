import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatAgo, formatNumber } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import { examples, handle } from '../cli.ts';
import { omitUndefined } from '../read-options.ts';
import { defineDiff, definePull, definePush } from './schemas-as-code.ts';

export function define(command: Command): void {
  command.description('Event names and event schemas.');
  defineList(command.command('list'));
  const schemas = command.command('schemas').description('Event schemas as a YAML file');
  definePull(schemas.command('pull'));
  definePush(schemas.command('push'));
  defineDiff(schemas.command('diff'));
}

function defineList(command: Command): void {
  command
    .description('List all event names with their volume')
    .option('--search <text>', 'Part of the name')
    .addHelpText('after', examples('lamppost events list --search cart'))
    .action(
      handle<{ search?: string }>(async (cli, { search }) => {
        const query = omitUndefined({ search, environment_id: await cli.environment() });
        const rows = await (await cli.client()).allRows('listCatalog', { query });
        cli.print(rows, () => {
          if (rows.length === 0) return 'No events yet. Send one: lamppost send hello';
          const columns: Column<Wire['CatalogRow']>[] = [
            { title: 'EVENT', value: (row) => printable(row.event_name) },
            { title: 'TOTAL', value: ({ count }) => formatNumber(count), align: 'right' },
            { title: 'LAST 7 D', value: (row) => formatNumber(row.count_7d), align: 'right' },
            { title: 'LAST SEEN', value: (row) => formatAgo(row.last_seen) },
            { title: 'SCHEMA', value: (row) => row.schema_mode ?? '–' },
            { title: 'PROPERTIES', value: (row) => printable(row.properties.map(({ name }) => name).join(', ')) },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}
