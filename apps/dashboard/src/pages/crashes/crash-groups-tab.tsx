import { Button, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRole } from '../../api/environment.ts';
import { failureOf } from '../../api/failure-of.ts';
import { useApi, useApiList } from '../../api/use-api.ts';
import { useMembers } from '../../api/use-members.ts';
import { MemberFilter } from '../../design/inputs/member-filter.tsx';
import { MemberSelect } from '../../design/inputs/member-select.tsx';
import { MoreButton } from '../../design/inputs/more-button.tsx';
import { SearchField } from '../../design/inputs/search-field.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import { KeyHint } from '../../design/primitives/key-hint.tsx';
import { useBounds } from '../../navigation/use-bounds.ts';
import { CrashGroupsTable } from './crash-groups-table.tsx';
import { CrashHealth } from './crash-health.tsx';
import styles from './crashes-page.module.css';
import { type CrashesSearch, groupsQuery } from './crashes-search.ts';
import { noGroups } from './no-groups.ts';
import { type GroupChange, type GroupStatusChange, useGroupChanges } from './use-group-changes.ts';

export interface CrashGroupsTabProps {
  readonly search: CrashesSearch;
  readonly onChange: (change: Partial<{ [K in keyof CrashesSearch]: CrashesSearch[K] | undefined }>) => void;
}

const statusTabs = [
  { value: 'open', label: 'Open' },
  { value: 'new', label: 'New' },
  { value: 'regressed', label: 'Regressed' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'ignored', label: 'Ignored' },
  { value: 'all', label: 'All' },
] as const;

export function CrashGroupsTab({ search, onChange }: CrashGroupsTabProps) {
  const bounds = useBounds();
  const { from, to } = bounds;
  const role = useRole();
  const members = useMembers();
  const groups = useApiList('/v1/crashes/groups', { query: groupsQuery(search, { from, to }) });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { change, isBusy } = useGroupChanges();
  const selected = useMemo(() => groups.rows.filter(({ id }) => chosen.has(id)), [groups.rows, chosen]);
  const changeAll = async (ids: readonly string[], body: GroupChange) => {
    if (await change(ids, body)) setChosen(new Set());
  };
  return (
    <>
      <CrashHealth bounds={bounds} version={search.version} platform={search.platform} />
      <Panel
        isFlush
        footer={
          groups.rows.length === 0 ? undefined : (
            <div className={flowStyles.between16}>
              <span className={styles.keys}>
                <span>
                  <KeyHint keys={['j', 'k']} /> move
                </span>
                <span>
                  <KeyHint keys={['enter']} /> open
                </span>
                {role.can('editor') && (
                  <>
                    <span>
                      <KeyHint keys={['x']} /> select
                    </span>
                    <span>
                      <KeyHint keys={['e']} /> resolve or reopen
                    </span>
                  </>
                )}
              </span>
              {groups.hasNextPage && <MoreButton list={groups} />}
            </div>
          )
        }
      >
        <div className={styles.filters}>
          <SegmentedTabs
            label="Status of groups"
            look="pills"
            tabs={statusTabs}
            value={search.status}
            onChange={(status) => onChange({ status: status === 'open' ? undefined : status })}
          />
          <ValueSelect
            dimension="app_version"
            label="All versions"
            value={search.version}
            from={from}
            to={to}
            onChange={(version) => onChange({ version })}
          />
          <ValueSelect
            dimension="platform"
            label="All platforms"
            value={search.platform}
            from={from}
            to={to}
            onChange={(platform) => onChange({ platform })}
          />
          <MemberFilter
            label="Any assignee"
            noneLabel="Unassigned"
            members={members}
            value={search.assignee}
            onChange={(assignee) => onChange({ assignee })}
          />
          <SearchField
            label="Search crashes"
            value={search.q ?? ''}
            onChange={(q) => onChange({ q: q === '' ? undefined : q })}
          />
        </div>
        {selected.length > 0 && (
          <div className={styles.bulk} role="toolbar" aria-label="Change the selected groups">
            <span>{selected.length} selected</span>
            {(['resolved', 'ignored', 'open'] as const).map((status) => (
              <Button
                key={status}
                size="compact-xs"
                variant="default"
                loading={isBusy}
                onClick={() =>
                  changeAll(
                    selected.map(({ id }) => id),
                    { status },
                  )
                }
              >
                {verbs[status]}
              </Button>
            ))}
            <MemberSelect
              label="Assign to"
              placeholder="Assign to…"
              width={160}
              members={members}
              value={null}
              isDisabled={isBusy}
              onChange={(assignee) => {
                if (assignee === null) return;
                void changeAll(
                  selected.map(({ id }) => id),
                  { assignee },
                );
              }}
            />
            <Button size="compact-xs" variant="subtle" onClick={() => setChosen(new Set())}>
              Clear selection
            </Button>
          </div>
        )}
        <CrashGroupsTable
          rows={groups.rows}
          sort={search.sort}
          onSort={(sort) => onChange({ sort: sort === 'last_seen' ? undefined : sort })}
          chosen={chosen}
          onChoose={setChosen}
          onResolve={(group) => change([group.id], { status: group.status === 'resolved' ? 'open' : 'resolved' })}
          canEdit={role.can('editor')}
          isLoading={groups.isPending}
          error={failureOf(groups, "Couldn't load crash groups")}
          empty={noGroups(search, window.location.origin)}
        />
      </Panel>
    </>
  );
}

const verbs: Readonly<Record<GroupStatusChange, string>> = {
  resolved: 'Resolve',
  ignored: 'Ignore',
  open: 'Reopen',
};

interface ValueSelectProps {
  readonly dimension: 'app_version' | 'platform';
  readonly label: string;
  readonly value: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly onChange: (value: string | undefined) => void;
}

/** Values that sessions of the range have. */
function ValueSelect({ dimension, label, value, from, to, onChange }: ValueSelectProps) {
  const { data } = useApi('/v1/crashes/health', { query: { from, to, dimension, limit: 100 } });
  const seen = (data?.rows ?? []).flatMap((row) => (row.value === null ? [] : [row.value]));
  const values = value === undefined || seen.includes(value) ? seen : [value, ...seen];
  return (
    <Select
      size="xs"
      w={150}
      aria-label={label}
      placeholder={label}
      data={[...new Set(values)]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable
      clearable
      comboboxProps={{ width: 220, position: 'bottom-end' }}
    />
  );
}
