import type { Wire } from '@lamppost/protocol';
import { useApiList } from '../../api/use-api.ts';
import { NameCell } from '../../design/primitives/name-cell.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import textStyles from '../../design/primitives/text.module.css';
import type { DataColumn } from '../../design/tables/data-table.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { RecordList } from '../../records/record-list.tsx';
import { useRecordSearch } from '../../records/use-record-search.ts';
import { GroupDialog } from './group-dialog.tsx';

type GroupRow = Wire['GroupRow'];

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
    cell: (group) => <bdi className={textStyles.cell}>{group.description ?? '–'}</bdi>,
  },
  {
    id: 'members',
    header: 'Members',
    width: '100px',
    align: 'end',
    cell: (group) => <ShortNumber value={group.member_count} unit="members" one="member" />,
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
  const href = usePageHref();
  const { query, ...search } = useRecordSearch();
  const list = useApiList('/v1/groups', { query });
  return (
    <RecordList
      noun="group"
      description="Lists of users to target with flags: testers, staff, a customer"
      breadcrumbs={[{ label: 'Flags', href: href('/flags') }]}
      {...search}
      list={list}
      columns={columns}
      hrefOf={(key) => href('/groups/$key', { key })}
      firstSteps="Create a group, add users by id or email, and target it with a rule such as “user_group is beta”."
      newDialog={(props) => <GroupDialog {...props} />}
    />
  );
}
