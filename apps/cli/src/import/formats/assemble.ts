import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import type { FieldScope, Place } from './field-scope.ts';

/** An id as text; numbers are ids too, what is empty is none. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

/** JSON of an export may be text, as it is in Parquet and CSV. */
export function objectOf(value: unknown): JsonObject | undefined {
  if (value === undefined || value === null || value === '') return {};
  if (isJsonObject(value)) return value;
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Sets `context.device.os_name` and the like, unless there is nothing to set. */
export function setIn(context: JsonObject, path: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  const [part = '', member = ''] = path.split('.');
  if (member === '') {
    context[part] = value;
    return;
  }
  const known = context[part];
  const inner = isJsonObject(known) ? known : {};
  inner[member] = value;
  context[part] = inner;
}

/** Puts each field where it belongs. */
export function placeFields(row: JsonObject, scope: FieldScope, properties: JsonObject, context: JsonObject): void {
  for (const field in row) {
    const value = row[field];
    if (value === undefined || value === null || value === '') continue;
    const place = scope.place(field);
    place.count += 1;
    if (place.kind === 'kept') properties[field] = value;
    else if (place.kind === 'property') properties[place.name] = value;
    else if (place.kind === 'context') setPlaced(context, place, value);
  }
}

function setPlaced(context: JsonObject, { name, member }: Place, value: unknown): void {
  if (member === '') {
    context[name] = value;
    return;
  }
  // Ids and facts are texts.
  const text = typeof value === 'number' ? String(value) : value;
  const part = context[name] as JsonObject | undefined;
  if (part === undefined) context[name] = { [member]: text };
  else part[member] = text;
}

/** Names that begin with `$` are Lamppost's own: another product's get its name in front. */
export const foreignName = (product: string, name: string): string =>
  name.startsWith('$') ? `${product}_${name.slice(1)}` : name;

const PLATFORMS: Readonly<Record<string, string>> = {
  ios: 'ios',
  ipados: 'ipados',
  macos: 'macos',
  android: 'android',
  web: 'web',
};

export const platformOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? (PLATFORMS[value.toLowerCase()] ?? value) : undefined;
