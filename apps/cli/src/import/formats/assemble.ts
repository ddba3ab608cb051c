import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import type { FieldLog } from './field-log.ts';

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

/** Where the fields of an export go: a path of the context, `properties.name`, or null for what is left out. */
export type Targets = Readonly<Record<string, string | null>>;

/** Puts each field where it belongs; one without a target becomes a property of the same name. */
export function placeFields(
  row: JsonObject,
  targets: Targets,
  {
    properties,
    context,
    fields,
    prefix = '',
  }: { properties: JsonObject; context: JsonObject; fields: FieldLog; prefix?: string },
): void {
  for (const name in row) {
    const value = row[name];
    if (value === undefined || value === null || value === '') continue;
    const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
    if (target === undefined) {
      properties[name] = value;
      fields.kept(`${prefix}${name}`);
    } else if (target === null) {
      fields.dropped(`${prefix}${name}`);
    } else {
      fields.mapped(`${prefix}${name}`, target);
      if (target.startsWith('properties.')) properties[target.slice('properties.'.length)] = value;
      else if (!target.startsWith('=')) setIn(context, target.slice('context.'.length), textOf(target, value));
    }
  }
}

/** Ids and facts of a context are texts. */
function textOf(target: string, value: unknown): unknown {
  return typeof value === 'number' && /^context\.(?:user|device|session|app|sdk)\./.test(target)
    ? String(value)
    : value;
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
