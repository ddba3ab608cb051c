import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { usageError } from '../../exit/usage-error.ts';
import { printableValue } from '../../output/printable.ts';
import { examples, handle } from '../cli.ts';
import { omitUndefined, readChoice, readFlagValue } from '../read-options.ts';
import { COMMENT_OPTION } from './comment-option.ts';

interface FlagOptions {
  readonly name?: string;
  readonly description?: string;
  readonly type?: string;
  readonly default?: string;
  readonly platforms?: string;
  readonly tags?: string;
  readonly kind?: Wire['NewFlagBody']['kind'];
  readonly status?: Wire['FlagPatch']['status'];
  readonly owner?: string;
  readonly expires?: string;
  readonly comment?: string;
}

const TYPES = ['boolean', 'string', 'number', 'json'] as const;
const split = <T extends string>(text: string | undefined): T[] | undefined =>
  text?.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim() as T]));

const definition = (command: Command): Command =>
  command
    .option('--name <name>', 'Display name')
    .option('--description <text>', 'Description')
    .option('--default <value>', 'Value for users not matched by a rule or the rollout')
    .option('--platforms <list>', 'web, ios, ipados, macos, android, server; separated by commas')
    .option('--tags <list>', 'Tags, separated by commas')
    .option('--kind <kind>', 'release, experiment, operational or permission')
    .option('--owner <member>', 'Email or id of a member of the project; none for nobody')
    .option('--expires <day>', 'Day after which the flag is to be removed, such as 2027-03-31; none for never');

const ownerPart = (owner: string | undefined): { owner?: string | null } =>
  owner === undefined ? {} : { owner: owner === 'none' ? null : owner };

const expiryPart = (day: string | undefined): { expires_on?: string | null } =>
  day === undefined ? {} : { expires_on: day === 'none' ? null : day };

export function defineCreate(command: Command): void {
  definition(command.argument('<key>', 'Lowercase letters, digits and underscores; cannot be changed later'))
    .description('Create a flag')
    .option('--type <type>', 'boolean, string, number or json; cannot be changed later', 'boolean')
    .addHelpText(
      'after',
      examples(
        'lamppost flags create new_checkout --name "New checkout" --platforms web,ios',
        'lamppost flags create page_size --type number --default 20',
      ),
    )
    .action(
      handle<FlagOptions, [string]>(async (cli, options, key) => {
        const type = readChoice(options.type ?? 'boolean', TYPES, '--type');
        const body = {
          key,
          name: options.name ?? key,
          value_type: type,
          platforms: split<Wire['NewFlagBody']['platforms'][number]>(options.platforms) ?? ['web'],
          ...omitUndefined({ description: options.description, tags: split(options.tags), kind: options.kind }),
          ...ownerPart(options.owner),
          ...expiryPart(options.expires),
          ...(options.default === undefined
            ? {}
            : { default_value: readFlagValue(options.default, type, '--default') }),
        };
        const flag = await (await cli.client()).data('createFlag', { body });
        cli.print(flag, () =>
          [
            `Created ${flag.key} (${flag.value_type}, ${printableValue(flag.default_value)} for all users).`,
            `Roll it out: lamppost flags rollout ${flag.key} 10`,
          ].join('\n'),
        );
      }),
    );
}

export function defineSet(command: Command): void {
  definition(command.argument('<key>', 'Key or id of the flag'))
    .description('Change the definition of a flag, in all environments')
    .option('--status <status>', 'active, deprecated or archived')
    .option(...COMMENT_OPTION)
    .addHelpText(
      'after',
      examples(
        'lamppost flags set new_checkout --tags checkout,web --owner ada@example.com',
        'lamppost flags set old_menu --status archived --comment "gone since 2.0"',
      ),
    )
    .action(
      handle<FlagOptions, [string]>(async (cli, options, key) => {
        const client = await cli.client();
        const current = await client.data('showFlag', { params: { id: key } });
        const { name, description, kind, status } = options;
        const body: Wire['FlagPatch'] = {
          ...omitUndefined({ name, description, kind, status, tags: split(options.tags) }),
          ...ownerPart(options.owner),
          ...expiryPart(options.expires),
          ...omitUndefined({ platforms: split<Wire['NewFlagBody']['platforms'][number]>(options.platforms) }),
          ...(options.default === undefined
            ? {}
            : { default_value: readFlagValue(options.default, current.value_type, '--default') }),
        };
        if (Object.keys(body).length === 0)
          throw usageError('Nothing to change.', 'Add an option such as --name or --default.');
        const { comment } = options;
        const flag = await client.data('changeFlag', {
          params: { id: current.id },
          body: { ...body, ...omitUndefined({ comment }) },
        });
        cli.print(flag, () => `Changed ${Object.keys(body).join(', ')} of ${flag.key}.`);
      }),
    );
}
