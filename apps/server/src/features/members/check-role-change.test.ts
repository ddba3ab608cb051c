import { expect, test } from 'vitest';
import { NotPermitted, WrongState } from '../../control/control-errors.ts';
import { checkRoleChange, type RoleChange } from './check-role-change.ts';

const allowed: readonly [string, RoleChange][] = [
  ['an admin makes an editor', { by: 'admin', from: null, to: 'editor', owners: 1 }],
  ['an admin removes an admin', { by: 'admin', from: 'admin', to: null, owners: 1 }],
  ['an owner makes another owner', { by: 'owner', from: 'viewer', to: 'owner', owners: 1 }],
  ['an owner steps down beside another', { by: 'owner', from: 'owner', to: 'viewer', owners: 2 }],
  ['an admin makes the first owner', { by: 'admin', from: 'admin', to: 'owner', owners: 0 }],
  ['the last owner stays owner', { by: 'owner', from: 'owner', to: 'owner', owners: 1 }],
];
for (const [name, change] of allowed) {
  test(`${name}: allowed`, () => expect(() => checkRoleChange(change)).not.toThrow());
}

const refused: readonly [string, RoleChange, typeof NotPermitted | typeof WrongState][] = [
  ['an admin makes an owner', { by: 'admin', from: 'viewer', to: 'owner', owners: 1 }, NotPermitted],
  ['an admin makes less of an owner', { by: 'admin', from: 'owner', to: 'viewer', owners: 2 }, NotPermitted],
  ['an admin removes an owner', { by: 'admin', from: 'owner', to: null, owners: 2 }, NotPermitted],
  ['the last owner steps down', { by: 'owner', from: 'owner', to: 'admin', owners: 1 }, WrongState],
  ['the last owner leaves', { by: 'owner', from: 'owner', to: null, owners: 1 }, WrongState],
];
for (const [name, change, error] of refused) {
  test(`${name}: refused`, () => expect(() => checkRoleChange(change)).toThrow(error));
}
