import type { Wire } from '@lamppost/protocol';
import { roles } from '@lamppost/protocol';
import type { Command } from 'commander';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { type Column, drawTable } from '../output/draw-table.ts';
import { formatAgo, formatTime } from '../output/format.ts';
import { printable } from '../output/printable.ts';
import { type Cli, examples, handle } from './cli.ts';
import { readChoice } from './read-options.ts';

type Member = Wire['MemberRow'];
const MEMBER = ['<email>', 'Email or id of the member'] as const;

export function define(command: Command): void {
  command.description('Members of the project. Needs a secret key.');
  defineList(command.command('list'));
  defineInvite(command.command('invite'));
  defineRole(command.command('role'));
  defineRemove(command.command('remove'));
}

function defineList(command: Command): void {
  command
    .description('List members')
    .addHelpText('after', examples('lamppost members list'))
    .action(
      handle(async (cli) => {
        const rows = await (await cli.client()).allRows('listMembers');
        cli.print(rows, () => {
          const columns: Column<Member>[] = [
            { title: 'EMAIL', value: ({ email }) => printable(email) },
            { title: 'ROLE', value: ({ role }) => role },
            { title: 'NAME', value: ({ name }) => printable(name ?? '–') },
            { title: 'LAST SIGN-IN', value: (row) => formatAgo(row.last_signed_in_at) },
          ];
          return rows.length === 0 ? 'No members.' : drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}

function defineInvite(command: Command): void {
  command
    .argument('<email>', 'Email of the new member')
    .description('Invite a member: prints a link that works once, which you send to them.')
    .option('--role <role>', 'viewer, editor, admin or owner', 'viewer')
    .addHelpText('after', examples('lamppost members invite ada@example.org --role editor'))
    .action(
      handle<{ role: string }, [string]>(async (cli, { role }, email) => {
        const client = await cli.client();
        const body = { email, role: readChoice(role, roles, '--role') };
        const invitation = await client.data('createInvitation', { body });
        const link = `${client.connection.url.value}${invitation.link}`;
        cli.terminal.note(
          `Invited ${invitation.email} as ${invitation.role} until ${formatTime(invitation.expires_at)}.`,
        );
        cli.print({ ...invitation, link }, () => link);
      }),
    );
}

async function findMember(cli: Cli, who: string): Promise<Member> {
  const rows = await (await cli.client()).allRows('listMembers');
  const found = rows.find(({ id, email }) => id === who || email.toLowerCase() === who.toLowerCase());
  if (found === undefined) {
    throw new CliError(`${who} is not a member of this project.`, {
      exitCode: exitCodes.notFound,
      hint: 'List members: lamppost members list',
    });
  }
  return found;
}

function defineRole(command: Command): void {
  command
    .argument(...MEMBER)
    .argument('<role>', 'viewer, editor, admin or owner')
    .description('Change the role of a member')
    .addHelpText('after', examples('lamppost members role ada@example.org admin'))
    .action(
      handle<object, [string, string]>(async (cli, _, who, role) => {
        const body = { role: readChoice(role, roles, 'role') };
        const { id } = await findMember(cli, who);
        const member = await (await cli.client()).data('changeMember', { params: { id }, body });
        cli.print(member, () => `${member.email} is ${member.role}.`);
      }),
    );
}

function defineRemove(command: Command): void {
  command
    .argument(...MEMBER)
    .description('Remove a member from the project')
    .option('-y, --yes', 'Do not ask for confirmation')
    .addHelpText('after', examples('lamppost members remove ada@example.org --yes'))
    .action(
      handle<{ yes?: boolean }, [string]>(async (cli, { yes }, who) => {
        const { id, email } = await findMember(cli, who);
        await cli.confirm(`Remove ${email} from the project?`, yes);
        await (await cli.client()).data('removeMember', { params: { id } });
        cli.print({ id, email, removed: true }, () => `Removed ${email}.`);
      }),
    );
}
