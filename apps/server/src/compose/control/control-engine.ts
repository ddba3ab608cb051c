import { controlClient, withMethods } from '../../control/control-client.ts';
import { ApprovalNeeded, ApprovalRequested } from '../../control/control-errors.ts';
import type { Fence } from '../../control/leases/lease-store.ts';
import type { EdgeMark } from '../../edge/edge-snapshot.ts';
import type { SnapshotSource } from '../../edge/snapshot-source.ts';
import type { ChangeRequestDraft } from '../../features/approvals/change-request.ts';
import { changeRequestRow } from '../../features/approvals/change-request-row.ts';
import { checkingSchemas } from '../../features/events/schemas/checking-schemas.ts';
import { checkingAudience } from '../../features/experiments/allocation/checking-audience.ts';
import { checkingRules } from '../../features/flags/checking-rules.ts';
import { unpackFlag } from '../../features/flags/read-flags.ts';
import type { CheckRegex } from '../../features/flags/read-rules.ts';
import { checkingSchedules } from '../../features/flags/schedules/checking-schedules.ts';
import type { ControlStores } from './control-operations.ts';
import type { ControlPlane } from './control-plane.ts';

/** The stores of the control plane over whatever runs their operations. An engine says how a call is carried there. */
export abstract class ControlEngine implements ControlPlane, SnapshotSource {
  readonly #stores = controlClient<ControlStores>((name, args) => this.#runOrRequest(name, args));

  constructor(checkRegex: CheckRegex = () => 'needs a regex engine, and there is none') {
    this.flags = checkingRules(this.#stores.flags, checkRegex);
    this.schedules = checkingSchedules(this.#stores.schedules, checkRegex);
    this.experiments = checkingAudience(this.#stores.experiments, checkRegex);
    this.schemas = checkingSchemas(this.#stores.schemas, checkRegex);
  }

  /** Begins to open the database. `mustExist`: it was created once, so an empty one is a loss and not a beginning. */
  abstract start(mustExist: boolean): void;
  /** How the first attempt to open the database went; rejects with ControlUnavailable. Later news come by `onState`. */
  abstract ready(): Promise<{ readonly isNew: boolean }>;
  /** A SQLite file with what is committed now; nothing waits for it. */
  abstract copyTo(path: string): Promise<void>;
  /** Takes over every row of a SQLite file, into an engine that is new and keeps its rows elsewhere. Says how many. */
  abstract takeOver(path: string): Promise<number>;
  abstract close(): Promise<void>;
  /** Runs an operation by its name. With a fence, what it writes is written only if that is still in force. */
  abstract run(name: string, args: readonly unknown[], fence?: Fence): Promise<unknown>;
  /** False only for a device that the database certainly does not hold. */
  protected abstract mayHoldDevice(environmentId: string, deviceId: string): boolean;

  readonly projects: ControlPlane['projects'] = this.#stores.projects;
  readonly environments: ControlPlane['environments'] = this.#stores.environments;
  readonly plans: ControlPlane['plans'] = this.#stores.plans;
  readonly keys: ControlPlane['keys'] = this.#stores.keys;
  readonly devices: ControlPlane['devices'] = withMethods<ControlPlane['devices']>(this.#stores.devices, {
    find: (environmentId, deviceId) =>
      this.mayHoldDevice(environmentId, deviceId) ? this.#stores.devices.find(environmentId, deviceId) : undefined,
  });
  readonly users: ControlPlane['users'] = this.#stores.users;
  readonly privacy: ControlPlane['privacy'] = this.#stores.privacy;
  readonly guardrails: ControlPlane['guardrails'] = this.#stores.guardrails;
  readonly expiries: ControlPlane['expiries'] = this.#stores.expiries;
  readonly changeRequests: ControlPlane['changeRequests'] = this.#stores.changeRequests;
  readonly layers: ControlPlane['layers'] = this.#stores.layers;
  readonly holdouts: ControlPlane['holdouts'] = this.#stores.holdouts;
  readonly groups: ControlPlane['groups'] = this.#stores.groups;
  readonly cohorts: ControlPlane['cohorts'] = this.#stores.cohorts;
  readonly dashboards: ControlPlane['dashboards'] = this.#stores.dashboards;
  readonly shares: ControlPlane['shares'] = this.#stores.shares;
  readonly symbols: ControlPlane['symbols'] = this.#stores.symbols;
  readonly crashGroups: ControlPlane['crashGroups'] = this.#stores.crashGroups;
  readonly releases: ControlPlane['releases'] = this.#stores.releases;
  readonly edges: ControlPlane['edges'] = this.#stores.edges;
  readonly leases: ControlPlane['leases'] = this.#stores.leases;
  readonly attempts: ControlPlane['attempts'] = this.#stores.attempts;
  readonly changes: ControlPlane['changes'] = this.#stores.changes;
  readonly jobs: ControlPlane['jobs'] = this.#stores.jobs;
  readonly feedback: ControlPlane['feedback'] = this.#stores.feedback;
  readonly members: ControlPlane['members'] = this.#stores.members;
  readonly sessions: ControlPlane['sessions'] = this.#stores.sessions;
  readonly invitations: ControlPlane['invitations'] = this.#stores.invitations;
  readonly views: ControlPlane['views'] = this.#stores.views;
  readonly webhooks: ControlPlane['webhooks'] = this.#stores.webhooks;
  readonly alerts: ControlPlane['alerts'] = this.#stores.alerts;
  readonly digests: ControlPlane['digests'] = this.#stores.digests;
  readonly notices: ControlPlane['notices'] = this.#stores.notices;
  readonly operators: ControlPlane['operators'] = this.#stores.operators;
  readonly installation: ControlPlane['installation'] = this.#stores.installation;
  readonly flags: ControlPlane['flags'];
  readonly schedules: ControlPlane['schedules'];
  readonly experiments: ControlPlane['experiments'];
  readonly schemas: ControlPlane['schemas'];

  async read(): ReturnType<SnapshotSource['read']> {
    const { flags, ...snapshot } = await this.#stores.snapshot.read();
    return { ...snapshot, flags: flags.map(unpackFlag) };
  }

  beginGeneration(last: string): Promise<void> {
    return this.#stores.snapshot.beginGeneration(last);
  }

  async readSince(mark: EdgeMark): ReturnType<SnapshotSource['readSince']> {
    const found = await this.#stores.snapshot.readSince(mark);
    if (typeof found === 'string') return found;
    const { flags, ...rows } = found.rows;
    return { mark: found.mark, rows: flags === undefined ? rows : { ...rows, flags: flags.map(unpackFlag) } };
  }

  /** What needs approval becomes a change request. */
  async #runOrRequest(name: string, args: readonly unknown[]): Promise<unknown> {
    try {
      return await this.run(name, args);
    } catch (error) {
      if (!(error instanceof ApprovalNeeded)) throw error;
      const request = await this.changeRequests.create(error.request as ChangeRequestDraft);
      throw new ApprovalRequested(changeRequestRow(request));
    }
  }
}
