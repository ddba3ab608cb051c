import type { Role } from '@lamppost/protocol';
import { Button, Select } from '@mantine/core';
import flowStyles from '../../../design/layout/flow.module.css';
import { Hint } from '../../../design/primitives/hint.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import type { DataColumn } from '../../../design/tables/data-table.tsx';
import memberStyles from './members.module.css';
import { type MemberRow, rolesToGive, roleWords, type Standing, whyFixed } from './role-words.ts';

export interface MemberActions {
  readonly onRole: (member: MemberRow, role: Role) => void;
  readonly onRemove: (member: MemberRow) => void;
  /** Whose role is on its way to the server. */
  readonly busyId: string | undefined;
}

export const nameOf = ({ name, email }: Pick<MemberRow, 'name' | 'email'>): string => name ?? email;

export function memberColumns(standing: Standing, actions: MemberActions): readonly DataColumn<MemberRow>[] {
  return [
    {
      id: 'member',
      header: 'Member',
      width: 'minmax(180px, 3fr)',
      onCard: 'title',
      cell: (member) => (
        <span className={flowStyles.lines}>
          <bdi className={textStyles.cutName}>{nameOf(member)}</bdi>
          <bdi className={textStyles.cutMuted12}>
            {member.id === standing.ownId ? 'You' : ''}
            {member.id === standing.ownId && member.name !== null ? ', ' : ''}
            {member.name === null ? '' : member.email}
          </bdi>
        </span>
      ),
    },
    {
      id: 'role',
      header: 'Role',
      width: '140px',
      cell: (member) => <RoleCell member={member} standing={standing} actions={actions} />,
    },
    {
      id: 'seen',
      header: 'Last sign-in',
      width: '110px',
      cell: (member) =>
        member.last_signed_in_at === null ? (
          <span className={textStyles.muted}>never</span>
        ) : (
          <RelativeTime at={member.last_signed_in_at} />
        ),
    },
    {
      id: 'action',
      header: '',
      width: '90px',
      align: 'end',
      cell: (member) =>
        whyFixed(member, standing) === undefined && member.id !== standing.ownId ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-label={`Remove ${member.email}`}
            onClick={() => actions.onRemove(member)}
          >
            Remove
          </Button>
        ) : null,
    },
  ];
}

interface RoleCellProps {
  readonly member: MemberRow;
  readonly standing: Standing;
  readonly actions: MemberActions;
}

function RoleCell({ member, standing, actions }: RoleCellProps) {
  const why = whyFixed(member, standing);
  if (why !== undefined) {
    return <Hint text={why}>{roleWords.find(({ role }) => role === member.role)?.label ?? member.role}</Hint>;
  }
  return (
    <Select
      size="xs"
      className={memberStyles.role ?? ''}
      aria-label={`Role of ${member.email}`}
      data={rolesToGive(standing.ownRole).map(({ role, label }) => ({ value: role, label }))}
      value={member.role}
      onChange={(role) => {
        if (role !== null && role !== member.role) actions.onRole(member, role as Role);
      }}
      allowDeselect={false}
      disabled={actions.busyId === member.id}
      comboboxProps={{ width: 140, position: 'bottom-start' }}
    />
  );
}
