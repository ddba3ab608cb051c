import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';

/** Which attributes do users have now? */
export interface UserAttributesParams {
  readonly scope: Scope;
}

type AttributeType = 'string' | 'number' | 'boolean' | 'list';

interface UserAttribute {
  readonly name: string;
  /** How many users have it. */
  readonly users: number;
  readonly types: readonly AttributeType[];
  /** The most frequent values first. */
  readonly examples: readonly unknown[];
}

/** The attributes that most users have first, then by name. */
export interface UserAttributesResult {
  readonly attributes: readonly UserAttribute[];
}

export const MAX_ATTRIBUTES = 200;
export const MAX_EXAMPLES = 5;

/** A value of an attribute that is among its most frequent, as JSON, with what there is to say of the attribute. */
export interface AttributeRow {
  readonly name: string;
  readonly users: number;
  /** The first characters of its values in JSON. */
  readonly beginnings: readonly string[];
  readonly valueJson: string;
}

const typeOf = (beginning: string): AttributeType => {
  if (beginning === '"') return 'string';
  if (beginning === '[') return 'list';
  return beginning === 't' || beginning === 'f' ? 'boolean' : 'number';
};

/** From rows in the order of the result. */
export function userAttributesOf(rows: readonly AttributeRow[]): UserAttributesResult {
  const attributes = new Map<string, UserAttribute & { examples: unknown[] }>();
  for (const { name, users, beginnings, valueJson } of rows) {
    const types = [...new Set(beginnings.map(typeOf))].sort();
    const known = attributes.get(name) ?? { name, users, types, examples: [] };
    known.examples.push(JSON.parse(valueJson));
    attributes.set(name, known);
  }
  return { attributes: [...attributes.values()] };
}

export const userAttributesQuery = defineQuery<UserAttributesParams, UserAttributesResult>('userAttributes', 'wide');
