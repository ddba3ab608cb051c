import type { Command } from 'commander';
import { writeFileWhole } from '../files/write-file-whole.ts';
import { sayCounts, waitForJob } from './backup.ts';
import { examples, handle } from './cli.ts';

const USER = ['<user-id>', 'Id of the user'] as const;

export function define(command: Command): void {
  command.description('Data of a user. Needs a secret key.');
  defineErase(command.command('erase'));
  defineExport(command.command('export'));
}

function defineErase(command: Command): void {
  command
    .argument(...USER)
    .description(
      'Erase all data of a user. It is hidden immediately and removed from all files within a day. Cannot be undone.',
    )
    .option('-y, --yes', 'Do not ask for confirmation')
    .option('--wait', 'Wait until the data is removed from all files')
    .addHelpText('after', examples('lamppost users erase u-42 --yes'))
    .action(
      handle<{ yes?: boolean; wait?: boolean }, [string]>(async (cli, { yes, wait }, userId) => {
        await cli.confirm(`Erase all data of ${userId}? This cannot be undone.`, yes);
        const client = await cli.client();
        const query = { environment_id: await cli.environment() };
        const begun = await client.data('eraseUser', { params: { userId }, query });
        const job = wait === true ? await waitForJob(client, begun.id) : begun;
        cli.print(job, () =>
          job.status === 'done'
            ? `Erased ${userId}: ${sayCounts(job)}.`
            : `Erasing ${userId}: job ${job.id} is ${job.status}.`,
        );
      }),
    );
}

function defineExport(command: Command): void {
  command
    .argument(...USER)
    .description('Export all data of a user as one JSON document')
    .option('-o, --output <path>', 'File to write; default: stdout')
    .addHelpText('after', examples('lamppost users export u-42 --output u-42.json'))
    .action(
      handle<{ output?: string }, [string]>(async (cli, { output }, userId) => {
        const query = { environment_id: await cli.environment() };
        const document = await (await cli.client()).answer('exportUser', { params: { userId }, query });
        if (output === undefined) return cli.terminal.json(document);
        await writeFileWhole(output, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 });
        cli.print({ file: output }, () => `Wrote ${output}.`);
      }),
    );
}
