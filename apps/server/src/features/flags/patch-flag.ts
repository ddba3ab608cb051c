import { Unacceptable } from '../../control/control-errors.ts';
import type { Flag, FlagPatch } from './flag-store.ts';
import { checkFlagValue } from './flag-value.ts';

/** The flag as it is afterwards, but for `updatedAtMs`. Throws Unacceptable for a fixed field or a value of another type. */
export function patchFlag<Patched extends Omit<Flag, 'stale' | 'lastSeenAtMs' | 'owner'>>(
  flag: Patched,
  patch: FlagPatch,
): Patched {
  refuseOther('key', flag.key, patch.key);
  refuseOther('value_type', flag.valueType, patch.valueType);
  const defaultValue = patch.defaultValue === undefined ? flag.defaultValue : patch.defaultValue;
  if (patch.defaultValue !== undefined) checkFlagValue(defaultValue, flag.valueType, 'default_value');
  return {
    ...flag,
    defaultValue,
    name: patch.name ?? flag.name,
    description: patch.description === undefined ? flag.description : patch.description,
    platforms: patch.platforms === undefined ? flag.platforms : [...new Set(patch.platforms)],
    tags: patch.tags === undefined ? flag.tags : [...new Set(patch.tags)],
    status: patch.status ?? flag.status,
    kind: patch.kind ?? flag.kind,
    prerequisites: patch.prerequisites ?? flag.prerequisites,
    expiresOn: patch.expiresOn === undefined ? flag.expiresOn : patch.expiresOn,
  };
}

function refuseOther(field: string, fixed: string, sent: string | undefined): void {
  if (sent !== undefined && sent !== fixed) throw new Unacceptable(field, `${field} can't be changed.`);
}
