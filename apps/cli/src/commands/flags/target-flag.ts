import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { usageError } from '../../exit/usage-error.ts';
import { printable, printableValue } from '../../output/printable.ts';
import { type Cli, examples, handle } from '../cli.ts';
import { omitUndefined, readFlagValue, readNumber } from '../read-options.ts';
import { COMMENT_OPTION } from './comment-option.ts';
import { readTargeting } from './get-flag.ts';

const FLAG = ['<key>', 'Key or id of the flag'] as const;

async function found(cli: Cli, key: string): Promise<Wire['FlagRow']> {
  return (await cli.client()).data('showFlag', { params: { id: key } });
}

export function defineRollout(command: Command): void {
  command
    .argument(...FLAG)
    .argument('<percentage>', '0 to 100')
    .description('Serve a value to a percentage of users not matched by a rule')
    .option('--value <value>', 'Value to serve; default: unchanged, or true for a boolean flag')
    .option(...COMMENT_OPTION)
    .addHelpText(
      'after',
      examples(
        'lamppost flags rollout new_checkout 25',
        'lamppost flags rollout banner 100 --value "Sale!" -e production',
      ),
    )
    .action(
      handle<{ value?: string; comment?: string }, [string, string]>(async (cli, options, key, share) => {
        const percentage = readNumber(share, 'percentage', 0, 100);
        const flag = await found(cli, key);
        const { rollout } = await readTargeting(cli, flag.id);
        const value =
          options.value === undefined
            ? (rollout?.value ?? (flag.value_type === 'boolean' ? true : undefined))
            : readFlagValue(options.value, flag.value_type, '--value');
        if (value === undefined) throw usageError(`A ${flag.value_type} to serve is required.`, 'Add --value <value>.');
        const query = { environment_id: await cli.environment() };
        const client = await cli.client();
        const targeting = await client.data('setRollout', {
          params: { id: flag.id },
          query,
          body: { percentage, value, ...omitUndefined({ comment: options.comment }) },
        });
        const before = rollout === null ? 'none' : `${rollout.percentage} %`;
        cli.print(targeting, () => `${flag.key} is ${printableValue(value)} for ${percentage} % (before: ${before}).`);
      }),
    );
}

export function defineKill(command: Command): void {
  command
    .argument(...FLAG)
    .description('Serve one value to all users immediately, regardless of rules')
    .requiredOption('--reason <text>', 'Reason, kept in the history')
    .option('--value <value>', "Value to serve; default: the flag's default")
    .addHelpText('after', examples('lamppost flags kill new_checkout --reason "payments fail"'))
    .action(
      handle<{ reason: string; value?: string }, [string]>(async (cli, { reason, value }, key) => {
        const flag = await found(cli, key);
        const body = {
          reason,
          ...(value === undefined ? {} : { value: readFlagValue(value, flag.value_type, '--value') }),
        };
        const query = { environment_id: await cli.environment() };
        const targeting = await (await cli.client()).data('killFlag', { params: { id: flag.id }, query, body });
        cli.print(targeting, () =>
          [
            `Killed ${flag.key}: all users get ${printableValue(targeting.kill?.value)}.`,
            `Undo it: lamppost flags restore ${flag.key}`,
          ].join('\n'),
        );
      }),
    );
}

export function defineRestore(command: Command): void {
  command
    .argument(...FLAG)
    .description('Restore the rules and rollout of a killed flag')
    .option(...COMMENT_OPTION)
    .addHelpText('after', examples('lamppost flags restore new_checkout'))
    .action(
      handle<{ comment?: string }, [string]>(async (cli, { comment }, key) => {
        const flag = await found(cli, key);
        const before = await readTargeting(cli, flag.id);
        const query = { environment_id: await cli.environment() };
        const body = omitUndefined({ comment });
        const targeting = await (await cli.client()).data('restoreFlag', { params: { id: flag.id }, query, body });
        cli.print(targeting, () =>
          before.kill === null
            ? `${flag.key} was not killed.`
            : `Restored ${flag.key}. It was killed because: ${printable(before.kill.reason)}`,
        );
      }),
    );
}
