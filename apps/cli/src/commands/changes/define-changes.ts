import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatAgo } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import { examples, handle } from '../cli.ts';
import { omitUndefined } from '../read-options.ts';

type ChangeRequest = Wire['ChangeRequestRow'];

export function define(command: Command): void {
  command.description('Changes that wait for approval. Members approve and reject them in the dashboard.');
  defineList(command.command('list'));
  defineShow(command.command('show'));
  defineWithdraw(command.command('withdraw'));
}

function defineList(command: Command): void {
  command
    .description('List change requests, newest first')
    .option('--status <status>', 'pending, approved, rejected or withdrawn; default: pending')
    .addHelpText('after', examples('lamppost changes list', 'lamppost changes list --status approved --json'))
    .action(
      handle<{ status?: Wire['ChangeRequestsQuery']['status'] }>(async (cli, { status = 'pending' }) => {
        const query = { status, ...omitUndefined({ environment_id: await cli.environment() }) };
        const rows = await (await cli.client()).allRows('listChangeRequests', { query });
        cli.print(rows, () => {
          if (rows.length === 0) return `No ${status} change requests.`;
          const columns: Column<ChangeRequest>[] = [
            { title: 'ID', value: ({ id }) => id },
            { title: 'CHANGE', value: ({ action, entity_key: key }) => `${action.replaceAll('_', ' ')} ${key}` },
            { title: 'STATUS', value: sayStatus },
            { title: 'BY', value: ({ author }) => printable(author.name) },
            { title: 'CREATED', value: ({ created_at: at }) => formatAgo(at) },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}

function defineShow(command: Command): void {
  command
    .argument('<id>', 'Id of the change request')
    .description('Show the difference that a change request makes')
    .addHelpText('after', examples('lamppost changes show 0190163d-8694-739b-aea5-966c26f8ad91'))
    .action(
      handle<object, [string]>(async (cli, _options, id) => {
        const request = await (await cli.client()).data('showChangeRequest', { params: { id } });
        cli.print(request, () =>
          [
            `${request.action.replaceAll('_', ' ')} ${request.entity_key}: ${sayStatus(request)}`,
            `By ${printable(request.author.name)}, ${formatAgo(request.created_at)}${request.comment === null ? '' : `: ${printable(request.comment)}`}`,
            ...request.changes.flatMap(({ entity_type: type, before, after }) => [
              `${type} before: ${printable(JSON.stringify(before))}`,
              `${type} after:  ${printable(JSON.stringify(after))}`,
            ]),
          ].join('\n'),
        );
      }),
    );
}

function defineWithdraw(command: Command): void {
  command
    .argument('<id>', 'Id of the change request')
    .description('Withdraw a change request that was made with the same key')
    .addHelpText('after', examples('lamppost changes withdraw 0190163d-8694-739b-aea5-966c26f8ad91'))
    .action(
      handle<object, [string]>(async (cli, _options, id) => {
        const request = await (await cli.client()).data('withdrawChangeRequest', { params: { id } });
        cli.print(request, () => `Withdrew the change request for ${request.entity_key}.`);
      }),
    );
}

const sayStatus = ({ status, is_outdated: isOutdated }: ChangeRequest): string => (isOutdated ? 'out of date' : status);
