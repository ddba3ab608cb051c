import type { Wire } from '@lamppost/protocol';
import { failureOf } from '../../../api/failure-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { formatCount } from '../../../design/format/format-count.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { ShortNumber } from '../../../design/primitives/short-number.tsx';
import { Sparkline } from '../../../design/primitives/sparkline.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import { type DataColumn, DataTable } from '../../../design/tables/data-table.tsx';
import { PageLink } from '../../../navigation/page-link.tsx';
import { useBounds } from '../../../navigation/use-bounds.ts';
import { usePageHref } from '../../../navigation/use-page-href.ts';
import { crashGroupStatus } from '../../../records/crash-group-status.ts';
import type { Release } from '../release-words.ts';

type Group = Wire['CrashGroupRow'];

const columns: readonly DataColumn<Group>[] = [
  {
    id: 'title',
    header: 'Crash',
    width: 'minmax(260px, 4fr)',
    onCard: 'title',
    cell: (group) => <bdi title={group.title.slice(0, 1000)}>{group.culprit ?? group.title}</bdi>,
  },
  {
    id: 'type',
    header: 'Exception',
    width: 'minmax(160px, 2fr)',
    cell: (group) => <bdi>{group.exception_type ?? '–'}</bdi>,
  },
  {
    id: 'status',
    header: 'Status',
    width: '120px',
    cell: (group) => <StatusBadge tone={crashGroupStatus(group).tone}>{crashGroupStatus(group).text}</StatusBadge>,
  },
  {
    id: 'sparkline',
    header: 'In this range',
    width: '120px',
    onCard: 'hidden',
    cell: (group) => <Sparkline values={group.sparkline} width={104} height={24} />,
  },
  {
    id: 'reports',
    header: 'Reports',
    align: 'end',
    width: '84px',
    cell: (group) => <ShortNumber value={group.reports} unit="reports" one="report" />,
  },
  {
    id: 'first',
    header: 'First seen',
    align: 'end',
    width: '104px',
    cell: (group) => (group.first_seen === null ? '–' : <RelativeTime at={group.first_seen} />),
  },
];

const MAX_LOOKED_AT = 100;

/** Crash groups that no earlier version has reported. */
export function FirstCrashes({ release }: { readonly release: Release }) {
  const { from, to } = useBounds();
  const href = usePageHref();
  const groups = useApiList('/v1/crashes/groups', {
    query: {
      from,
      to,
      app_version: release.version,
      platform: release.platform === 'backend' ? undefined : release.platform,
      sort: 'first_seen',
      limit: MAX_LOOKED_AT,
    },
  });
  const rows = groups.rows.filter(({ first_version }) => first_version === release.version);
  const others = groups.rows.length - rows.length;
  return (
    <Panel
      title="New crashes"
      description="First seen in this release, with reports in this range"
      isFlush
      footer={
        others > 0 ? (
          <>
            {formatCount(others, 'group')} from older versions also crashed in this release.{' '}
            <PageLink page="/crashes" search={{ version: release.version, status: 'all' }}>
              Show all crashes of {release.version}
            </PageLink>
          </>
        ) : undefined
      }
    >
      <DataTable
        label="Crashes first seen in this release"
        rows={rows}
        columns={columns}
        rowId={(group) => group.id}
        rowHref={(group) => href('/crashes/$id', { id: group.id })}
        isLoading={groups.isPending}
        error={failureOf(groups, "Couldn't load crashes")}
        empty={{ title: 'No new crashes in this range' }}
      />
    </Panel>
  );
}
