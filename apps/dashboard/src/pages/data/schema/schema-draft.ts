import type { Wire } from '@lamppost/protocol';
import type { JsonSchema } from './json-schema.ts';
import type { SchemaMode } from './mode-words.ts';

/** A schema while it is edited. */
export interface SchemaDraft {
  readonly description: string;
  readonly category: string;
  readonly status: string;
  readonly mode: SchemaMode;
  /** Undefined while the JSON is broken. */
  readonly properties: JsonSchema | undefined;
}

export const emptyDraft: SchemaDraft = {
  description: '',
  category: '',
  status: '',
  mode: 'warn',
  properties: { type: 'object', properties: {} },
};

export function draftOf(row: Wire['EventSchemaRow'] | undefined): SchemaDraft {
  if (row === undefined) return emptyDraft;
  return {
    description: row.description ?? '',
    category: row.category ?? '',
    status: row.status ?? '',
    mode: row.mode,
    properties: row.properties as JsonSchema,
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** A replacement says everything again: what is left out would be gone. */
export function bodyOf(draft: SchemaDraft) {
  return {
    description: orNull(draft.description),
    category: orNull(draft.category),
    status: orNull(draft.status),
    mode: draft.mode,
    properties: { ...(draft.properties ?? {}) },
  };
}

export const isSame = (a: SchemaDraft, b: SchemaDraft): boolean =>
  JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));

/** Why it cannot be saved as it is; undefined when it can be tried. */
export function draftProblem({ properties }: SchemaDraft): string | undefined {
  if (properties === undefined) return 'Invalid JSON';
  if (typeof properties !== 'object' || Array.isArray(properties)) return 'A schema must be an object';
  const names = Object.keys((properties.properties as object | undefined) ?? {});
  return names.some((name) => name.trim() === '') ? 'Every property needs a name' : undefined;
}
