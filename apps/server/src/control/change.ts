import type { Actor } from './actor.ts';

/**
 * What is logged. `targeting` and `schedule` have the flag's id and key, and an environment; `plans` is the list of all of them;
 * `holdout` has the project's id, because a project has one.
 */
export type EntityType =
  | 'project'
  | 'environment'
  | 'plans'
  | 'api_key'
  | 'member'
  | 'invitation'
  | 'flag'
  | 'targeting'
  | 'schedule'
  | 'experiment'
  | 'change_request'
  | 'layer'
  | 'holdout'
  | 'group'
  | 'group_member'
  | 'cohort'
  | 'dashboard'
  | 'dashboard_share'
  | 'event_schema'
  | 'symbol_file'
  | 'release'
  | 'crash_group'
  | 'webhook'
  | 'alert'
  | 'digest'
  | 'job';

/** An entity as the wire shows it: snake_case, times in ISO 8601. Holds no secret and no hash. */
export type EntityState = Readonly<Record<string, unknown>>;

export interface Change {
  readonly id: string;
  /** Null for what belongs to the whole installation. */
  readonly projectId: string | null;
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly entityKey: string;
  readonly environmentId: string | null;
  readonly action: string;
  readonly actor: Actor;
  /** Null for what did not exist before. */
  readonly before: EntityState | null;
  /** Null for what does not exist any more. */
  readonly after: EntityState | null;
  /** What whoever made it said about it. */
  readonly comment: string | null;
  /** Of the environment, after the change; null for a change of none, or of all of a project's. */
  readonly configVersion: number | null;
  readonly createdAtMs: number;
}
