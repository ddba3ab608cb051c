import { Button, Select } from '@mantine/core';
import { IconAlertTriangle, IconFlag, IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { rulesetCall } from '../../api/ruleset-call.ts';
import { tableOf } from '../../api/table-of.ts';
import { useApi, useApiList } from '../../api/use-api.ts';
import { useMembers } from '../../api/use-members.ts';
import type { EmptyStateProps } from '../../design/feedback/empty-state.tsx';
import { memberLabel } from '../../design/format/member-label.ts';
import { MemberFilter } from '../../design/inputs/member-filter.tsx';
import { SearchField } from '../../design/inputs/search-field.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { AppLink, useNavigateTo } from '../../design/primitives/app-link.tsx';
import { Hint } from '../../design/primitives/hint.tsx';
import { NameCell } from '../../design/primitives/name-cell.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { SavedViews } from '../../navigation/saved-views/saved-views.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { KillDialogs } from './editor/kill-dialogs.tsx';
import { kindChoices, labelOf, platformChoices, statusChoices, valueTypeChoices } from './flag-words.ts';
import { FlagStateCell } from './list/flag-state-cell.tsx';
import styles from './list/flags-list.module.css';
import { type FlagsSearch, flagsQuery, hasFilters, readFlagsSearch } from './list/flags-search.ts';
import { NewFlagDialog } from './list/new-flag-dialog.tsx';
import { TargetingSwitch } from './list/targeting-switch.tsx';
import { useSortedFlags } from './list/use-sorted-flags.ts';
import { staleWords } from './targeting/flag-state.ts';
import type { Flag } from './targeting/targeting.ts';

interface AskedFlag {
  readonly flag: Flag;
  readonly kind: 'kill' | 'restore';
  /** False: closed, and kept until the dialog has gone. */
  readonly isOpen?: false;
}

export function FlagsPage() {
  const { environment } = useEnvironment();
  const { can } = useRole();
  const href = usePageHref();
  const navigate = useNavigateTo();
  const [search, change] = usePageSearch(readFlagsSearch);
  const list = useApiList('/v1/flags', { query: flagsQuery(search) });
  const ruleset = useApi('/v1/ruleset', rulesetCall);
  const targetings = useMemo(() => new Map(ruleset.data?.flags.map((flag) => [flag.id, flag])), [ruleset.data]);
  const tags = useMemo(() => {
    const seen = new Set(list.rows.flatMap((flag) => flag.tags));
    if (search.tag !== undefined) seen.add(search.tag);
    return [...seen].sort();
  }, [list.rows, search.tag]);

  const members = useMembers();
  const canEdit = can('editor');
  const [asked, setAsked] = useState<AskedFlag>();
  const columns = useMemo(
    (): readonly DataColumn<Flag>[] => [
      {
        id: 'name',
        header: 'Flag',
        width: 'minmax(200px, 2fr)',
        onCard: 'title',
        sortValue: ({ name }) => name.toLowerCase(),
        cell: ({ name, key }) => <NameCell name={name} code={key} />,
      },
      {
        id: 'state',
        header: `In ${environment.name.toLowerCase()}`,
        width: 'minmax(220px, 4fr)',
        cell: (flag) =>
          ruleset.data === undefined ? (
            '…'
          ) : (
            <FlagStateCell flag={flag} targeting={targetings.get(flag.id)} environment={environment.slug} />
          ),
      },
      {
        id: 'on',
        header: 'Targeting',
        width: '92px',
        hint: 'Off: the flag is killed, and all users get one value',
        cell: (flag) => (
          <TargetingSwitch
            flag={flag}
            targeting={targetings.get(flag.id)}
            isDisabled={!canEdit || ruleset.data === undefined || flag.status === 'archived'}
            onAsk={(kind) => setAsked({ flag, kind })}
          />
        ),
      },
      {
        id: 'type',
        header: 'Type',
        width: '84px',
        onCard: 'hidden',
        sortValue: (flag) => labelOf(valueTypeChoices, flag.value_type),
        cell: (flag) => labelOf(valueTypeChoices, flag.value_type),
      },
      {
        id: 'kind',
        header: 'Purpose',
        width: '100px',
        onCard: 'hidden',
        sortValue: (flag) => labelOf(kindChoices, flag.kind),
        cell: (flag) => labelOf(kindChoices, flag.kind),
      },
      {
        id: 'tags',
        header: 'Tags',
        width: 'minmax(96px, 1fr)',
        cell: (flag) => <TagList tags={flag.tags} onSelect={(tag) => change({ tag })} />,
      },
      {
        id: 'owner',
        header: 'Owner',
        width: 'minmax(90px, 1fr)',
        sortValue: ({ owner }) => owner && memberLabel(owner).toLowerCase(),
        cell: ({ owner }) => (owner === null ? '–' : <bdi title={owner.email}>{memberLabel(owner)}</bdi>),
      },
      {
        id: 'seen',
        header: 'Last seen',
        width: '104px',
        hint: 'Last requested by key or exposed',
        sortValue: (flag) => flag.last_seen_at,
        cell: (flag) => <Seen flag={flag} />,
      },
    ],
    [environment, ruleset.data, targetings, change, canEdit],
  );
  const rows = useSortedFlags(list, columns, search.sort);

  return (
    <>
      <PageHeader
        title="Flags"
        description={`Control features without a release. Showing ${environment.slug}.`}
        actions={
          <>
            <SavedViews page="flags" />
            <Button
              component={AppLink}
              href={href('/groups')}
              variant="default"
              leftSection={<IconUsersGroup size={16} aria-hidden />}
            >
              Groups
            </Button>
            {canEdit && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: true })}>
                New flag
              </Button>
            )}
          </>
        }
      />
      <Panel isFlush>
        <div className={styles.filters}>
          <SearchField
            label="Search flags"
            value={search.q ?? ''}
            onChange={(q) => change({ q: q === '' ? undefined : q }, { isReplaced: true })}
          />
          <SegmentedTabs
            label="Status"
            look="pills"
            tabs={statusChoices.map(({ value, label }) => ({ value, label }))}
            value={search.status}
            onChange={(status) => change({ status: status === 'active' ? undefined : status })}
          />
          <div className={styles.choices}>
            <Filter
              label="Purpose"
              data={kindChoices}
              value={search.kind}
              onChange={(kind) => change({ kind: kind as FlagsSearch['kind'] })}
            />
            <Filter
              label="Platform"
              data={platformChoices}
              value={search.platform}
              onChange={(platform) => change({ platform })}
            />
            <Filter
              label="Tag"
              data={tags.map((tag) => ({ value: tag, label: tag }))}
              value={search.tag}
              onChange={(tag) => change({ tag })}
            />
            <MemberFilter
              label="Any owner"
              noneLabel="No owner"
              members={members}
              value={search.owner}
              onChange={(owner) => change({ owner })}
            />
          </div>
        </div>
        <DataTable
          label="Flags"
          {...tableOf(list, "Couldn't load flags")}
          rows={rows}
          sort={search.sort ?? null}
          onSortChange={(sort) => change({ sort: sort ?? undefined })}
          columns={columns}
          rowId={(flag) => flag.id}
          rowHref={(flag) => href('/flags/$key', { key: flag.key })}
          empty={emptyState(
            hasFilters(search),
            canEdit,
            () => change({ new: true }),
            () => change(noFilters),
          )}
        />
      </Panel>
      {asked !== undefined && (
        <KillDialogs
          flag={asked.flag}
          environment={environment.slug}
          asked={asked.isOpen === false ? null : asked.kind}
          onClose={() => setAsked({ ...asked, isOpen: false })}
        />
      )}
      {canEdit && (
        <NewFlagDialog
          isOpen={search.new === true}
          onClose={() => change({ new: undefined }, { isReplaced: true })}
          onCreated={({ key }) => navigate(href('/flags/$key', { key }))}
        />
      )}
    </>
  );
}

const noFilters = {
  q: undefined,
  status: undefined,
  kind: undefined,
  platform: undefined,
  tag: undefined,
  owner: undefined,
};

function emptyState(isFiltered: boolean, canEdit: boolean, onNew: () => void, onClear: () => void): EmptyStateProps {
  if (isFiltered) {
    return {
      title: 'No matching flags',
      children: 'No flags match the current filters.',
      action: (
        <Button variant="default" size="xs" onClick={onClear}>
          Clear filters
        </Button>
      ),
    };
  }
  return {
    icon: <IconFlag size={28} stroke={1.4} />,
    title: 'No flags yet',
    children: 'A flag is a value your app reads and you change here: for all users, a percentage, or by rule.',
    snippet: {
      language: 'bash',
      code: `curl -s "$BASE/v1/config" -H "Authorization: Bearer $PUBLISHABLE_KEY" -H 'X-Device-ID: dev-1'`,
    },
    action: canEdit ? (
      <Button size="xs" onClick={onNew}>
        Create flag
      </Button>
    ) : undefined,
  };
}

interface FilterProps {
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function Filter({ label, data, value, onChange }: FilterProps) {
  return (
    <Select
      size="xs"
      className={styles.filter ?? ''}
      aria-label={label}
      placeholder={label}
      data={data.map(({ value, label }) => ({ value, label }))}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
      searchable={data.length > 8}
    />
  );
}

function TagList({ tags, onSelect }: { readonly tags: readonly string[]; readonly onSelect: (tag: string) => void }) {
  if (tags.length === 0) return null;
  return (
    <span className={styles.tags}>
      {tags.slice(0, 3).map((tag) => (
        <button key={tag} type="button" tabIndex={-1} className={styles.tag} onClick={() => onSelect(tag)}>
          {tag}
        </button>
      ))}
      {tags.length > 3 && <Hint text={tags.slice(3).join(', ')}>+{tags.length - 3}</Hint>}
    </span>
  );
}

function Seen({ flag }: { readonly flag: Flag }) {
  const stale = staleWords(flag.stale);
  return (
    <span className={styles.seen}>
      {flag.last_seen_at === null ? 'never' : <RelativeTime at={flag.last_seen_at} />}
      {stale !== undefined && (
        <Hint text={stale} className={styles.stale}>
          <IconAlertTriangle size={13} aria-hidden />
          {flag.stale}
        </Hint>
      )}
    </span>
  );
}
