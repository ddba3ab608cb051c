import type { ChangeElsewhere } from '../../control/change-elsewhere.ts';
import { namedOperations } from '../../control/control-client.ts';
import type { ControlState } from '../../control/control-state.ts';
import type { Fence } from '../../control/leases/lease-store.ts';
import { copyFromSqlite } from '../../control/postgres/copy-from-sqlite.ts';
import { copyToSqlite } from '../../control/postgres/copy-to-sqlite.ts';
import { storedFileTables } from '../../control/postgres/files/stored-file-tables.ts';
import { PostgresLink } from '../../control/postgres/postgres-link.ts';
import { alertTables } from '../../control/postgres/schema/alert-tables.ts';
import { baseline, baselineName } from '../../control/postgres/schema/baseline.ts';
import { cohortTables } from '../../control/postgres/schema/cohort-tables.ts';
import { digestTables } from '../../control/postgres/schema/digest-tables.ts';
import { edgeTables } from '../../control/postgres/schema/edge-tables.ts';
import { experimentAudience } from '../../control/postgres/schema/experiment-audience.ts';
import { flagsOverTimeTables } from '../../control/postgres/schema/flags-over-time-tables.ts';
import { loadAttemptTables } from '../../control/postgres/schema/load-attempt-tables.ts';
import { loaderTables } from '../../control/postgres/schema/loader-tables.ts';
import { ownerAndCommentTables } from '../../control/postgres/schema/owner-and-comment-tables.ts';
import { sharingTables } from '../../control/postgres/schema/sharing-tables.ts';
import { webhookTables } from '../../control/postgres/schema/webhook-tables.ts';
import { newGeneration } from '../../edge/generation.ts';
import {
  cohortRowTriggers,
  edgeRowTriggers,
  forgetListedRows,
  readRevision,
} from '../../features/delivery/publishing/postgres/edge-row-triggers.ts';
import { personTriggers } from '../../features/devices/postgres/person-triggers.ts';
import type { CheckRegex } from '../../features/flags/read-rules.ts';
import { memberTriggers } from '../../features/members/postgres/member-triggers.ts';
import { ControlEngine } from './control-engine.ts';
import { controlOperations } from './control-operations.ts';
import { FirstState } from './first-state.ts';

export interface PostgresControlPlaneOptions {
  readonly url: string;
  readonly poolSize?: number;
  readonly watchEveryMs?: number;
  readonly onState?: (state: ControlState) => void;
  /** Something that requests need was changed, by this edge or another one. */
  readonly onChanged?: () => void;
  readonly onChangeElsewhere?: (change: ChangeElsewhere) => void;
  readonly checkRegex?: CheckRegex;
}

/** In the order in which they are executed. One that has been released is never changed: add the next. */
const postgresMigrations = [
  { name: baselineName, sql: baseline + edgeRowTriggers + personTriggers + memberTriggers },
  { name: '0019-edges', sql: edgeTables },
  { name: '0019-stored-files', sql: storedFileTables },
  { name: '0020-load-attempts', sql: loadAttemptTables },
  { name: '0021-cohorts', sql: cohortTables + cohortRowTriggers },
  { name: '0022-sharing', sql: sharingTables },
  { name: '0023-owners-and-comments', sql: ownerAndCommentTables },
  { name: '0024-experiment-audience', sql: experimentAudience },
  { name: '0025-webhooks', sql: webhookTables },
  { name: '0026-flags-over-time', sql: flagsOverTimeTables },
  { name: '0027-alerts', sql: alertTables },
  { name: '0028-digests', sql: digestTables },
  { name: '0029-loaders', sql: loaderTables },
];

/** Rows of people are removed from the pages of their tables at once, not when PostgreSQL next finds the time. */
const scrubStatements = [
  forgetListedRows,
  'VACUUM devices, users, links, user_groups, group_members, cohort_members, served_cohorts, crash_group_comments, edge_rows',
];

/** The control plane in PostgreSQL, shared by every edge that is given the same URL. */
export class PostgresControlPlane extends ControlEngine {
  readonly #link: PostgresLink;
  readonly #first = new FirstState();

  constructor(options: PostgresControlPlaneOptions) {
    super(options.checkRegex);
    this.#link = new PostgresLink({
      url: options.url,
      poolSize: options.poolSize ?? 10,
      migrations: postgresMigrations,
      operations: namedOperations(controlOperations({ isOnlyReader: false })),
      readRevision,
      scrubStatements,
      ...(options.watchEveryMs === undefined ? {} : { watchEveryMs: options.watchEveryMs }),
      onState: (state) => {
        this.#first.note(state);
        options.onState?.(state);
      },
      onChanged: () => options.onChanged?.(),
      onChangeElsewhere: (change) => options.onChangeElsewhere?.(change),
    });
  }

  /** Who created the database is found in it, not on the disk of an edge. */
  start(): void {
    void this.#link.start();
  }

  ready(): Promise<{ readonly isNew: boolean }> {
    return this.#first.ready();
  }

  copyTo(path: string): Promise<void> {
    return this.#link.withClient((client) => copyToSqlite(client, path));
  }

  takeOver(path: string): Promise<number> {
    return this.#link.withClient((client) => copyFromSqlite(client, path, newGeneration()));
  }

  close(): Promise<void> {
    return this.#link.close();
  }

  run(name: string, args: readonly unknown[], fence?: Fence): Promise<unknown> {
    return this.#link.call(name, args, fence);
  }

  /** Another edge may have registered it a moment ago. */
  protected mayHoldDevice(): boolean {
    return true;
  }
}
