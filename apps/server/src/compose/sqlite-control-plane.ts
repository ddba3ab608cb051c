import { Worker } from 'node:worker_threads';
import { controlClient, withMethods } from '../control/control-client.ts';
import { ControlUnavailable } from '../control/control-errors.ts';
import { copyDatabase } from '../control/sqlite/copy-database.ts';
import { type ControlState, WorkerLink } from '../control/sqlite/worker-link.ts';
import type { WorkerSettings } from '../control/sqlite/worker-messages.ts';
import type { EdgeMark } from '../edge/edge-snapshot.ts';
import type { SnapshotSource } from '../edge/snapshot-source.ts';
import { compiledEntry } from '../engines/compiled-entry.ts';
import { checkingSchemas } from '../features/events/schemas/checking-schemas.ts';
import { checkingRules } from '../features/flags/checking-rules.ts';
import { unpackFlag } from '../features/flags/read-flags.ts';
import type { CheckRegex } from '../features/flags/read-rules.ts';
import type { ControlStores } from './control-operations.ts';
import type { ControlPlane } from './control-plane.ts';

export interface SqliteControlPlaneOptions {
  readonly path: string;
  /** The database was created once: never begin anew when its file is missing. */
  readonly mustExist: boolean;
  /** Opened by `start`, when its directory may be written; everything before that is refused. */
  readonly isDeferred?: boolean;
  /** How often to try again while the file cannot be opened, and to check that it is still in its place. */
  readonly retryMs?: number;
  readonly busyTimeoutMs?: number;
  readonly stuckAfterMs?: number;
  readonly onState?: (state: ControlState) => void;
  /** Says what is wrong with a pattern of a rule. Without it no rule can have one. */
  readonly checkRegex?: CheckRegex;
}

/** The control plane in one SQLite file, owned by a worker thread. */
export class SqliteControlPlane implements ControlPlane, SnapshotSource {
  readonly #link: WorkerLink;
  readonly #path: string;
  readonly #stores = controlClient<ControlStores>((name, args) => this.#link.call(name, args));
  readonly #firstState: Promise<ControlState>;

  /** Returns at once; operations wait for the file to be opened. */
  constructor(options: SqliteControlPlaneOptions) {
    const { path, retryMs = 3_000, busyTimeoutMs = 5_000, stuckAfterMs = 15_000 } = options;
    this.#path = path;
    const checkRegex = options.checkRegex ?? (() => 'needs a regex engine, and there is none');
    this.flags = checkingRules(this.#stores.flags, checkRegex);
    this.schemas = checkingSchemas(this.#stores.schemas, checkRegex);
    let resolveFirst: (state: ControlState) => void;
    this.#firstState = new Promise((resolve) => {
      resolveFirst = resolve;
    });
    this.#link = new WorkerLink({
      startWorker: (mustExist) => startWorker({ path, mustExist, retryMs, busyTimeoutMs }),
      mustExist: options.mustExist,
      isDeferred: options.isDeferred ?? false,
      stuckAfterMs,
      onState: (state) => {
        resolveFirst(state);
        options.onState?.(state);
      },
    });
  }

  /** Opens the file of a deferred control plane. */
  start(mustExist: boolean): void {
    this.#link.start(mustExist);
  }

  /** How the first attempt to open the file went; rejects with ControlUnavailable. Later news come by `onState`. */
  async ready(): Promise<{ readonly isNew: boolean }> {
    const state = await this.#firstState;
    if (!state.isAvailable) throw new ControlUnavailable(`The control database cannot be opened: ${state.reason}.`);
    return { isNew: state.isNew };
  }

  readonly projects: ControlPlane['projects'] = this.#stores.projects;
  readonly environments: ControlPlane['environments'] = this.#stores.environments;
  readonly plans: ControlPlane['plans'] = this.#stores.plans;
  readonly keys: ControlPlane['keys'] = this.#stores.keys;
  readonly users: ControlPlane['users'] = this.#stores.users;
  readonly privacy: ControlPlane['privacy'] = this.#stores.privacy;
  readonly experiments: ControlPlane['experiments'] = this.#stores.experiments;
  readonly guardrails: ControlPlane['guardrails'] = this.#stores.guardrails;
  readonly layers: ControlPlane['layers'] = this.#stores.layers;
  readonly holdouts: ControlPlane['holdouts'] = this.#stores.holdouts;
  readonly groups: ControlPlane['groups'] = this.#stores.groups;
  readonly dashboards: ControlPlane['dashboards'] = this.#stores.dashboards;
  readonly symbols: ControlPlane['symbols'] = this.#stores.symbols;
  readonly crashGroups: ControlPlane['crashGroups'] = this.#stores.crashGroups;
  readonly releases: ControlPlane['releases'] = this.#stores.releases;
  readonly changes: ControlPlane['changes'] = this.#stores.changes;
  readonly jobs: ControlPlane['jobs'] = this.#stores.jobs;
  readonly feedback: ControlPlane['feedback'] = this.#stores.feedback;
  readonly members: ControlPlane['members'] = this.#stores.members;
  readonly sessions: ControlPlane['sessions'] = this.#stores.sessions;
  readonly invitations: ControlPlane['invitations'] = this.#stores.invitations;
  readonly operators: ControlPlane['operators'] = this.#stores.operators;
  readonly installation: ControlPlane['installation'] = this.#stores.installation;
  readonly flags: ControlPlane['flags'];
  readonly schemas: ControlPlane['schemas'];
  readonly devices: ControlPlane['devices'] = withMethods<ControlPlane['devices']>(this.#stores.devices, {
    find: async (environmentId, deviceId) =>
      this.#link.mayHoldDevice(environmentId, deviceId)
        ? await this.#stores.devices.find(environmentId, deviceId)
        : undefined,
  });

  /** A copy of what is committed now; nothing waits for it. */
  copyTo(path: string): Promise<void> {
    return copyDatabase(this.#path, path);
  }

  async read(): ReturnType<SnapshotSource['read']> {
    const { flags, ...snapshot } = await this.#stores.snapshot.read();
    return { ...snapshot, flags: flags.map(unpackFlag) };
  }

  async readSince(mark: EdgeMark): ReturnType<SnapshotSource['readSince']> {
    const found = await this.#stores.snapshot.readSince(mark);
    if (typeof found === 'string') return found;
    const { flags, ...rows } = found.rows;
    return { mark: found.mark, rows: flags === undefined ? rows : { ...rows, flags: flags.map(unpackFlag) } };
  }

  close(): Promise<void> {
    return this.#link.close();
  }
}

function startWorker(settings: WorkerSettings): Worker {
  const entry = compiledEntry('./control-worker.js', import.meta.url);
  return new Worker(entry, { workerData: settings, name: 'control', execArgv: [] });
}
