import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseRefused } from '../control/control-errors.ts';
import { alwaysHeld, type Lease } from '../control/leases/lease.ts';
import { LeaseKeeper, type LeasePreference } from '../control/leases/lease-keeper.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { ControlEngine } from './control/control-engine.ts';
import type { ControlStores } from './control/control-operations.ts';
import { fencedStores } from './control/fenced-stores.ts';

const LAPSES_AFTER_MS = 6_000;
const STORE = 'analytics store';

/** Work that one edge at a time does. */
export type JobName =
  | 'loading'
  /** Of loaders behind the first. */
  | `loading ${number}`
  | 'rollouts'
  | 'schedules'
  | 'experiments'
  | 'erasure and retention'
  | 'crash groups'
  | 'user attributes'
  | 'releases'
  | 'cohorts'
  | 'webhooks'
  | 'alerts'
  | 'digests'
  | 'backups'
  | 'event export';

export type Jobs = ReturnType<typeof composeJobs>;

export interface Job {
  readonly lease: Lease;
  /** For what the job writes. */
  readonly stores: ControlStores;
}

/** Which jobs this edge does: all of them in an installation of one process, those it holds a lease of otherwise. */
export function composeJobs(control: ControlEngine, settings: Settings, edgeId: string, logger: Logger) {
  const isShared = settings.databaseUrl !== undefined;
  const keeper = new LeaseKeeper({
    leases: control.leases,
    holder: edgeId,
    lapsesAfterMs: LAPSES_AFTER_MS,
    onChange: (job, isHeld) =>
      logger.info({ job, isHeld }, isHeld ? 'This server runs a job' : 'This server no longer runs a job'),
    onFailure: (error) => logger.warn({ err: error }, 'Could not renew job leadership; retrying'),
  });
  const leaseOf = (name: string, preference?: () => LeasePreference): Lease =>
    isShared ? keeper.of(name, preference) : alwaysHeld;
  const known = new Map<
    JobName,
    { readonly lease: Lease; readonly preference?: (() => LeasePreference) | undefined }
  >();
  const storeLease = leaseOf(STORE);

  return {
    /** `preference` says whether this server should hold it; without one, the first server that asks does. */
    of(name: JobName, preference?: () => LeasePreference): Job {
      const lease = leaseOf(name, preference);
      known.set(name, { lease, preference });
      return { lease, stores: fencedStores(control, name, lease) };
    },
    /** The jobs of this edge, for people. */
    names: (): JobName[] => [...known].filter(([, { lease }]) => lease.isHeld).map(([name]) => name),
    /** All jobs that there are now, and whether they are this edge's. */
    states: (): [JobName, boolean][] =>
      [...known]
        .filter(([, { lease, preference }]) => lease.isHeld || preference?.() !== 'leave')
        .map(([name, { lease }]) => [name, lease.isHeld]),
    start(): void {
      if (isShared) keeper.start();
    },
    /**
     * Each edge has a store of its own until there is a shared one, and what one has received the others cannot answer:
     * so there is one edge. Throws DatabaseRefused when another one is alive.
     */
    async claimStore(): Promise<void> {
      if (!isShared || settings.separateStores || settings.clickhouseUrl !== undefined) return;
      const refusedAtMs = performance.now() + 1.5 * LAPSES_AFTER_MS;
      while (!storeLease.isHeld) {
        if (performance.now() > refusedAtMs) throw new DatabaseRefused(await nameOther(control));
        await sleep(100);
      }
    },
    stop: (): Promise<void> => (isShared ? keeper.stop() : Promise.resolve()),
  };
}

async function nameOther(control: ControlEngine): Promise<string> {
  const holder = (await control.leases.find(STORE))?.holder;
  const name = (await control.edges.list()).find(({ id }) => id === holder)?.name ?? 'another host';
  return `Another server (${name}) uses the database of LP_DATABASE_URL with its own analytics store. Several servers need a shared store: set LP_CLICKHOUSE_URL, or stop the other server first.`;
}
