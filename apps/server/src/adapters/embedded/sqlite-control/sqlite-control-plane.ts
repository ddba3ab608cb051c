import { Worker } from 'node:worker_threads';
import { ControlUnavailable } from '../../../control/control-errors.ts';
import type { ControlPlane } from '../../../control/control-plane.ts';
import type { EdgeSnapshot } from '../../../snapshot/edge-snapshot.ts';
import type { SnapshotSource } from '../../../snapshot/snapshot-source.ts';
import { compiledEntry } from '../compiled-entry.ts';
import type { OperationArgs, OperationName, OperationResult } from './operations/operations.ts';
import { type ControlState, WorkerLink } from './worker-link.ts';
import type { WorkerSettings } from './worker-messages.ts';

export interface SqliteControlPlaneOptions {
  readonly path: string;
  /** The database was created once: never begin anew when its file is missing. */
  readonly mustExist: boolean;
  /** How often to try again while the file cannot be opened, and to check that it is still in its place. */
  readonly retryMs?: number;
  readonly busyTimeoutMs?: number;
  readonly stuckAfterMs?: number;
  readonly onState?: (state: ControlState) => void;
}

/** The control plane in one SQLite file, owned by a worker thread. */
export class SqliteControlPlane implements ControlPlane, SnapshotSource {
  readonly #link: WorkerLink;
  readonly #firstState: Promise<ControlState>;

  /** Returns at once; operations wait for the file to be opened. */
  constructor(options: SqliteControlPlaneOptions) {
    const { path, retryMs = 3_000, busyTimeoutMs = 5_000, stuckAfterMs = 15_000 } = options;
    let resolveFirst: (state: ControlState) => void;
    this.#firstState = new Promise((resolve) => {
      resolveFirst = resolve;
    });
    this.#link = new WorkerLink({
      startWorker: (mustExist) => startWorker({ path, mustExist, retryMs, busyTimeoutMs }),
      mustExist: options.mustExist,
      stuckAfterMs,
      onState: (state) => {
        resolveFirst(state);
        options.onState?.(state);
      },
    });
  }

  /** How the first attempt to open the file went; rejects with ControlUnavailable. Later news come by `onState`. */
  async ready(): Promise<{ readonly isNew: boolean }> {
    const state = await this.#firstState;
    if (!state.isAvailable) throw new ControlUnavailable(`The control database cannot be opened: ${state.reason}.`);
    return { isNew: state.isNew };
  }

  readonly projects: ControlPlane['projects'] = {
    create: (project) => this.#call('projects.create', project),
    list: (page) => this.#call('projects.list', page),
    find: (idOrSlug) => this.#call('projects.find', idOrSlug),
    update: (idOrSlug, patch) => this.#call('projects.update', idOrSlug, patch),
  };

  readonly environments: ControlPlane['environments'] = {
    create: (environment) => this.#call('environments.create', environment),
    list: (projectId, page) => this.#call('environments.list', projectId, page),
    find: (projectId, idOrSlug) => this.#call('environments.find', projectId, idOrSlug),
  };

  readonly plans: ControlPlane['plans'] = {
    list: () => this.#call('plans.list'),
    replace: (plans) => this.#call('plans.replace', plans),
  };

  readonly keys: ControlPlane['keys'] = {
    create: (key) => this.#call('keys.create', key),
    list: (projectId, page) => this.#call('keys.list', projectId, page),
    revoke: (projectId, keyId) => this.#call('keys.revoke', projectId, keyId),
    noteUse: (uses) => this.#call('keys.noteUse', uses),
  };

  readonly devices: ControlPlane['devices'] = {
    register: (registration) => this.#call('devices.register', registration),
    identify: (identification) => this.#call('devices.identify', identification),
    find: (environmentId, deviceId) => this.#call('devices.find', environmentId, deviceId),
  };

  readonly members: ControlPlane['members'] = {
    create: (member) => this.#call('members.create', member),
    grant: (memberId, projectId, role) => this.#call('members.grant', memberId, projectId, role),
    count: () => this.#call('members.count'),
  };

  readonly operators: ControlPlane['operators'] = {
    addToken: (hash) => this.#call('operators.addToken', hash),
  };

  readonly installation: ControlPlane['installation'] = {
    begin: (installation) => this.#call('installation.begin', installation),
  };

  read(): Promise<EdgeSnapshot> {
    return this.#call('snapshot.read');
  }

  close(): Promise<void> {
    return this.#link.close();
  }

  #call<Name extends OperationName>(name: Name, ...args: OperationArgs<Name>): Promise<OperationResult<Name>> {
    return this.#link.call(name, args) as Promise<OperationResult<Name>>;
  }
}

function startWorker(settings: WorkerSettings): Worker {
  const entry = compiledEntry('./control-worker.js', import.meta.url);
  return new Worker(entry, { workerData: settings, name: 'control', execArgv: [] });
}
