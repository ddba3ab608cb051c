import type { Wire } from '@lamppost/protocol';
import { useApiList } from '../../api/use-api.ts';
import { Hint } from '../../design/primitives/hint.tsx';
import { NameCell } from '../../design/primitives/name-cell.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import textStyles from '../../design/primitives/text.module.css';
import type { DataColumn } from '../../design/tables/data-table.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { RecordList } from '../../records/record-list.tsx';
import { useRecordSearch } from '../../records/use-record-search.ts';
import { CohortDialog } from './cohort-dialog.tsx';
import { kindWords, statusOf } from './cohort-words.ts';
import { describeCohort } from './definition/describe-cohort.ts';

type CohortRow = Wire['CohortRow'];

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
    cell: (cohort) => <bdi className={textStyles.cell}>{describeCohort(cohort)}</bdi>,
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
    cell: ({ size }) => (size === null ? '–' : <ShortNumber value={size} unit="people" one="person" />),
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
  const href = usePageHref();
  const { query, ...search } = useRecordSearch();
  const list = useApiList('/v1/cohorts', { query });
  return (
    <RecordList
      noun="cohort"
      description="Sets of people to filter insights and target flags"
      {...search}
      list={list}
      columns={columns}
      hrefOf={(key) => href('/cohorts/$key', { key })}
      firstSteps="Create a cohort by what people did, by their attributes, or from a list of user ids."
      newDialog={(props) => <CohortDialog {...props} />}
    />
  );
}
