import type { Page, PageRequest } from '../page.ts';
import type { Actor } from './actor.ts';
import type { Ruleset } from './ruleset.ts';

/** What is logged. `targeting` has the flag's id and key, and an environment; `plans` is the list of all of them. */
export type EntityType =
  | 'project'
  | 'environment'
  | 'plans'
  | 'api_key'
  | 'member'
  | 'flag'
  | 'targeting'
  | 'experiment'
  | 'group'
  | 'group_member';

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
  /** Of the environment, after the change; null for a change of none, or of all of a project's. */
  readonly configVersion: number | null;
  readonly createdAtMs: number;
}

export interface ChangeFilter {
  readonly projectId: string | null;
  /** Inclusive. */
  readonly fromMs?: number;
  /** Exclusive. */
  readonly toMs?: number;
  readonly entityType?: string;
  readonly entityId?: string;
}

export interface EntityAt {
  readonly projectId: string;
  readonly entityType: EntityType;
  readonly entityId: string;
  /** For targeting. */
  readonly environmentId?: string;
  readonly atMs: number;
}

/**
 * The log of everything that people changed. Written by the stores themselves, with each change, all or nothing.
 *
 * Promises:
 * - one entry for each entity that a mutation changed, none for a mutation that failed or changed nothing;
 * - `before` is what the entry before of the same entity (type, id, environment) has as `after`;
 * - within a project no two entries have the same moment, and a later one has a later moment;
 * - entries never change and never go;
 * - lists are newest first and pages neither repeat nor skip.
 */
export interface ChangeStore {
  list(filter: ChangeFilter, page: PageRequest): Promise<Page<Change>>;
  find(projectId: string | null, id: string): Promise<Change | undefined>;
  /** Null when it did not exist then. A moment includes the changes made at it. */
  stateAt(entity: EntityAt): Promise<EntityState | null>;
  /** What an environment (id) served at a past moment; undefined when the project has no such environment. */
  rulesetAt(projectId: string, environmentId: string, atMs: number): Promise<Ruleset | undefined>;
}
