import { type FieldPath, readingsOf } from './parse-field-path.ts';
import { writeFieldPath } from './write-field-path.ts';

/** A field of the person of an event, or of the flags and variants served with it. */
export type PersonField =
  /** An attribute of the user: as it is now, or as it was when the event happened. */
  | { readonly of: 'user' | 'user_then'; readonly readings: FieldPath['readings'] }
  /** What the event's context says of a flag or an experiment. */
  | { readonly of: 'flag' | 'experiment'; readonly key: string }
  /** The time of the person's first event. */
  | { readonly of: 'first_seen' };

export const FIRST_SEEN_FIELD = 'person.first_seen';

/** The field that asks for an attribute, whatever characters its name has. */
export const userField = (name: string): string => `user.${writeFieldPath([name], () => false)}`;

/** `user.<attribute>`, `user_then.<attribute>`, `flag.<key>`, `experiment.<key>`, `person.first_seen`; else undefined. */
export function parsePersonField(field: string): PersonField | undefined {
  if (field === FIRST_SEEN_FIELD) return { of: 'first_seen' };
  const dot = field.indexOf('.');
  const of = field.slice(0, Math.max(0, dot));
  const path = field.slice(dot + 1);
  switch (of) {
    case 'user':
    case 'user_then': {
      const readings = readingsOf(path);
      return readings && { of, readings };
    }
    case 'flag':
    case 'experiment': {
      const [keys] = readingsOf(path) ?? [];
      return keys?.length === 1 && keys[0] !== undefined ? { of, key: keys[0] } : undefined;
    }
    default:
      return undefined;
  }
}
