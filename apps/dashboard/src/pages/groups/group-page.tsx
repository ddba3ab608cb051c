import type { Wire } from '@lamppost/protocol';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { rulesetCall } from '../../api/ruleset-call.ts';
import { tableOf } from '../../api/table-of.ts';
import { apiQuery, useApi, useApiList } from '../../api/use-api.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { type DataColumn, DataTable } from '../../design/data-table/data-table.tsx';
import { ConfirmWithReason } from '../../design/dialogs/confirm-with-reason.tsx';
import { formatCount } from '../../design/format/format-count.ts';
import { CopyField } from '../../design/inputs/copy-field.tsx';
import { DangerButton } from '../../design/inputs/danger-button.tsx';
import { ErrorState } from '../../design/layout/error-state.tsx';
import { LoadingBlock } from '../../design/layout/loading-block.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { toasts } from '../../design/layout/toasts.tsx';
import { RelativeTime } from '../../design/values/relative-time.tsx';
import { StatusBadge } from '../../design/values/status-badge.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';
import { AddMembersPanel } from './add-members-panel.tsx';
import { flagsOfGroup, type Ruleset } from './flags-of-group.ts';
import { GroupDialog } from './group-dialog.tsx';
import styles from './groups.module.css';

type GroupRow = Wire['GroupRow'];
type MemberRow = Wire['GroupMemberRow'];

export function GroupPage() {
  const key = useRouteParam('key');
  const href = usePageHref();
  usePageTitle(key);
  const { data, error, refetch } = useApi('/v1/groups/:id', { params: { id: key } });
  if (data !== undefined) return <LoadedGroup key={data.id} group={data} />;
  // Without a heading: the focus waits for the one that stays.
  if (error === null) return <LoadingBlock height={480} />;
  return (
    <>
      <PageHeader
        title={key}
        breadcrumbs={[
          { label: 'Flags', href: href('/flags') },
          { label: 'Groups', href: href('/groups') },
        ]}
      />
      <ErrorState
        title={error.status === 404 ? 'Group not found' : "Couldn't load the group"}
        onRetry={() => void refetch()}
      >
        {error.message}
      </ErrorState>
    </>
  );
}

function LoadedGroup({ group }: { readonly group: GroupRow }) {
  const { can } = useRole();
  const href = usePageHref();
  const [isEditing, setIsEditing] = useState(false);
  const [isArchiving, setIsArchiving] = useState(false);
  const change = useApiMutation('PATCH', '/v1/groups/:id', {
    invalidates: ['/v1/groups', '/v1/changes', '/v1/ruleset'],
  });
  const canEdit = can('editor');
  const isArchived = group.archived_at !== null;
  const verb = isArchived ? 'Restore group' : 'Archive group';
  return (
    <>
      <PageHeader
        title={group.name}
        breadcrumbs={[
          { label: 'Flags', href: href('/flags') },
          { label: 'Groups', href: href('/groups') },
        ]}
        badge={isArchived ? <StatusBadge tone="neutral">Archived</StatusBadge> : undefined}
        description={group.description ?? undefined}
        actions={
          canEdit ? (
            <>
              <Button variant="default" onClick={() => setIsEditing(true)}>
                Edit
              </Button>
              {isArchived ? (
                <Button variant="default" onClick={() => setIsArchiving(true)}>
                  Restore
                </Button>
              ) : (
                <DangerButton onClick={() => setIsArchiving(true)}>Archive</DangerButton>
              )}
            </>
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
      <ConfirmWithReason
        isOpen={isArchiving}
        onClose={() => setIsArchiving(false)}
        title={`${verb} ${group.key}?`}
        action={verb}
        reason="none"
        tone={isArchived ? 'accent' : 'bad'}
        onConfirm={async () => {
          await change.mutateAsync({ params: { id: group.id }, body: { archived: !isArchived } });
        }}
      >
        {isArchived
          ? 'Rules that use it match its members again.'
          : 'Rules that use it no longer match its members. Members are kept and you can restore the group.'}
      </ConfirmWithReason>
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
      shown.push({
        id: 'remove',
        header: '',
        width: '48px',
        align: 'end',
        cell: ({ user_id }) => (
          <Tooltip label="Remove from the group">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Remove ${user_id}`}
              onClick={() => remove({ params: { id: group.id, userId: user_id } })}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </Tooltip>
        ),
      });
    }
    return shown;
  }, [canEdit, group.id, remove]);
  return (
    <Panel title="Members" isFlush>
      <DataTable
        label="Group members"
        {...tableOf(list, "Couldn't load people")}
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
  const uses = flagsOfGroup(group.key, rulesets);
  const failed = results.find(({ isError }) => isError);
  return (
    <Panel
      title="Flags that use it"
      isLoading={results.some(({ isPending }) => isPending)}
      loadingHeight={48}
      error={failed === undefined ? undefined : { title: "Couldn't load flags", onRetry: () => void failed.refetch() }}
    >
      {uses.length === 0 ? (
        <p className={styles.muted}>No flag uses this group.</p>
      ) : (
        <ul className={styles.uses}>
          {uses.map(({ key, environments }) => (
            <li key={key}>
              <PageLink page="/flags/$key" params={{ key }} className={styles.mono}>
                {key}
              </PageLink>
              <span className={styles.muted}> in {environments.join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
