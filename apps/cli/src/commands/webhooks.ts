import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { type Column, drawTable } from '../output/draw-table.ts';
import { formatAgo } from '../output/format.ts';
import { printable } from '../output/printable.ts';
import { examples, handle } from './cli.ts';
import { omitUndefined, readChoice } from './read-options.ts';

type Webhook = Wire['WebhooksAnswer']['data'][number];
type Delivery = Wire['WebhookDeliveriesAnswer']['data'][number];

const KINDS = ['webhook', 'slack', 'discord', 'teams', 'email'] as const;
const STATES = ['pending', 'delivered', 'failed'] as const;

export function define(command: Command): void {
  command.description('Webhooks, chats and emails that are told of events. Needs a secret key.');
  defineList(command.command('list'));
  defineCreate(command.command('create'));
  defineTest(command.command('test'));
  defineDeliveries(command.command('deliveries'));
  defineResend(command.command('resend'));
}

function defineList(command: Command): void {
  command
    .description('List webhooks with their state')
    .addHelpText('after', examples('lamppost webhooks list'))
    .action(
      handle(async (cli) => {
        const rows = await (await cli.client()).allRows('listWebhooks');
        cli.print(rows, () => {
          if (rows.length === 0) return 'No webhooks. Create one: lamppost webhooks create https://example.com/hook';
          const columns: Column<Webhook>[] = [
            { title: 'ID', value: ({ id }) => id, isWhole: true },
            { title: 'KIND', value: ({ kind }) => kind },
            { title: 'STATUS', value: ({ status }) => status },
            { title: 'PENDING', value: ({ pending }) => String(pending), align: 'right' },
            { title: 'DELIVERED', value: ({ last_delivered_at: at }) => (at === null ? 'never' : formatAgo(at)) },
            { title: 'NAME', value: ({ name }) => printable(name) },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}

function defineCreate(command: Command): void {
  command
    .argument('<target...>', 'URL; for emails the addresses')
    .description('Create a webhook. Its secret is shown only once.')
    .option('--kind <kind>', KINDS.join(', '), 'webhook')
    .option('--name <name>', 'Name; default: the target')
    .option('--events <types>', 'Types of events, separated by commas; default: all')
    .addHelpText(
      'after',
      examples(
        'lamppost webhooks create https://example.com/hook --events flag.changed,guardrail.breached',
        'lamppost webhooks create ada@example.com --kind email -e production',
      ),
    )
    .action(
      handle<{ kind: string; name?: string; events?: string }, [string[]]>(async (cli, options, targets) => {
        const kind = readChoice(options.kind, KINDS, '--kind');
        const types = options.events?.split(',').map((type) => type.trim());
        const body = {
          name: options.name ?? (targets[0] ?? '').slice(0, 120),
          kind,
          ...(kind === 'email' ? { recipients: targets } : { url: targets[0] ?? '' }),
          ...omitUndefined({
            event_types: types as Webhook['event_types'] | undefined,
            environment_id: await cli.environment(),
          }),
        };
        const row = await (await cli.client()).data('createWebhook', { body });
        const isSecret = row.secret !== null;
        cli.terminal.note(`Created ${row.id}.${isSecret ? ' Save the secret: it is not shown again.' : ''}`);
        cli.print(row, () => row.secret ?? row.id);
      }),
    );
}

function defineTest(command: Command): void {
  command
    .argument('<id>', 'Id of the webhook')
    .description('Send a test message and show the response')
    .addHelpText('after', examples('lamppost webhooks test 0190a5e2-7c1b-7d3e-8f4a-5b6c7d8e9f01'))
    .action(
      handle<object, [string]>(async (cli, _options, id) => {
        const delivery = await (await cli.client()).data('testWebhook', { params: { id } });
        cli.print(delivery, () => describe(delivery));
      }),
    );
}

function defineDeliveries(command: Command): void {
  command
    .argument('<id>', 'Id of the webhook')
    .description('List the last deliveries of a webhook')
    .option('--state <state>', STATES.join(', '))
    .addHelpText('after', examples('lamppost webhooks deliveries 0190a5e2-7c1b-7d3e-8f4a-5b6c7d8e9f01 --state failed'))
    .action(
      handle<{ state?: string }, [string]>(async (cli, options, id) => {
        const state = options.state === undefined ? undefined : readChoice(options.state, STATES, '--state');
        const query = { limit: 50, ...omitUndefined({ state }) };
        const rows = await (await cli.client()).data('listWebhookDeliveries', { params: { id }, query });
        cli.print(rows, () => {
          if (rows.length === 0) return 'No deliveries.';
          const columns: Column<Delivery>[] = [
            { title: 'ID', value: (row) => row.id, isWhole: true },
            { title: 'EVENT', value: (row) => row.event_type },
            { title: 'STATE', value: (row) => row.state },
            { title: 'ATTEMPTS', value: ({ attempts }) => String(attempts), align: 'right' },
            { title: 'RESPONSE', value: (row) => printable(responseOf(row)) },
            { title: 'CREATED', value: (row) => formatAgo(row.created_at) },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}

function defineResend(command: Command): void {
  command
    .argument('<id>', 'Id of the webhook')
    .argument('<delivery>', 'Id of the delivery')
    .description('Send a message again, with the same id')
    .addHelpText('after', examples('lamppost webhooks resend <id> <delivery>'))
    .action(
      handle<object, [string, string]>(async (cli, _options, id, deliveryId) => {
        const row = await (await cli.client()).data('resendWebhookDelivery', { params: { id, deliveryId } });
        cli.print(row, () => `Queued again as ${row.id}.`);
      }),
    );
}

const describe = (row: Delivery): string =>
  `${row.state === 'delivered' ? 'Delivered' : 'Failed'}: ${printable(responseOf(row))}, ${row.duration_ms ?? 0} ms`;

const responseOf = ({ error, response_status: status }: Delivery): string =>
  error ?? (status === null ? '–' : `status ${status}`);
