#!/usr/bin/env node
import { channel } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Composition, compose } from './compose/compose-server.ts';
import { MoveRefused } from './compose/migrate/move-refused.ts';
import { resetPassword } from './compose/reset-password.ts';
import { restoreFromStorage } from './compose/restore-from-storage.ts';
import { drain } from './compose/store/drain.ts';
import { restoreBackup } from './features/operations/backup/restore-backup.ts';
import { chooseDataDir } from './settings/choose-data-dir.ts';
import { dashboardUrl } from './settings/dashboard-url.ts';
import { describeUse } from './settings/describe-use.ts';
import { readSettings, type Settings } from './settings/read-settings.ts';
import { keepTickShape } from './telemetry/keep-tick-shape.ts';
import { createLogger } from './telemetry/logger.ts';
import { plural } from './telemetry/plural.ts';
import { ProgressLines } from './telemetry/progress-lines.ts';

async function serve(settings: Settings, version: string): Promise<void> {
  keepTickShape();
  const logger = createLogger(settings.logLevel);
  const composition = await compose(settings, logger, version, {
    firstStart: (text) => process.stdout.write(`${text}\n\n`),
    failure: endWith,
  });
  stopOnSignal(composition, logger);
  const baseUrl = await composition.listen();
  process.stdout.write(`Lamppost ${version} listens on ${baseUrl}\nDashboard: ${dashboardUrl(baseUrl)}\n`);
  // For anyone who runs the server inside a process of theirs, as `npm start` does.
  channel('lamppost:listening').publish({ baseUrl });
}

/** Where a browser on this machine finds it: no browser goes to "all addresses". */
function stopOnSignal(composition: Composition, logger: ReturnType<typeof createLogger>): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'Stopping: finishing open requests');
    await composition.stop();
    logger.info({}, 'Stopped');
    logger.flush();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        logger.error({ err: error }, 'Could not stop cleanly');
        process.exit(1);
      });
    });
  }
}

async function restore(from: string | undefined, dataDir: string | undefined): Promise<void> {
  if (from === undefined || dataDir === undefined) {
    throw new UsageError(
      'Both options are required: lamppost restore --from <backup> --data-dir <new or empty directory>',
    );
  }
  const stored = /^s3:(.+)$/.exec(from)?.[1];
  const restored =
    stored === undefined
      ? await restoreBackup(from, dataDir)
      : await restoreFromStorage(stored, dataDir, settingsOf({ 'data-dir': dataDir }));
  const megabytes = Math.ceil(restored.bytes / 1_000_000);
  process.stdout.write(`All ${restored.files} files (${megabytes} MB) of ${from} are intact.\n`);
  process.stdout.write(`Restored to ${restored.dataDir}. Start with: lamppost serve --data-dir ${dataDir}\n`);
  process.stdout.write('The first start rebuilds the analytics store; until then queries get 503.\n');
}

async function reset(email: string | undefined, settings: Settings, version: string): Promise<void> {
  if (email === undefined) {
    throw new UsageError('An email is required: lamppost reset-password --email <email> --data-dir <dir>');
  }
  const password = await resetPassword(settings, email, version);
  process.stdout.write(`New password for ${email}: ${password}\n`);
  process.stdout.write('All sessions of this member have ended. Change the password after signing in.\n');
}

async function drainLog(settings: Settings, version: string): Promise<void> {
  const { segments, bytes } = await drain(settings, version);
  const megabytes = Math.ceil(bytes / 1_000_000);
  process.stdout.write(
    `Sent ${segments} segments (${megabytes} MB) of ${settings.dataDir}. The other servers load them now.\n`,
  );
}

async function migrate(to: string | undefined, settings: Settings, version: string): Promise<void> {
  if (to !== 'clickhouse' && to !== 'embedded') {
    throw new UsageError('A target is required: lamppost migrate --to clickhouse, or --to embedded');
  }
  const { moveToClickhouse, moveToEmbedded } = await import('./compose/migrate/migrate.ts');
  const progress = new ProgressLines(process.stdout);
  const move = to === 'clickhouse' ? moveToClickhouse : moveToEmbedded;
  const { rows, reports, differences, refusedSql } = await move(settings, version, progress);
  progress.end();
  if (differences.length > 0) {
    for (const difference of differences) process.stderr.write(`  ${difference}\n`);
    throw new MoveRefused(
      `${differences.length} of ${plural(reports, 'report')} ${differences.length === 1 ? 'differs' : 'differ'} after copying ${plural(rows, 'row')}. Nothing was changed: the server starts as before.`,
    );
  }
  process.stdout.write(`Moved ${plural(rows, 'row')}. All ${reports} reports are equal before and after.\n`);
  if (refusedSql.length > 0) {
    process.stdout.write(
      `${plural(refusedSql.length, 'SQL statement')} on dashboards ${refusedSql.length === 1 ? 'does' : 'do'} not run there and must be rewritten:\n`,
    );
    for (const refused of refusedSql) process.stdout.write(`  ${refused}\n`);
  }
  const next =
    to === 'clickhouse'
      ? 'Start with LP_CLICKHOUSE_URL set. The old store is kept as store.duckdb.moved until you delete it.'
      : 'Start without LP_CLICKHOUSE_URL and LP_DATABASE_URL.';
  process.stdout.write(`${next}\n`);
}

class UsageError extends Error {
  override readonly name = 'UsageError';
}

async function run(): Promise<void> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      'data-dir': { type: 'string' },
      from: { type: 'string' },
      email: { type: 'string' },
      to: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  });
  const { help, version: isVersionAsked, from, email, to, ...options } = values;
  const [command = 'serve', ...more] = positionals;
  if (isVersionAsked === true) process.stdout.write(`${version}\n`);
  else if (help === true) process.stdout.write(describeUse());
  else if (command === 'restore' && more.length === 0) await restore(from, options['data-dir']);
  else if (command === 'reset-password' && more.length === 0) await reset(email, settingsOf(options), version);
  else if (command === 'drain' && more.length === 0) await drainLog(settingsOf(options), version);
  else if (command === 'migrate' && more.length === 0) await migrate(to, settingsOf(options), version);
  else if (command !== 'serve' || more.length > 0)
    throw new UsageError(`There is no command "${positionals.join(' ')}". Try: lamppost --help`);
  else await serve(settingsOf(options), version);
}

const settingsOf = (options: Readonly<Record<string, string>>): Settings =>
  readSettings({ ...process.env, LP_DATA_DIR: process.env.LP_DATA_DIR || chooseDataDir('.') }, options);

run().catch(endWith);

function endWith(error: unknown): void {
  // What people can put right has a name or a code of its own; only what nobody expected needs its stack.
  const isExpected = error instanceof Error && (error.name !== 'Error' || 'code' in error);
  const text = error instanceof Error && !isExpected ? error.stack : String((error as Error).message ?? error);
  process.stderr.write(`lamppost: ${portProblem(error) ?? text}\n`);
  process.exit(1);
}

function portProblem(error: unknown): string | undefined {
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use. Stop the process that uses it, or choose another port: --port`;
  if (code === 'EACCES' && port !== undefined)
    return `This user may not listen on port ${port}. Choose a port above 1023: --port`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}. Choose another address: --host`;
  return undefined;
}
