import type { Wire } from '@lamppost/protocol';
import { type Flag, isSameValue } from './targeting.ts';

type Patch = Wire['FlagPatch'];
const names = ['name', 'description', 'default_value', 'platforms', 'tags', 'kind', 'status'] as const;

/** What of a flag can be changed. */
export function patchFields(flag: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.filter((name) => name in flag).map((name) => [name, flag[name]]));
}

/** The members that differ, as they should be: what a PATCH sends. */
export function patchToward(flag: Flag, wanted: Readonly<Record<string, unknown>>): Patch {
  const changed = names.filter((name) => name in wanted && !isSameValue(flag[name], wanted[name]));
  return Object.fromEntries(changed.map((name) => [name, wanted[name]])) as Patch;
}
