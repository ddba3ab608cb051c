import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useRole } from '../../../api/environment.ts';
import { useSession } from '../../../api/session.ts';
import { tableOf } from '../../../api/table-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { DataTable } from '../../../design/tables/data-table.tsx';
import { usePageSearch } from '../../../navigation/use-page-search.ts';
import styles from '../settings.module.css';
import { readSettingsSearch } from '../settings-search.ts';
import { InvitationsPanel } from './invitations-panel.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { memberColumns } from './member-columns.tsx';
import memberStyles from './members.module.css';
import { roleWords } from './role-words.ts';
import { useMemberActions } from './use-member-actions.tsx';

export function MembersTab() {
  const { session } = useSession();
  const { role, can } = useRole();
  const [search, change] = usePageSearch(readSettingsSearch);
  const list = useApiList('/v1/members', { query: { limit: 100 } });
  const owners = list.rows.filter((member) => member.role === 'owner').length;
  const standing = { ownId: session.member.id, ownRole: role, owners };
  const actions = useMemberActions(session.member.id);
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <Panel
          title="Members"
          actions={
            can('admin') ? (
              <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => change({ new: true })}>
                Invite member
              </Button>
            ) : undefined
          }
          isFlush
        >
          <DataTable
            label="Members"
            {...tableOf(list, "Couldn't load members")}
            columns={memberColumns(standing, actions)}
            rowId={(member) => member.id}
            empty={{ title: 'No members' }}
          />
        </Panel>
        {can('admin') && <InvitationsPanel />}
      </div>
      <div className={styles.stack}>
        <Panel title="Roles" description="Each role includes the ones below">
          <dl className={memberStyles.roles}>
            {roleWords.map((words) => (
              <div key={words.role} data-own={words.role === role || undefined}>
                <dt>
                  {words.label}
                  {words.role === role && <span className={memberStyles.you}>You</span>}
                </dt>
                <dd>{words.may}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        <LeavePanel isLastOwner={role === 'owner' && owners <= 1} isKnown={!list.isPending} />
      </div>
      {actions.dialog}
      <InviteDialog isOpen={search.new === true && can('admin')} onClose={() => change({ new: undefined })} />
    </div>
  );
}
