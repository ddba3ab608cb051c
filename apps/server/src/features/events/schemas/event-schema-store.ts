import type { Actor } from '../../../control/actor.ts';
import type { Page, PageRequest } from '../../../control/page.ts';
import type { SchemaMode } from '../../../edge/schema-mode.ts';

export interface EventSchema {
  readonly id: string;
  readonly projectId: string;
  readonly eventName: string;
  readonly description: string | null;
  readonly category: string | null;
  /** Free text, such as `planned` or `deprecated`. */
  readonly status: string | null;
  /** JSON Schema of the event's properties. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly mode: SchemaMode;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Absent: null, and for the mode `allow`. */
export interface NewEventSchema {
  readonly description?: string | null;
  readonly category?: string | null;
  readonly status?: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly mode?: SchemaMode;
}

/** Requests meet all of a project's schemas in memory, so there is a bound on how many and how much. */
export const MAX_SCHEMAS = 1_000;
export const MAX_SCHEMA_BYTES = 2 * 1024 * 1024;

/**
 * What the events of a project should carry, by the event's name.
 *
 * Promises:
 * - an event has one schema in a project; its id and creation stay when it is replaced;
 * - what is kept passes checkJsonSchema (Unacceptable, naming the place), and all of a project's fit the bounds above;
 * - a replacement that changes nothing is no change;
 * - no version of what environments serve moves.
 */
export interface EventSchemaStore {
  put(
    projectId: string,
    eventName: string,
    schema: NewEventSchema,
    actor: Actor,
  ): Promise<{ readonly schema: EventSchema; readonly isNew: boolean }>;
  /** Newest first. */
  list(projectId: string, page: PageRequest): Promise<Page<EventSchema>>;
  find(projectId: string, eventName: string): Promise<EventSchema | undefined>;
  /** False when there is none. */
  remove(projectId: string, eventName: string, actor: Actor): Promise<boolean>;
}
