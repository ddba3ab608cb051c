import type { EntityState, EntityType } from './change.ts';

export interface Mutation {
  /** Null for what belongs to the whole installation. */
  readonly projectId: string | null;
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly entityKey: string;
  readonly environmentId?: string;
  readonly action: string;
  readonly before: EntityState | null;
  readonly after: EntityState | null;
  /** The author's comment; a blank one is none. */
  readonly comment?: string | undefined;
  /** Environments that serve something else from now on. */
  readonly touches: readonly string[];
  readonly atMs: number;
}
