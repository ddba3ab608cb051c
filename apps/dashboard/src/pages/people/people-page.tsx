import type { Wire } from '@lamppost/protocol';
import { IconUsers } from '@tabler/icons-react';
import { tableOf } from '../../api/table-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { type DataColumn, DataTable } from '../../design/data-table/data-table.tsx';
import { SearchField } from '../../design/inputs/search-field.tsx';
import { Hint } from '../../design/layout/hint.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { RelativeTime } from '../../design/values/relative-time.tsx';
import { ShortNumber } from '../../design/values/short-number.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { textOf, usePageSearch } from '../../navigation/use-page-search.ts';
import styles from './people.module.css';
import { PeopleTabs } from './people-tabs.tsx';
import { kindWords, personName } from './person-words.ts';

type PersonRow = Wire['PersonRow'];

const MAX_SEARCH_LENGTH = 320;
const readSearch = (raw: Readonly<Record<string, unknown>>) => ({
  q: textOf(raw.q)?.slice(0, MAX_SEARCH_LENGTH) || undefined,
});

const columns: readonly DataColumn<PersonRow>[] = [
  {
    id: 'person',
    header: 'Person',
    width: 'minmax(200px, 3fr)',
    onCard: 'title',
    cell: ({ id, attributes }) => {
      const name = personName(attributes);
      return (
        <span className={styles.name}>
          {name !== undefined && <bdi className={styles.title}>{name}</bdi>}
          <bdi className={name === undefined ? `${styles.title} ${styles.mono}` : styles.id}>{id}</bdi>
        </span>
      );
    },
  },
  {
    id: 'kind',
    header: 'Type',
    width: '110px',
    cell: ({ kind }) => <Hint text={kindWords[kind].hint}>{kindWords[kind].label}</Hint>,
  },
  { id: 'last', header: 'Last seen', width: '110px', cell: ({ last_seen: at }) => <RelativeTime at={at} /> },
  { id: 'first', header: 'First seen', width: '110px', cell: ({ first_seen: at }) => <RelativeTime at={at} /> },
  {
    id: 'platform',
    header: 'Platform',
    width: 'minmax(90px, 1fr)',
    hint: 'When last seen',
    cell: ({ platform, app_version: version }) => (
      <bdi className={styles.cut}>{[platform, version].filter((fact) => fact !== null).join(' ') || '–'}</bdi>
    ),
  },
  { id: 'country', header: 'Country', width: '90px', cell: ({ country }) => country ?? '–' },
  {
    id: 'events',
    header: 'Events',
    width: '90px',
    align: 'end',
    cell: ({ event_count: count }) => <ShortNumber value={count} unit="events" />,
  },
];

export function PeoplePage() {
  const href = usePageHref();
  const [{ q }, change] = usePageSearch(readSearch);
  const list = useApiList('/v1/people', { query: { search: q, limit: 100 } });
  return (
    <>
      <PageHeader title="People" description="All users, most recent first" />
      <div className={styles.page}>
        <PeopleTabs value="people" />
        <Panel isFlush>
          <div className={styles.filters}>
            <SearchField
              label="Search by id or email"
              width={280}
              value={q ?? ''}
              onChange={(text) => change({ q: text === '' ? undefined : text }, { isReplaced: true })}
            />
          </div>
          <DataTable
            label="People"
            {...tableOf(list, "Couldn't load people")}
            columns={columns}
            rowId={({ kind, id }) => `${kind} ${id}`}
            rowHref={({ id, kind }) => href('/people/$id', { id }, kind === 'user' ? {} : { kind })}
            rowHeight={list.rows.some(({ attributes }) => personName(attributes) !== undefined) ? 52 : undefined}
            empty={q === undefined ? nobodyYet : nobodyFound}
          />
        </Panel>
      </div>
    </>
  );
}

const nobodyFound = {
  title: 'No matching users',
  children: 'Search matches any part of a user, anonymous or device id (case-sensitive), or a full email address.',
};

const nobodyYet = {
  icon: <IconUsers size={28} stroke={1.4} />,
  title: 'No users yet',
  children:
    'Users appear with their first event, by user id, anonymous id or device id. Identify users to link activity before and after sign-in.',
  snippet: {
    language: 'bash' as const,
    code: `curl '${typeof window === 'undefined' ? '' : window.location.origin}/v1/devices/phone-1/identify' \\
  -H "Authorization: Bearer $PUBLISHABLE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"user_id": "user_1", "attributes": {"plan": "pro"}}'`,
  },
};
