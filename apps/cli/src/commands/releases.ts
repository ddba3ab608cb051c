import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { type Column, drawTable } from '../output/draw-table.ts';
import { formatAgo, formatNumber, formatPercent } from '../output/format.ts';
import { printable } from '../output/printable.ts';
import { examples, handle } from './cli.ts';
import { omitUndefined, readChoice, readNumber } from './read-options.ts';

interface ReleaseOptions {
  readonly platform: string;
  readonly channel?: Wire['AnnounceReleaseBody']['channel'];
  readonly status?: Wire['AnnounceReleaseBody']['status'];
  readonly rollout?: string;
  readonly commit?: string;
  readonly branch?: string;
  readonly pr?: string;
  readonly git: boolean;
}

type Release = Wire['ReleaseRow'];
const PLATFORMS = ['ios', 'android', 'web', 'backend'] as const;

export function define(command: Command): void {
  command.description('Register releases and list their health.');
  defineCreate(command.command('create'));
  defineList(command.command('list'));
}

function defineCreate(command: Command): void {
  command
    .argument('<version>', 'Version as sent by the app, such as 1.4.0')
    .description('Register a release, or update an existing one')
    .option('--platform <platform>', 'ios, android, web or backend', 'web')
    .option('--channel <channel>', 'internal, beta, canary or production')
    .option('--status <status>', 'created, deploying, rolling_out, active, paused, rolled_back or superseded')
    .option('--rollout <percentage>', '0 to 100')
    .option('--commit <sha>', 'Commit; default: that of this Git repository')
    .option('--branch <name>', 'Branch; default: that of this Git repository')
    .option('--pr <number>', 'Number of the pull request')
    .option('--no-git', 'Do not read Git')
    .addHelpText('after', examples('lamppost releases create 1.4.0 --platform web --status active'))
    .action(
      handle<ReleaseOptions, [string]>(async (cli, options, version) => {
        const git = options.git ? await readGit() : {};
        const body: Wire['AnnounceReleaseBody'] = {
          version,
          platform: readChoice(options.platform, PLATFORMS, '--platform'),
          ...omitUndefined({
            environment_id: await cli.environment(),
            channel: options.channel,
            status: options.status,
            rollout_pct: options.rollout === undefined ? undefined : readNumber(options.rollout, '--rollout', 0, 100),
            commit_sha: options.commit ?? git.commit,
            branch: options.branch ?? git.branch,
            pr_number: options.pr === undefined ? undefined : readNumber(options.pr, '--pr', 1),
          }),
        };
        const release = await (await cli.client()).data('announceRelease', { body });
        const commit = release.commit_sha === null ? '' : `, commit ${printable(release.commit_sha.slice(0, 12))}`;
        cli.print(release, () => `${release.version} (${release.platform}) is ${release.status}${commit}.`);
      }),
    );
}

function defineList(command: Command): void {
  command
    .description('List releases with their health')
    .option('--platform <platform>', 'ios, android, web or backend')
    .addHelpText('after', examples('lamppost releases list --platform web'))
    .action(
      handle<{ platform?: Release['platform'] }>(async (cli, { platform }) => {
        const query = omitUndefined({ platform, environment_id: await cli.environment() });
        const rows = await (await cli.client()).allRows('listReleases', { query });
        cli.print(rows, () => {
          if (rows.length === 0) return 'No releases. Register one: lamppost releases create 1.0.0';
          const columns: Column<Release>[] = [
            { title: 'VERSION', value: (row) => printable(row.version) },
            { title: 'PLATFORM', value: (row) => row.platform },
            { title: 'STATUS', value: (row) => row.status },
            { title: 'HEALTH', value: (row) => row.health_status ?? '–' },
            { title: 'CRASH-FREE', value: (row) => formatPercent(row.crash_free_rate), align: 'right' },
            {
              title: 'SESSIONS',
              value: (row) => (row.total_sessions === null ? '–' : formatNumber(row.total_sessions)),
              align: 'right',
            },
            { title: 'DEPLOYED', value: (row) => (row.deployed_at === null ? '–' : formatAgo(row.deployed_at)) },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}

/** Nothing where there is no Git, or no repository. */
async function readGit(): Promise<{ commit?: string; branch?: string }> {
  const run = promisify(execFile);
  try {
    const [commit, branch] = await Promise.all([
      run('git', ['rev-parse', 'HEAD']),
      run('git', ['rev-parse', '--abbrev-ref', 'HEAD']),
    ]);
    const name = branch.stdout.trim();
    return { commit: commit.stdout.trim(), ...(name === 'HEAD' || name === '' ? {} : { branch: name }) };
  } catch {
    return {};
  }
}
