import type { Wire } from '@lamppost/protocol';
import { Button, Switch } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useRole } from '../../api/environment.ts';
import { tableOf } from '../../api/table-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { SearchField } from '../../design/inputs/search-field.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { Hint } from '../../design/primitives/hint.tsx';
import { NameCell } from '../../design/primitives/name-cell.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { textOf, usePageSearch } from '../../navigation/use-page-search.ts';
import { CohortDialog } from './cohort-dialog.tsx';
import { kindWords, statusOf } from './cohort-words.ts';
import styles from './cohorts.module.css';
import { describeCohort } from './definition/describe-cohort.ts';

type CohortRow = Wire['CohortRow'];

const readSearch = (raw: Readonly<Record<string, unknown>>) => ({
  q: textOf(raw.q) || undefined,
  archived: raw.archived === true ? true : undefined,
  new: raw.new === true ? true : undefined,
});

const columns: readonly DataColumn<CohortRow>[] = [
  {
    id: 'name',
    header: 'Cohort',
    width: 'minmax(180px, 2fr)',
    onCard: 'title',
    cell: ({ name, key }) => <NameCell name={name} code={key} />,
  },
  {
    id: 'definition',
    header: 'Definition',
    width: 'minmax(180px, 3fr)',
    cell: (cohort) => <bdi className={styles.cut}>{describeCohort(cohort)}</bdi>,
  },
  {
    id: 'kind',
    header: 'Type',
    width: '100px',
    cell: ({ kind }) => <Hint text={kindWords[kind].hint}>{kindWords[kind].label}</Hint>,
  },
  {
    id: 'size',
    header: 'People',
    width: '90px',
    align: 'end',
    sortValue: ({ size }) => size,
    cell: ({ size }) => (size === null ? '–' : <ShortNumber value={size} unit="people" />),
  },
  {
    id: 'status',
    header: 'Status',
    width: '120px',
    cell: (cohort) => {
      const { tone, label } = statusOf(cohort);
      return <StatusBadge tone={tone}>{label}</StatusBadge>;
    },
  },
  {
    id: 'computed',
    header: 'Computed',
    width: '110px',
    sortValue: ({ computed_at: at }) => at,
    cell: ({ computed_at: at }) => (at === null ? '–' : <RelativeTime at={at} />),
  },
  {
    id: 'flags',
    header: 'In use',
    width: '110px',
    cell: (cohort) => (cohort.is_used_by_flags ? 'Yes' : 'No'),
  },
];

export function CohortsPage() {
  const { can } = useRole();
  const href = usePageHref();
  const navigate = useNavigateTo();
  const [search, change] = usePageSearch(readSearch);
  const list = useApiList('/v1/cohorts', {
    query: { search: search.q, include_archived: search.archived, limit: 100 },
  });
  const canEdit = can('editor');
  return (
    <>
      <PageHeader
        title="Cohorts"
        description="Sets of people to filter insights and target flags"
        actions={
          canEdit ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: true })}>
              New cohort
            </Button>
          ) : undefined
        }
      />
      <Panel isFlush>
        <div className={styles.filters}>
          <SearchField
            label="Search cohorts"
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
          label="Cohorts"
          {...tableOf(list, "Couldn't load cohorts")}
          columns={columns}
          rowId={(cohort) => cohort.id}
          rowHref={(cohort) => href('/cohorts/$key', { key: cohort.key })}
          empty={
            search.q === undefined
              ? {
                  icon: <IconUsersGroup size={28} stroke={1.4} />,
                  title: 'No cohorts yet',
                  children: 'Create a cohort by what people did, by what is known of them, or from a list of user ids.',
                  action: canEdit ? (
                    <Button size="xs" onClick={() => change({ new: true })}>
                      Create cohort
                    </Button>
                  ) : undefined,
                }
              : { title: 'No matching cohorts', children: 'Search covers key and name.' }
          }
        />
      </Panel>
      {canEdit && (
        <CohortDialog
          isOpen={search.new === true}
          onClose={() => change({ new: undefined }, { isReplaced: true })}
          onSaved={(key) => navigate(href('/cohorts/$key', { key }))}
        />
      )}
    </>
  );
}
