import { isJsonObject, type JsonObject } from '@lamppost/protocol';

/** An object to read members from, whatever was sent in its place. */
export const membersOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** Numbers are ids too, for some clients. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The id of somebody. One that is neither text nor a number becomes one that is refused by its name. */
export const idOf = (id: unknown): string | false | undefined =>
  textOf(id) ?? (id === undefined || id === null || id === '' ? undefined : false);

/** Without members that are absent or empty objects: what a client does not say stays unsaid. */
export function compact(members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== undefined && value !== null && !(isJsonObject(value) && Object.keys(value).length === 0),
    ),
  );
}
