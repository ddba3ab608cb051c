import type { Wire } from '@lamppost/protocol';
import { memberLabel } from '../../../design/format/member-label.ts';
import { type Flag, isSameValue } from './targeting.ts';

type Patch = Wire['FlagPatch'];
const names = [
  'name',
  'description',
  'default_value',
  'platforms',
  'tags',
  'kind',
  'status',
  'prerequisites',
  'expires_on',
] as const;

/** What of a flag can be changed, as it is shown. */
export function patchFields(flag: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = Object.fromEntries(names.filter((name) => name in flag).map((name) => [name, flag[name]]));
  if (!('owner' in flag)) return fields;
  const owner = flag.owner as Flag['owner'];
  return { ...fields, owner: owner === null ? null : memberLabel(owner) };
}

/** The members that differ, as they should be: what a PATCH sends. An owner is sent by id. */
export function patchToward(flag: Flag, wanted: Readonly<Record<string, unknown>>): Patch {
  const changed = names.filter((name) => name in wanted && !isSameValue(flag[name], wanted[name]));
  const patch = Object.fromEntries(changed.map((name) => [name, wanted[name]])) as Patch;
  if (!('owner' in wanted)) return patch;
  const owner = (wanted.owner as Flag['owner'])?.id ?? null;
  return owner === (flag.owner?.id ?? null) ? patch : { ...patch, owner };
}
