import { Worker } from 'node:worker_threads';
import { uuidv7 } from 'uuidv7';
import { operatorActor } from '../control/actor.ts';
import { ControlUnavailable } from '../control/control-errors.ts';
import { copyDatabase } from '../control/sqlite/copy-database.ts';
import { type ControlState, WorkerLink } from '../control/sqlite/worker-link.ts';
import type { WorkerSettings } from '../control/sqlite/worker-messages.ts';
import type { EdgeMark } from '../edge/edge-snapshot.ts';
import type { SnapshotSource } from '../edge/snapshot-source.ts';
import { compiledEntry } from '../engines/compiled-entry.ts';
import { checkJsonSchema } from '../features/events/schemas/check-json-schema.ts';
import { unpackFlag } from '../features/flags/read-flags.ts';
import { type CheckRegex, readRules } from '../features/flags/read-rules.ts';
import type { OperationArgs, OperationName, OperationResult } from './control-operations.ts';
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
  readonly #checkRegex: CheckRegex;
  readonly #firstState: Promise<ControlState>;

  /** Returns at once; operations wait for the file to be opened. */
  constructor(options: SqliteControlPlaneOptions) {
    const { path, retryMs = 3_000, busyTimeoutMs = 5_000, stuckAfterMs = 15_000 } = options;
    this.#path = path;
    this.#checkRegex = options.checkRegex ?? (() => 'needs a regex engine, and there is none');
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

  readonly projects: ControlPlane['projects'] = {
    create: (project, actor = operatorActor) => this.#call('projects.create', project, actor),
    list: (page) => this.#call('projects.list', page),
    find: (idOrSlug) => this.#call('projects.find', idOrSlug),
    update: (idOrSlug, patch, actor = operatorActor) => this.#call('projects.update', idOrSlug, patch, actor),
  };

  readonly environments: ControlPlane['environments'] = {
    create: (environment, actor = operatorActor) => this.#call('environments.create', environment, actor),
    list: (projectId, page) => this.#call('environments.list', projectId, page),
    find: (projectId, idOrSlug) => this.#call('environments.find', projectId, idOrSlug),
  };

  readonly plans: ControlPlane['plans'] = {
    list: () => this.#call('plans.list'),
    replace: (plans, actor = operatorActor) => this.#call('plans.replace', plans, actor),
  };

  readonly keys: ControlPlane['keys'] = {
    create: (key, actor = operatorActor) => this.#call('keys.create', key, actor),
    list: (projectId, page) => this.#call('keys.list', projectId, page),
    revoke: (projectId, keyId, actor = operatorActor) => this.#call('keys.revoke', projectId, keyId, actor),
    noteUse: (uses) => this.#call('keys.noteUse', uses),
  };

  readonly devices: ControlPlane['devices'] = {
    register: (registration) => this.#call('devices.register', registration),
    identify: (identification) => this.#call('devices.identify', identification),
    find: async (environmentId, deviceId) =>
      this.#link.mayHoldDevice(environmentId, deviceId)
        ? await this.#call('devices.find', environmentId, deviceId)
        : undefined,
    list: (filter, page) => this.#call('devices.list', filter, page),
  };

  readonly users: ControlPlane['users'] = {
    find: (environmentId, userId) => this.#call('users.find', environmentId, userId),
    findMany: (environmentId, userIds) => this.#call('users.findMany', environmentId, userIds),
    withEmail: (environmentId, email) => this.#call('users.withEmail', environmentId, email),
  };

  readonly privacy: ControlPlane['privacy'] = {
    idsOfUser: (scope, userId) => this.#call('privacy.idsOfUser', scope, userId),
    idsOfDevice: (environmentId, deviceId) => this.#call('privacy.idsOfDevice', environmentId, deviceId),
    eraseUser: (scope, userId, actor) => this.#call('privacy.eraseUser', scope, userId, actor),
    eraseDevice: (scope, deviceId) => this.#call('privacy.eraseDevice', scope, deviceId),
    forgetUnseen: (environmentId, beforeMs, limit) =>
      this.#call('privacy.forgetUnseen', environmentId, beforeMs, limit),
    redactCrashGroups: (scope, fingerprints) => this.#call('privacy.redactCrashGroups', scope, fingerprints),
    scrub: () => this.#call('privacy.scrub'),
  };

  readonly flags: ControlPlane['flags'] = {
    create: (flag, actor) => this.#call('flags.create', flag, actor),
    list: (filter, page) => this.#call('flags.list', filter, page),
    find: (projectId, idOrKey) => this.#call('flags.find', projectId, idOrKey),
    update: (projectId, idOrKey, patch, actor) => this.#call('flags.update', projectId, idOrKey, patch, actor),
    targeting: (scope) => this.#call('flags.targeting', scope),
    // Read on this side: what says whether a pattern may be used is a function, which cannot go to another thread.
    replaceRules: async (scope, rules, actor) =>
      await this.#call(
        'flags.replaceRules',
        scope,
        readRules(rules, { checkRegex: this.#checkRegex, mintId: uuidv7 }),
        actor,
      ),
    setRollout: (scope, rollout, actor) => this.#call('flags.setRollout', scope, rollout, actor),
    kill: (scope, kill, actor) => this.#call('flags.kill', scope, kill, actor),
    restore: (scope, actor) => this.#call('flags.restore', scope, actor),
    copyTargeting: (copy, actor) => this.#call('flags.copyTargeting', copy, actor),
    history: (projectId, idOrKey, page) => this.#call('flags.history', projectId, idOrKey, page),
    noteSightings: (sightings) => this.#call('flags.noteSightings', sightings),
  };

  readonly experiments: ControlPlane['experiments'] = {
    create: (experiment, actor) => this.#call('experiments.create', experiment, actor),
    list: (filter, page) => this.#call('experiments.list', filter, page),
    find: (projectId, idOrKey) => this.#call('experiments.find', projectId, idOrKey),
    update: (projectId, idOrKey, patch, actor) => this.#call('experiments.update', projectId, idOrKey, patch, actor),
    start: (projectId, idOrKey, actor) => this.#call('experiments.start', projectId, idOrKey, actor),
    pause: (projectId, idOrKey, actor) => this.#call('experiments.pause', projectId, idOrKey, actor),
    resume: (projectId, idOrKey, actor) => this.#call('experiments.resume', projectId, idOrKey, actor),
    complete: (projectId, idOrKey, outcome, actor) =>
      this.#call('experiments.complete', projectId, idOrKey, outcome, actor),
    archive: (projectId, idOrKey, actor) => this.#call('experiments.archive', projectId, idOrKey, actor),
  };

  readonly groups: ControlPlane['groups'] = {
    create: (group, actor) => this.#call('groups.create', group, actor),
    list: (filter, page) => this.#call('groups.list', filter, page),
    find: (projectId, idOrKey) => this.#call('groups.find', projectId, idOrKey),
    update: (projectId, idOrKey, patch, actor) => this.#call('groups.update', projectId, idOrKey, patch, actor),
    members: (projectId, idOrKey, page) => this.#call('groups.members', projectId, idOrKey, page),
    addMember: (projectId, idOrKey, member, actor) => this.#call('groups.addMember', projectId, idOrKey, member, actor),
    removeMember: (projectId, idOrKey, userId, actor) =>
      this.#call('groups.removeMember', projectId, idOrKey, userId, actor),
  };

  readonly dashboards: ControlPlane['dashboards'] = {
    create: (projectId, dashboard, actor) => this.#call('dashboards.create', projectId, dashboard, actor),
    list: (projectId, page) => this.#call('dashboards.list', projectId, page),
    find: (projectId, id) => this.#call('dashboards.find', projectId, id),
    update: (projectId, id, patch, actor) => this.#call('dashboards.update', projectId, id, actor, patch),
    archive: async (projectId, id, actor) => (await this.#call('dashboards.archive', projectId, id, actor)) ?? false,
    addWidget: (projectId, id, widget, actor) => this.#call('dashboards.addWidget', projectId, id, actor, widget),
    updateWidget: (projectId, id, widgetId, patch, actor) =>
      this.#call('dashboards.updateWidget', projectId, id, actor, widgetId, patch),
    removeWidget: async (projectId, id, widgetId, actor) =>
      (await this.#call('dashboards.removeWidget', projectId, id, actor, widgetId)) ?? false,
  };

  readonly schemas: ControlPlane['schemas'] = {
    // Checked on this side, like the patterns of rules.
    put: async (projectId, eventName, schema, actor) => {
      checkJsonSchema(schema.properties, this.#checkRegex);
      return await this.#call('schemas.put', projectId, eventName, schema, actor);
    },
    list: (projectId, page) => this.#call('schemas.list', projectId, page),
    find: (projectId, eventName) => this.#call('schemas.find', projectId, eventName),
    remove: (projectId, eventName, actor) => this.#call('schemas.remove', projectId, eventName, actor),
  };

  readonly symbols: ControlPlane['symbols'] = {
    add: (projectId, files, maxBytes, actor) => this.#call('symbols.add', projectId, files, maxBytes, actor),
    list: (projectId, page) => this.#call('symbols.list', projectId, page),
    remove: (projectId, id, actor) => this.#call('symbols.remove', projectId, id, actor),
    matching: (projectId, wanted) => this.#call('symbols.matching', projectId, wanted),
    version: (projectId) => this.#call('symbols.version', projectId),
  };

  readonly crashGroups: ControlPlane['crashGroups'] = {
    note: (scope, sightings) => this.#call('crashGroups.note', scope, sightings),
    find: (environmentId, id) => this.#call('crashGroups.find', environmentId, id),
    fingerprintsOf: (environmentId, id) => this.#call('crashGroups.fingerprintsOf', environmentId, id),
    ofFingerprints: (environmentId, fingerprints) =>
      this.#call('crashGroups.ofFingerprints', environmentId, fingerprints),
    describedBefore: (environmentId, beforeMs, limit) =>
      this.#call('crashGroups.describedBefore', environmentId, beforeMs, limit),
    describe: (scope, fingerprint, description, atMs) =>
      this.#call('crashGroups.describe', scope, fingerprint, description, atMs),
    select: (environmentId, filter) => this.#call('crashGroups.select', environmentId, filter),
    update: (environmentId, id, patch, actor) => this.#call('crashGroups.update', environmentId, id, patch, actor),
    merge: (environmentId, id, others, actor) => this.#call('crashGroups.merge', environmentId, id, others, actor),
    split: (environmentId, id, fingerprint, actor) =>
      this.#call('crashGroups.split', environmentId, id, fingerprint, actor),
  };

  readonly releases: ControlPlane['releases'] = {
    announce: (scope, release, actor) => this.#call('releases.announce', scope, release, actor),
    noteSeen: (scope, seen, actor) => this.#call('releases.noteSeen', scope, seen, actor),
    list: (filter, page) => this.#call('releases.list', filter, page),
    find: (projectId, id) => this.#call('releases.find', projectId, id),
    findVersion: (scope, platform, version) => this.#call('releases.findVersion', scope, platform, version),
    update: (projectId, id, facts, actor) => this.#call('releases.update', projectId, id, facts, actor),
    before: (projectId, id) => this.#call('releases.before', projectId, id),
    deployedBetween: (scope, fromMs, toMs, limit) => this.#call('releases.deployedBetween', scope, fromMs, toMs, limit),
    noteRegression: (projectId, regression, actor) =>
      this.#call('releases.noteRegression', projectId, regression, actor),
    endRegression: (projectId, releaseId, actor) => this.#call('releases.endRegression', projectId, releaseId, actor),
    regressions: (scope, sinceMs, limit) => this.#call('releases.regressions', scope, sinceMs, limit),
  };

  readonly changes: ControlPlane['changes'] = {
    list: (filter, page) => this.#call('changes.list', filter, page),
    find: (projectId, id) => this.#call('changes.find', projectId, id),
    stateAt: (entity) => this.#call('changes.stateAt', entity),
    rulesetAt: (projectId, environmentId, atMs) => this.#call('changes.rulesetAt', projectId, environmentId, atMs),
  };

  readonly jobs: ControlPlane['jobs'] = {
    create: (job, actor) => this.#call('jobs.create', job, actor),
    start: (id) => this.#call('jobs.start', id),
    note: (id, counts, input) => this.#call('jobs.note', id, counts, input),
    finish: (id, counts) => this.#call('jobs.finish', id, counts),
    fail: (id, error) => this.#call('jobs.fail', id, error),
    find: (projectId, id) => this.#call('jobs.find', projectId, id),
    list: (filter, page) => this.#call('jobs.list', filter, page),
    unfinished: (kinds) => this.#call('jobs.unfinished', kinds),
  };

  readonly feedback: ControlPlane['feedback'] = {
    add: (feedback) => this.#call('feedback.add', feedback),
    list: (page) => this.#call('feedback.list', page),
  };

  readonly members: ControlPlane['members'] = {
    create: (member, actor = operatorActor) => this.#call('members.create', member, actor),
    grant: (memberId, projectId, role, actor = operatorActor) =>
      this.#call('members.grant', memberId, projectId, role, actor),
    count: () => this.#call('members.count'),
    findAccount: (email) => this.#call('members.findAccount', email),
    rename: (memberId, name, actor) => this.#call('members.rename', memberId, name, actor),
    setPassword: (memberId, passwordHash, actor) => this.#call('members.setPassword', memberId, passwordHash, actor),
    projectsOf: (memberId) => this.#call('members.projectsOf', memberId),
    list: (projectId, page) => this.#call('members.list', projectId, page),
    find: (projectId, memberId) => this.#call('members.find', projectId, memberId),
    add: (projectId, email, role, by) => this.#call('members.add', projectId, email, role, by),
    changeRole: (projectId, memberId, role, by) => this.#call('members.changeRole', projectId, memberId, role, by),
    remove: (projectId, memberId, by) => this.#call('members.remove', projectId, memberId, by),
  };

  readonly sessions: ControlPlane['sessions'] = {
    create: (session) => this.#call('sessions.create', session),
    find: (tokenHash) => this.#call('sessions.find', tokenHash),
    noteSeen: (tokenHash, seenAtMs) => this.#call('sessions.noteSeen', tokenHash, seenAtMs),
    end: (tokenHash) => this.#call('sessions.end', tokenHash),
    endAll: (memberId) => this.#call('sessions.endAll', memberId),
    removeOver: (bounds) => this.#call('sessions.removeOver', bounds),
  };

  readonly invitations: ControlPlane['invitations'] = {
    create: (invitation, by) => this.#call('invitations.create', invitation, by),
    list: (projectId, nowMs, page) => this.#call('invitations.list', projectId, nowMs, page),
    withdraw: (projectId, id, actor) => this.#call('invitations.withdraw', projectId, id, actor),
    find: (tokenHash, nowMs) => this.#call('invitations.find', tokenHash, nowMs),
    accept: (tokenHash, nowMs, acceptance) => this.#call('invitations.accept', tokenHash, nowMs, acceptance),
  };

  readonly operators: ControlPlane['operators'] = {
    addToken: (hash) => this.#call('operators.addToken', hash),
  };

  readonly installation: ControlPlane['installation'] = {
    begin: (installation) => this.#call('installation.begin', installation),
  };

  /** A copy of what is committed now; nothing waits for it. */
  copyTo(path: string): Promise<void> {
    return copyDatabase(this.#path, path);
  }

  async read(): ReturnType<SnapshotSource['read']> {
    const { flags, ...snapshot } = await this.#call('snapshot.read');
    return { ...snapshot, flags: flags.map(unpackFlag) };
  }

  async readSince(mark: EdgeMark): ReturnType<SnapshotSource['readSince']> {
    const found = await this.#call('snapshot.readSince', mark);
    if (typeof found === 'string') return found;
    const { flags, ...rows } = found.rows;
    return { mark: found.mark, rows: flags === undefined ? rows : { ...rows, flags: flags.map(unpackFlag) } };
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
