import type { Wire } from '@lamppost/protocol';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { rulesetCall } from '../../api/ruleset-call.ts';
import { tableOf } from '../../api/table-of.ts';
import { apiQuery, useApi, useApiList } from '../../api/use-api.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { formatCount } from '../../design/format/format-count.ts';
import { CopyField } from '../../design/inputs/copy-field.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';
import { ArchiveActions } from '../../records/archive-actions.tsx';
import { flagUses, type Ruleset } from '../../records/flag-uses.ts';
import { FlagUsesPanel } from '../../records/flag-uses-panel.tsx';
import { RecordProblem } from '../../records/record-problem.tsx';
import { removeColumn } from '../../records/remove-column.tsx';
import { AddMembersPanel } from './add-members-panel.tsx';
import { GroupDialog } from './group-dialog.tsx';
import styles from './groups.module.css';

type GroupRow = Wire['GroupRow'];
type MemberRow = Wire['GroupMemberRow'];

const useBreadcrumbs = () => {
  const href = usePageHref();
  return [
    { label: 'Flags', href: href('/flags') },
    { label: 'Groups', href: href('/groups') },
  ];
};

export function GroupPage() {
  const key = useRouteParam('key');
  const breadcrumbs = useBreadcrumbs();
  usePageTitle(key);
  const { data, error, refetch } = useApi('/v1/groups/:id', { params: { id: key } });
  if (data !== undefined) return <LoadedGroup key={data.id} group={data} />;
  return (
    <RecordProblem noun="group" title={key} breadcrumbs={breadcrumbs} error={error} onRetry={() => void refetch()} />
  );
}

function LoadedGroup({ group }: { readonly group: GroupRow }) {
  const { can } = useRole();
  const breadcrumbs = useBreadcrumbs();
  const [isEditing, setIsEditing] = useState(false);
  const change = useApiMutation('PATCH', '/v1/groups/:id', {
    invalidates: ['/v1/groups', '/v1/changes', '/v1/ruleset'],
  });
  const canEdit = can('editor');
  const isArchived = group.archived_at !== null;
  return (
    <>
      <PageHeader
        title={group.name}
        breadcrumbs={breadcrumbs}
        badge={isArchived ? <StatusBadge tone="neutral">Archived</StatusBadge> : undefined}
        description={group.description ?? undefined}
        actions={
          canEdit ? (
            <ArchiveActions
              noun="group"
              record={group}
              onEdit={() => setIsEditing(true)}
              onArchive={(archived) => change.mutateAsync({ params: { id: group.id }, body: { archived } })}
              archiveEffect="Rules that use it no longer match its members. Members are kept and you can restore the group."
              restoreEffect="Rules that use it match its members again."
            />
          ) : undefined
        }
      />
      <p className={styles.facts}>
        <CopyField value={group.key} label="Copy group key" isInline />
        <span>{formatCount(group.member_count, 'member')}</span>
        <span>
          created <RelativeTime at={group.created_at} />
        </span>
      </p>
      <div className={styles.columns}>
        <MembersPanel group={group} canEdit={canEdit} />
        <div className={styles.stack}>
          {canEdit && !isArchived && <AddMembersPanel groupId={group.id} />}
          <UsesPanel group={group} />
        </div>
      </div>
      <GroupDialog
        isOpen={isEditing}
        onClose={() => setIsEditing(false)}
        group={group}
        onSaved={() => {
          setIsEditing(false);
          toasts.success({ title: 'Group saved' });
        }}
      />
    </>
  );
}

function MembersPanel({ group, canEdit }: { readonly group: GroupRow; readonly canEdit: boolean }) {
  const href = usePageHref();
  const list = useApiList('/v1/groups/:id/members', { params: { id: group.id }, query: { limit: 100 } });
  const { mutate: remove } = useApiMutation('DELETE', '/v1/groups/:id/members/:userId', {
    invalidates: ['/v1/groups'],
  });
  const columns = useMemo((): readonly DataColumn<MemberRow>[] => {
    const shown: DataColumn<MemberRow>[] = [
      {
        id: 'user',
        header: 'User id',
        width: 'minmax(160px, 3fr)',
        onCard: 'title',
        cell: ({ user_id }) => <bdi className={styles.user}>{user_id}</bdi>,
      },
      {
        id: 'added',
        header: 'Added',
        width: 'minmax(100px, 1fr)',
        cell: ({ added_at }) => <RelativeTime at={added_at} />,
      },
    ];
    if (canEdit) {
      const removal = (userId: string) => remove({ params: { id: group.id, userId } });
      shown.push(removeColumn('Remove from the group', removal));
    }
    return shown;
  }, [canEdit, group.id, remove]);
  return (
    <Panel title="Members" isFlush>
      <DataTable
        label="Group members"
        {...tableOf(list, "Couldn't load members")}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ user_id }) => href('/people/$id', { id: user_id })}
        empty={{ title: 'No members yet', children: 'Rules that use this group match no users yet.' }}
      />
    </Panel>
  );
}

function UsesPanel({ group }: { readonly group: GroupRow }) {
  const { project, api } = useEnvironment();
  const queries = project.environments.map(({ id }) => {
    const there = api.within({ projectId: project.id, environmentId: id });
    const { queryKey, queryFn } = apiQuery(there, '/v1/ruleset', rulesetCall);
    return { queryKey, queryFn: queryFn as (context: { signal: AbortSignal }) => Promise<Ruleset | null> };
  });
  const results = useQueries({ queries });
  const rulesets = project.environments.map(({ slug }, index) => ({
    environment: slug,
    ruleset: results[index]?.data,
  }));
  const failed = results.find(({ isError }) => isError);
  return (
    <FlagUsesPanel
      title="Flags that use it"
      uses={flagUses('user_group', group.key, rulesets)}
      hasEnvironments
      none="No flag uses this group."
      isLoading={results.some(({ isPending }) => isPending)}
      onRetry={failed && (() => void failed.refetch())}
    />
  );
}
