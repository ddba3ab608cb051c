import { Button, Select } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useEnvironment } from '../../../api/environment.ts';
import { failureOf } from '../../../api/failure-of.ts';
import { useApi, useApiList } from '../../../api/use-api.ts';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { ErrorState } from '../../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../../design/feedback/loading-block.tsx';
import { MINUTE_MS } from '../../../design/format/units.ts';
import { MoreButton } from '../../../design/inputs/more-button.tsx';
import { SearchField } from '../../../design/inputs/search-field.tsx';
import { HistoryList } from '../../../design/layout/history-list.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { useTimeZone } from '../../../design/primitives/time-zone.tsx';
import { RangePicker } from '../../../design/range-picker/range-picker.tsx';
import { boundsOf, readRange, type TimeRange, writeRange } from '../../../navigation/time-range.ts';
import { usePageSearch } from '../../../navigation/use-page-search.ts';
import styles from '../settings.module.css';
import { readChangesSearch } from '../settings-search.ts';
import { changeEntry } from './change-entry.tsx';
import { entityNoun } from './change-sentence.ts';

const kinds = [
  'targeting',
  'flag',
  'schedule',
  'experiment',
  'change_request',
  'group',
  'group_member',
  'dashboard',
  'dashboard_share',
  'event_schema',
  'symbol_file',
  'release',
  'crash_group',
  'api_key',
  'environment',
  'member',
  'invitation',
  'project',
  'job',
];

const kindChoices = kinds.map((value) => ({
  value,
  label: { targeting: 'Flag targeting', group_member: 'Group members' }[value] ?? plural(value),
}));

function plural(kind: string): string {
  const noun =
    {
      event_schema: 'event schema',
      invitation: 'invitation',
      dashboard_share: 'share link',
      change_request: 'change request',
    }[kind] ?? entityNoun(kind);
  return `${noun.replace(/^./, (letter) => letter.toUpperCase())}${/(s|sh|ch)$/.test(noun) ? 'es' : 's'}`;
}

const readWhen = (raw: Readonly<Record<string, unknown>>): { when: TimeRange | undefined } => ({
  when: raw.range === undefined && raw.from === undefined ? undefined : readRange(raw),
});

type ChangeList = ReturnType<typeof useApiList<'/v1/changes'>>;

export function ChangesTab() {
  const { project, environment } = useEnvironment();
  const [search, change] = usePageSearch(readChangesSearch);
  const [{ when }, changeWhen] = usePageSearch(readWhen);
  const timeZone = useTimeZone();
  const bounds = useMemo(
    () => (when === undefined ? {} : boundsOf(when, Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS, timeZone)),
    [when, timeZone],
  );
  const list = useApiList('/v1/changes', {
    query: {
      limit: 50,
      entity_type: search.kind,
      entity_id: search.entity,
      actor_id: search.person,
      search: search.q,
      ...bounds,
    },
  });
  const people = usePeopleChoices(search.person);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  const setRange = (range: TimeRange | undefined) => {
    // The default of other pages is written out here: without one, all times are shown.
    const none = { range: undefined, from: undefined, to: undefined };
    const written = range === undefined ? none : writeRange(range);
    const isDefault = range?.kind === 'relative' && written.range === undefined;
    changeWhen({ ...written, ...(isDefault ? { range: range.last } : {}) } as never);
  };
  const isFiltered = Object.values(search).some((value) => value !== undefined) || when !== undefined;
  const slugOf = (id: string | null) => project.environments.find((other) => other.id === id)?.slug;
  const clear = () => {
    change({ kind: undefined, q: undefined, person: undefined, entity: undefined });
    setRange(undefined);
  };
  return (
    <div className={styles.tab}>
      <Panel
        title="Change log"
        description="All changes in this project, newest first. Entries can't be edited or deleted."
        isFlush
      >
        <div className={styles.filters}>
          <SearchField
            label="Search by key or name"
            value={search.q ?? ''}
            onChange={(q) => change({ q: q === '' ? undefined : q }, { isReplaced: true })}
            width={200}
          />
          <Select
            size="xs"
            aria-label="Type"
            placeholder="Any type"
            data={kindChoices}
            value={search.kind ?? null}
            onChange={(kind) => change({ kind: kind ?? undefined })}
            clearable
            searchable
            clearButtonProps={{ 'aria-label': 'Any type' }}
          />
          <Select
            size="xs"
            aria-label="Member"
            placeholder="Any member"
            data={people}
            value={search.person ?? null}
            onChange={(person) => change({ person: person ?? undefined })}
            clearable
            searchable
            clearButtonProps={{ 'aria-label': 'Any member' }}
          />
          <RangePicker
            value={when}
            onChange={setRange}
            none={{ words: 'Any time', onChoose: () => setRange(undefined) }}
          />
          {isFiltered && (
            <Button variant="subtle" color="gray" size="xs" onClick={clear}>
              Clear filters
            </Button>
          )}
        </div>
        <LogBody list={list} isFiltered={isFiltered}>
          <HistoryList
            label="Changes"
            entries={list.rows.map((row) =>
              changeEntry(row, {
                environment: slugOf(row.environment_id),
                scope: { project: project.slug, environment: slugOf(row.environment_id) ?? environment.slug },
                isOpen: open.has(row.id),
                onToggle: () => toggle(row.id),
              }),
            )}
          />
        </LogBody>
      </Panel>
    </div>
  );
}

interface LogBodyProps {
  readonly list: ChangeList;
  readonly isFiltered: boolean;
  readonly children: ReactNode;
}

function LogBody({ list, isFiltered, children }: LogBodyProps) {
  const failure = failureOf(list, "Couldn't load the change log");
  if (failure !== undefined) return <ErrorState {...failure} />;
  if (list.isPending) {
    return (
      <div className={styles.body}>
        <LoadingBlock height={280} shape="lines" />
      </div>
    );
  }
  if (list.rows.length === 0) {
    return (
      <EmptyState
        icon={<IconHistory size={28} stroke={1.4} />}
        title={isFiltered ? 'No matching changes' : 'No changes yet'}
      >
        {isFiltered ? 'Remove a filter to see more.' : 'Changes by members and keys appear here.'}
      </EmptyState>
    );
  }
  return (
    <div className={styles.body}>
      {children}
      {list.hasNextPage && <MoreButton list={list}>Show older changes</MoreButton>}
    </div>
  );
}

/** Members and keys of the project, and who else changes things. */
function usePeopleChoices(chosen: string | undefined) {
  const members = useApi('/v1/members', { query: { limit: 100 } });
  const keys = useApi('/v1/keys', { query: { limit: 100 } });
  return useMemo(() => {
    const groups = [
      {
        group: 'Members',
        items: (members.data ?? []).map(({ id, name, email }) => ({ value: id, label: name ?? email })),
      },
      {
        group: 'Keys',
        items: (keys.data ?? [])
          .filter(({ kind }) => kind === 'secret')
          .map(({ id, name, hint }) => ({ value: id, label: `${name} …${hint}` })),
      },
      { group: 'Others', items: [{ value: 'operator', label: 'Operator' }] },
    ];
    const isKnown = groups.some(({ items }) => items.some(({ value }) => value === chosen));
    if (chosen === undefined || isKnown) return groups;
    return [...groups, { group: 'Not a member', items: [{ value: chosen, label: chosen }] }];
  }, [members.data, keys.data, chosen]);
}
