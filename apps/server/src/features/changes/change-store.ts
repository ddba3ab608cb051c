import type { Change, EntityState, EntityType } from '../../control/change.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Ruleset } from '../../edge/ruleset.ts';

export type { Change };

export interface ChangeFilter {
  readonly projectId: string | null;
  /** Inclusive. */
  readonly fromMs?: number;
  /** Exclusive. */
  readonly toMs?: number;
  readonly entityType?: string;
  readonly entityId?: string;
  readonly actorId?: string;
  /** A part of the entity's key, without regard to case. */
  readonly search?: string;
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
 * - entries never change and never go, but the id of an erased user is replaced in them;
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
