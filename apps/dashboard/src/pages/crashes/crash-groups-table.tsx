import { Checkbox } from '@mantine/core';
import { IconFlame } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { EmptyStateProps } from '../../design/feedback/empty-state.tsx';
import type { ErrorStateProps } from '../../design/feedback/error-state.tsx';
import { memberLabel } from '../../design/format/member-label.ts';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import { Sparkline } from '../../design/primitives/sparkline.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { crashGroupStatus } from '../../records/crash-group-status.ts';
import styles from './crashes-page.module.css';
import { type CrashSort, crashSorts } from './crashes-search.ts';
import { type CrashGroup, headlineOf, versionSpan } from './group-words.ts';

export interface CrashGroupsTableProps {
  readonly rows: readonly CrashGroup[];
  readonly sort: CrashSort;
  readonly onSort: (sort: CrashSort) => void;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: ReadonlySet<string>) => void;
  readonly onResolve: (group: CrashGroup) => void;
  readonly canEdit: boolean;
  readonly isLoading: boolean;
  readonly error: ErrorStateProps | undefined;
  readonly empty: EmptyStateProps;
}

export function CrashGroupsTable(props: CrashGroupsTableProps) {
  const { rows, chosen, onChoose, canEdit, sort, onSort } = props;
  const href = usePageHref();
  const boxRef = useRef<HTMLDivElement>(null);
  useFirstRow(boxRef);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const toggleRef = useRef(toggle);
  toggleRef.current = toggle;
  const columns = useMemo(
    () => (canEdit ? [chooseColumn(chosen, (id) => toggleRef.current(id)), ...plainColumns] : plainColumns),
    [canEdit, chosen],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canEdit || !(event.target instanceof HTMLTableRowElement) || event.metaKey || event.ctrlKey) return;
    const group = rows[Number(event.target.dataset.index)];
    if (group === undefined || (event.key !== 'e' && event.key !== 'x')) return;
    event.preventDefault();
    if (event.key === 'x') toggle(group.id);
    else props.onResolve(group);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the keys of its rows
    <div ref={boxRef} onKeyDown={onKeyDown}>
      <DataTable
        label="Crash groups"
        rows={rows}
        columns={columns}
        rowId={(group) => group.id}
        rowHref={(group) => href('/crashes/$id', { id: group.id })}
        sort={{ id: sort, isDescending: true }}
        onSortChange={(next) => onSort(crashSorts.find((known) => known === next?.id) ?? 'last_seen')}
        isLoading={props.isLoading}
        error={props.error}
        empty={props.empty}
      />
    </div>
  );
}

const chooseColumn = (chosen: ReadonlySet<string>, toggle: (id: string) => void): DataColumn<CrashGroup> => ({
  id: 'choose',
  header: '',
  width: '44px',
  onCard: 'hidden',
  cell: (group) => (
    <Checkbox
      size="xs"
      checked={chosen.has(group.id)}
      onChange={() => toggle(group.id)}
      aria-label={`Select ${group.title.slice(0, 120)}`}
    />
  ),
});

const plainColumns: readonly DataColumn<CrashGroup>[] = [
  {
    id: 'title',
    header: 'Crash',
    width: 'minmax(240px, 6fr)',
    onCard: 'title',
    cell: (group) => <GroupTitle group={group} />,
  },
  {
    id: 'state',
    header: 'Status',
    width: 'minmax(104px, 1fr)',
    cell: (group) => <GroupMarks group={group} />,
  },
  {
    id: 'sparkline',
    header: 'In this range',
    width: '104px',
    onCard: 'hidden',
    cell: (group) => <Sparkline values={group.sparkline} width={88} height={24} />,
  },
  {
    id: 'reports',
    header: 'Reports',
    align: 'end',
    width: '84px',
    sortValue: (group) => group.reports,
    cell: (group) => <ShortNumber value={group.reports} unit="reports" one="report" />,
  },
  {
    id: 'users',
    header: 'Users',
    align: 'end',
    width: '72px',
    hint: 'Users, or devices when a report has no user',
    sortValue: (group) => group.users,
    cell: (group) => <ShortNumber value={group.users} unit="users" one="user" />,
  },
  {
    id: 'devices',
    header: 'Devices',
    align: 'end',
    width: '72px',
    onCard: 'hidden',
    cell: (group) => <ShortNumber value={group.devices} unit="devices" one="device" />,
  },
  {
    id: 'versions',
    header: 'Versions',
    width: 'minmax(104px, 1fr)',
    hint: 'First and last version that reported it (all time)',
    cell: (group) => versionSpan(group.first_version, group.last_version),
  },
  {
    id: 'assignee',
    header: 'Assignee',
    width: 'minmax(80px, 1fr)',
    cell: ({ assignee }) => (assignee === null ? '–' : <bdi title={assignee.email}>{memberLabel(assignee)}</bdi>),
  },
  {
    id: 'last_seen',
    header: 'Last seen',
    align: 'end',
    width: '100px',
    sortValue: (group) => group.last_seen,
    cell: (group) => (group.last_seen === null ? '–' : <RelativeTime at={group.last_seen} />),
  },
];

function GroupTitle({ group }: { readonly group: CrashGroup }) {
  const { type, message } = headlineOf(group);
  return (
    <span className={styles.title}>
      <span className={styles.headline} title={group.title.slice(0, 1000)}>
        <bdi className={textStyles.strong}>{type}</bdi>
        {message !== undefined && <bdi className={styles.message}>{message}</bdi>}
      </span>
      {group.culprit !== null && <bdi className={styles.culprit}>{group.culprit}</bdi>}
    </span>
  );
}

function GroupMarks({ group }: { readonly group: CrashGroup }) {
  const { tone, text } = crashGroupStatus(group);
  return (
    <span className={styles.marks}>
      <StatusBadge tone={tone}>{text}</StatusBadge>
      {group.is_new && <StatusBadge tone="neutral">New</StatusBadge>}
      {group.is_spiking && (
        <StatusBadge tone="bad" icon={<IconFlame size={12} aria-hidden />}>
          Spiking
        </StatusBadge>
      )}
    </span>
  );
}

/** `j` anywhere on the page goes to the first row, from where the table takes over. */
function useFirstRow(boxRef: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'j' || event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role="dialog"], tr'))
        return;
      const row = boxRef.current?.querySelector<HTMLElement>('tbody tr[tabindex="0"]');
      if (row === null || row === undefined) return;
      event.preventDefault();
      row.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [boxRef]);
}
