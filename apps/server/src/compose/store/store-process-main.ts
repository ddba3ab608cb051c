import { textOf } from '../../analytics/duckdb/store-errors.ts';
import {
  EXIT_RENEWED,
  EXIT_REOPEN,
  type FromStore,
  STORE_URL_VARIABLE,
  type StoreProcessSettings,
  type ToStore,
} from '../../analytics/process/store-messages.ts';
import type { ClickhouseStoreService } from './clickhouse-store-service.ts';
import type { StoreService } from './store-service.ts';

const STATUS_EVERY_MS = 1_000;

// Without its parent this process has no purpose, and the next one waits for the database's lock.
process.on('disconnect', () => process.exit(0));
// It may have gone while this file was being loaded, before anybody listened.
if (!process.connected) process.exit(0);
// The parent decides when to stop: a terminal's interrupt reaches the whole group.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
// Registered before the store is open: a message that nobody listens to is lost.
process.on('message', (message: ToStore) => void opening.then((service) => receive(service, message)));

const settings = JSON.parse(process.argv[2] ?? '{}') as StoreProcessSettings;
const opening: Promise<StoreService | ClickhouseStoreService> = settings.isShared
  ? import('./clickhouse-store-service.ts').then(
      (module) => new module.ClickhouseStoreService(settings, process.env[STORE_URL_VARIABLE] ?? '', send),
    )
  : import('./store-service.ts').then((module) => module.StoreService.open(settings, send));
let running: StoreService | ClickhouseStoreService | undefined;
let isStopping = false;

// The parent ends a process that it does not hear of.
setInterval(() => (running === undefined ? send({ type: 'alive' }) : running.tick()), STATUS_EVERY_MS);

start().catch((error: unknown) => {
  send({ type: 'log', line: { level: 'error', message: `cannot open the store: ${textOf(error)}` } });
  exitWith(1);
});

async function start(): Promise<void> {
  const service = await opening;
  await service.start(failed, () => exitWith(EXIT_RENEWED));
  running = service;
}

async function receive(service: StoreService | ClickhouseStoreService, message: ToStore): Promise<void> {
  if (message.type !== 'stop') return service.receive(message);
  if (isStopping) return;
  isStopping = true;
  await service.stop().then(() => exitWith(0), failed);
}

function failed(): void {
  exitWith(EXIT_REOPEN);
}

function send(message: FromStore): void {
  // The server may be gone already: that is heard of soon, and is no fault of this process.
  if (process.connected) process.send?.(message, () => undefined);
}

/** Lets messages that are under way leave first. */
function exitWith(code: number): void {
  const line = { level: 'info', message: `store process exits with code ${code}` } as const;
  if (process.connected) process.send?.({ type: 'log', line } satisfies FromStore, () => process.exit(code));
  else process.exit(code);
}
