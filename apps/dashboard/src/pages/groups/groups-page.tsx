import type { Wire } from '@lamppost/protocol';
import { Button, Switch } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useRole } from '../../api/environment.ts';
import { tableOf } from '../../api/table-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { type DataColumn, DataTable } from '../../design/data-table/data-table.tsx';
import { SearchField } from '../../design/inputs/search-field.tsx';
import { useNavigateTo } from '../../design/layout/app-link.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { NameCell } from '../../design/values/name-cell.tsx';
import { RelativeTime } from '../../design/values/relative-time.tsx';
import { ShortNumber } from '../../design/values/short-number.tsx';
import { StatusBadge } from '../../design/values/status-badge.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { textOf, usePageSearch } from '../../navigation/use-page-search.ts';
import { GroupDialog } from './group-dialog.tsx';
import styles from './groups.module.css';

type GroupRow = Wire['GroupRow'];

const readSearch = (raw: Readonly<Record<string, unknown>>) => ({
  q: textOf(raw.q) || undefined,
  archived: raw.archived === true ? true : undefined,
  new: raw.new === true ? true : undefined,
});

const columns: readonly DataColumn<GroupRow>[] = [
  {
    id: 'name',
    header: 'Group',
    width: 'minmax(200px, 2fr)',
    onCard: 'title',
    cell: ({ name, key }) => <NameCell name={name} code={key} />,
  },
  {
    id: 'description',
    header: 'Description',
    width: 'minmax(160px, 3fr)',
    cell: (group) => <bdi className={styles.cut}>{group.description ?? '–'}</bdi>,
  },
  {
    id: 'members',
    header: 'Members',
    width: '100px',
    align: 'end',
    cell: (group) => <ShortNumber value={group.member_count} unit="members" />,
  },
  {
    id: 'status',
    header: 'Status',
    width: '120px',
    cell: (group) =>
      group.archived_at === null ? (
        <StatusBadge tone="good">Active</StatusBadge>
      ) : (
        <StatusBadge tone="neutral">Archived</StatusBadge>
      ),
  },
  { id: 'created', header: 'Created', width: '120px', cell: (group) => <RelativeTime at={group.created_at} /> },
];

export function GroupsPage() {
  const { can } = useRole();
  const href = usePageHref();
  const navigate = useNavigateTo();
  const [search, change] = usePageSearch(readSearch);
  const list = useApiList('/v1/groups', {
    query: { search: search.q, include_archived: search.archived, limit: 100 },
  });
  const canEdit = can('editor');
  return (
    <>
      <PageHeader
        title="Groups"
        breadcrumbs={[{ label: 'Flags', href: href('/flags') }]}
        description="Lists of users to target with flags: testers, staff, a customer"
        actions={
          canEdit ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: true })}>
              New group
            </Button>
          ) : undefined
        }
      />
      <Panel isFlush>
        <div className={styles.filters}>
          <SearchField
            label="Search groups"
            value={search.q ?? ''}
            onChange={(q) => change({ q: q === '' ? undefined : q }, { isReplaced: true })}
          />
          <Switch
            size="xs"
            label="Show archived"
            checked={search.archived === true}
            onChange={(event) => change({ archived: event.currentTarget.checked ? true : undefined })}
          />
        </div>
        <DataTable
          label="Groups"
          {...tableOf(list, "Couldn't load groups")}
          columns={columns}
          rowId={(group) => group.id}
          rowHref={(group) => href('/groups/$key', { key: group.key })}
          empty={
            search.q === undefined
              ? {
                  icon: <IconUsersGroup size={28} stroke={1.4} />,
                  title: 'No groups yet',
                  children:
                    'Create a group, add users by id or email, and target it with a rule such as “user_group is beta”.',
                  action: canEdit ? (
                    <Button size="xs" onClick={() => change({ new: true })}>
                      Create group
                    </Button>
                  ) : undefined,
                }
              : { title: 'No matching groups', children: 'Search covers key and name.' }
          }
        />
      </Panel>
      {canEdit && (
        <GroupDialog
          isOpen={search.new === true}
          onClose={() => change({ new: undefined }, { isReplaced: true })}
          onSaved={(key) => navigate(href('/groups/$key', { key }))}
        />
      )}
    </>
  );
}
