import type { Role } from '@lamppost/protocol';
import { NotPermitted, WrongState } from '../../control/control-errors.ts';

export interface RoleChange {
  /** What anyone who makes the change is in the project. */
  readonly by: Role;
  /** Null: no member before, or none after. */
  readonly from: Role | null;
  readonly to: Role | null;
  /** How many owners the project has before the change. */
  readonly owners: number;
}

/** Throws NotPermitted, or WrongState 'LAST_OWNER', for a change of roles that may not be. */
export function checkRoleChange({ by, from, to, owners }: RoleChange): void {
  const isAboutOwners = from === 'owner' || to === 'owner';
  const isFirstOwner = to === 'owner' && owners === 0;
  if (isAboutOwners && by !== 'owner' && !isFirstOwner) {
    throw new NotPermitted('Only owners can add, change or remove owners.');
  }
  if (from === 'owner' && to !== 'owner' && owners <= 1) {
    throw new WrongState('LAST_OWNER', 'A project needs at least one owner. Make another member an owner first.');
  }
}
