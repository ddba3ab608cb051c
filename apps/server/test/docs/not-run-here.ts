/**
 * Commands of guides that cannot be run by a test of the guides, each with the reason, and with the test that runs or
 * checks the same where there is one. Everything else is run.
 */
export interface NotRunHere {
  readonly reason: string;
  readonly checkedBy?: string;
}

const pack = 'tools/pack/pack-product.test.ts';
const sdks = 'tools/pack/install-sdks.test.ts';
const files = 'tools/check-deploy/deploy-files.test.ts';
const clickhouseSql = 'apps/server/src/features/insights/clickhouse/user-sql/sql-guide.scale-out.test.ts';
const commands = 'apps/cli/test/admin.test.ts';
const clickhouse = 'apps/server/src/analytics/clickhouse/clickhouse-guide.scale-out.test.ts';

export const notRunHere: Readonly<Record<string, NotRunHere>> = {
  'back-up.md#on-a-schedule/sh-1': {
    reason: 'serves until it is stopped',
    checkedBy: 'apps/server/test/operations/scheduled-backups.test.ts',
  },
  'back-up.md#contents/sh-1': { reason: 'copies to another machine' },
  'back-up.md#restore/sh-1': { reason: 'writes to /var/lib', checkedBy: commands },
  'demo-data.md#demo-data/sh-1': { reason: 'serves until it is stopped', checkedBy: 'tools/run/demo.test.ts' },
  'demo-data.md#fill-a-running-server/sh-1': {
    reason: 'serves until it is stopped',
    checkedBy: 'apps/server/test/demo/demo-data.test.ts',
  },
  'deploy.md#npx/sh-1': { reason: 'installs the package and serves until it is stopped', checkedBy: pack },
  'deploy.md#npm-and-systemd/sh-1': { reason: 'needs systemd', checkedBy: files },
  'deploy.md#docker/sh-1': { reason: 'needs Docker', checkedBy: files },
  'deploy.md#docker/sh-2': { reason: 'needs Docker', checkedBy: files },
  'move-from-firebase.md#events/sh-1': { reason: 'asks BigQuery' },
  'move-from-firebase.md#remote-config/sh-1': { reason: 'asks Firebase' },
  'move-from-growthbook.md#flags/sh-1': { reason: 'asks GrowthBook' },
  'move-from-launchdarkly.md#flags/sh-1': { reason: 'asks LaunchDarkly' },
  'move-from-posthog.md#flags/sh-1': { reason: 'asks PostHog' },
  'move-from-sentry.md#old-crashes/sh-1': { reason: 'asks Sentry' },
  'move-from-unleash.md#flags/sh-1': { reason: 'asks Unleash' },
  'members.md#a-forgotten-password/sh-1': { reason: 'needs the server to be stopped', checkedBy: commands },
  'operate.md#members/sh-1': { reason: 'needs the server to be stopped', checkedBy: commands },
  'proxy.md#caddy/sh-1': { reason: 'needs Caddy', checkedBy: files },
  'proxy.md#nginx/sh-1': { reason: 'needs nginx', checkedBy: files },
  'proxy.md#sdks-over-plain-http/sh-1': { reason: 'installs an SDK', checkedBy: sdks },
  'sdk.md#install/sh-1': { reason: 'installs an SDK', checkedBy: sdks },
  'start.md#five-minute-start/sh-1': { reason: 'installs the package for the whole machine', checkedBy: pack },
  'start.md#five-minute-start/sh-3': { reason: 'asks the registry for Vite', checkedBy: sdks },
  'start.md#five-minute-start/sh-5': { reason: 'tails until it is stopped' },
  'start.md#five-minute-start/sh-6': { reason: 'serves until it is stopped' },
  'upgrade.md#upgrade/sh-3': { reason: 'installs an SDK', checkedBy: sdks },
};

/** Pages whose commands are run by a test of their own, in order. */
export const runElsewhere: Readonly<Record<string, string>> = { 'cli.md': 'apps/cli/test/guide.test.ts' };

/** Blocks that a test of their own reads from the guide, or uses the same. */
export const checkedElsewhere: Readonly<Record<string, string>> = {
  'clickhouse.md#requirements/sql-1': clickhouse,
  'clickhouse.md#back-up/sql-1': clickhouse,
  'clickhouse.md#back-up/sql-2': clickhouse,
  'clickhouse.md#read-the-tables-yourself/sql-1': clickhouse,
  'cli.md#flags-as-code/yaml-1': 'apps/cli/test/guide.test.ts',
  'cli.md#typed-code/ts-1': 'apps/cli/test/guide.test.ts',
  'postgresql.md#switch-to-it/sql-1': 'apps/server/test/scale-out/moving.test.ts',
  'proxy.md#sdks-over-plain-http/yaml-1': sdks,
  'proxy.md#sdks-through-your-own-site/nginx-1': 'apps/server/test/sdk/sdk-behind-proxy.test.ts',
  'proxy.md#sdks-through-your-own-site/caddyfile-1': 'apps/server/test/sdk/sdk-behind-proxy.test.ts',
  'proxy.md#sdks-through-your-own-site/js-1': 'apps/server/test/sdk/sdk-react-next.test.ts',
  'sql.md#over-clickhouse/sql-1': clickhouseSql,
  'sql.md#over-clickhouse/sql-2': clickhouseSql,
  'sql.md#examples/sql-1': 'apps/server/src/features/insights/duckdb/user-sql/sql-guide.test.ts',
};
