import type { Role, Wire } from '@lamppost/protocol';

export type MemberRow = Wire['MemberRow'];

export interface RoleWords {
  readonly role: Role;
  readonly label: string;
  readonly may: string;
}

/** Each may do all that those after it may. */
export const roleWords: readonly RoleWords[] = [
  { role: 'owner', label: 'Owner', may: 'Can add and remove owners' },
  {
    role: 'admin',
    label: 'Admin',
    may: 'Manages keys, environments, members, invitations and project settings; can erase and export users',
  },
  {
    role: 'editor',
    label: 'Editor',
    may: 'Edits flags, experiments, groups, dashboards, event schemas, releases and crashes',
  },
  { role: 'viewer', label: 'Viewer', may: 'Views everything, runs queries and exports tables' },
];

/** Roles that somebody may give: owners are made by owners. */
export function rolesToGive(own: Role): readonly RoleWords[] {
  return roleWords.filter(({ role }) => role !== 'owner' || own === 'owner');
}

export interface Standing {
  readonly ownId: string;
  readonly ownRole: Role;
  readonly owners: number;
}

/** Why a member can be neither changed nor removed by who looks at them; undefined where they can. */
export function whyFixed(member: Pick<MemberRow, 'id' | 'role'>, { ownRole, owners }: Standing): string | undefined {
  if (ownRole !== 'owner' && ownRole !== 'admin') return 'Only admins can change roles';
  if (member.role !== 'owner') return undefined;
  if (ownRole !== 'owner') return 'Only owners can change or remove owners';
  return owners <= 1 ? 'A project needs an owner. Make another member an owner first.' : undefined;
}

/** The link as it is sent: the server knows its own path only. */
export function wholeLink(link: string, origin: string): string {
  return new URL(link, origin).href;
}
