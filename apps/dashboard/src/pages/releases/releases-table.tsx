import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { failureOf } from '../../api/failure-of.ts';
import type { PagedList } from '../../api/table-of.ts';
import { formatPercent } from '../../design/format/format-number.ts';
import { isClearShareChange } from '../../design/format/is-clear-change.ts';
import { platformWords } from '../../design/format/platform-words.ts';
import { MoreButton } from '../../design/inputs/more-button.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import { Change } from '../../design/primitives/change.tsx';
import { Hint } from '../../design/primitives/hint.tsx';
import { Percent } from '../../design/primitives/percent.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { orderReleases } from './order-releases.ts';
import {
  evidenceSentence,
  healthWords,
  type Release,
  releaseBefore,
  releaseStatus,
  statusText,
  tierWords,
} from './release-words.ts';
import styles from './releases.module.css';
import { type ReleasesSearch, releaseChannels, releasePlatforms, releaseStatuses } from './releases-search.ts';

export interface ReleasesTableProps {
  readonly releases: PagedList<Release>;
  readonly search: ReleasesSearch;
  readonly onChange: (change: Partial<{ [K in keyof ReleasesSearch]: ReleasesSearch[K] | undefined }>) => void;
}

const platformTabs = releasePlatforms.map((value) => ({
  value,
  label: value === 'all' ? 'All' : platformWords[value],
}));
const notAll = <T extends string>(value: T): T | undefined => (value === 'all' ? undefined : value);

export function ReleasesTable({ releases, search, onChange }: ReleasesTableProps) {
  const href = usePageHref();
  const columns = useMemo(() => releaseColumns(releases.rows), [releases.rows]);
  const rows = useMemo(() => orderReleases(releases.rows), [releases.rows]);
  const isFiltered = search.platform !== 'all' || search.channel !== 'all' || search.status !== 'all';
  return (
    <Panel isFlush footer={releases.hasNextPage ? <MoreButton list={releases} /> : undefined}>
      <div className={styles.filterRow}>
        <SegmentedTabs
          label="Platform"
          look="pills"
          tabs={platformTabs}
          value={search.platform}
          onChange={(platform) => onChange({ platform: notAll(platform) })}
        />
        <div className={flowStyles.row8}>
          <Select
            size="xs"
            w={150}
            aria-label="Channel"
            data={releaseChannels.map((value) => ({ value, label: value === 'all' ? 'All channels' : value }))}
            value={search.channel}
            onChange={(channel) => channel !== null && onChange({ channel: notAll(channel) })}
            allowDeselect={false}
          />
          <Select
            size="xs"
            w={150}
            aria-label="Status"
            data={releaseStatuses.map((value) => ({
              value,
              label: value === 'all' ? 'Any status' : statusText(value),
            }))}
            value={search.status}
            onChange={(status) => status !== null && onChange({ status: notAll(status) })}
            allowDeselect={false}
          />
        </div>
      </div>
      <DataTable
        label="Releases"
        rows={rows}
        columns={columns}
        rowId={(release) => release.id}
        rowHref={(release) => href('/releases/$id', { id: release.id })}
        isLoading={releases.isPending}
        error={failureOf(releases, "Couldn't load releases")}
        empty={isFiltered ? { title: 'No releases match these filters' } : noReleases(window.location.origin)}
      />
    </Panel>
  );
}

const noReleases = (origin: string) => ({
  title: 'No releases yet',
  children: 'Releases are detected from events, metrics and crash reports. Or register one from CI:',
  snippet: {
    language: 'bash' as const,
    code: `curl ${origin}/v1/releases -H "Authorization: Bearer $SECRET_KEY" \\\n  -d '{"version": "1.0.0", "platform": "ios", "rollout_pct": 10}'`,
  },
});

function releaseColumns(all: readonly Release[]): readonly DataColumn<Release>[] {
  return [
    {
      id: 'version',
      header: 'Version',
      width: 'minmax(150px, 1.5fr)',
      onCard: 'title',
      cell: (release) => (
        <>
          <bdi className={textStyles.strong}>{release.version}</bdi>
          <span className={styles.platform}>{platformWords[release.platform]}</span>
          {release.channel !== 'production' && <span className={styles.platform}>{release.channel}</span>}
        </>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 'minmax(165px, 1fr)',
      cell: (release) => {
        const { tone, text } = releaseStatus(release);
        return <StatusBadge tone={tone}>{text}</StatusBadge>;
      },
    },
    {
      id: 'health',
      header: 'Health',
      width: 'minmax(170px, 1.4fr)',
      hint: 'Last 30 days: 100 minus penalties for crashes and failed requests',
      cell: (release) => <Health release={release} />,
    },
    {
      id: 'crash-free',
      header: 'Crash-free',
      hint: 'Share of sessions in the last 30 days',
      align: 'end',
      width: '100px',
      cell: (release) => <Percent value={release.crash_free_rate} of="sessions" digits={2} />,
    },
    {
      id: 'change',
      header: 'Change',
      hint: 'Crash-free sessions vs. previous release',
      align: 'end',
      width: '140px',
      cell: (release) => <CrashFreeChange release={release} before={releaseBefore(release, all)} />,
    },
    {
      id: 'adoption',
      header: 'Adoption',
      hint: "Share of its platform's sessions in the last 24 hours",
      align: 'end',
      width: '150px',
      cell: (release) => <Adoption percent={release.adoption_pct} />,
    },
    {
      id: 'sessions',
      header: 'Sessions',
      align: 'end',
      width: '90px',
      onCard: 'hidden',
      cell: (release) => (
        <ShortNumber value={release.total_sessions} unit="sessions in 30 days" one="session in 30 days" />
      ),
    },
    {
      id: 'deployed',
      header: 'Deployed',
      align: 'end',
      width: '100px',
      cell: (release) => (release.deployed_at === null ? '–' : <RelativeTime at={release.deployed_at} />),
    },
  ];
}

function Health({ release }: { readonly release: Release }) {
  const { tone, text } = healthWords(release.health_status);
  const evidence = evidenceSentence(release);
  return (
    <span className={styles.marks}>
      <StatusBadge tone={tone}>
        {release.health_score === null ? text : `${text} ${Math.round(release.health_score)}`}
      </StatusBadge>
      {release.regression_tier !== null && (
        <Hint text={evidence ?? ''}>
          <StatusBadge tone={tierWords[release.regression_tier].tone}>
            {release.regression_tier === 'confirmed' ? 'Regression' : 'Possible regression'}
          </StatusBadge>
        </Hint>
      )}
    </span>
  );
}

function CrashFreeChange({ release, before }: { readonly release: Release; readonly before: Release | undefined }) {
  if (release.crash_free_rate === null || before?.crash_free_rate == null) return '–';
  const isClear = isClearShareChange(
    { percent: release.crash_free_rate, of: release.total_sessions },
    { percent: before.crash_free_rate, of: before.total_sessions },
  );
  return (
    <Change
      now={release.crash_free_rate}
      before={before.crash_free_rate}
      good={isClear ? 'up' : undefined}
      changeIn="points"
      format={(value) => formatPercent(value, 2)}
      against={before.version}
    />
  );
}

function Adoption({ percent }: { readonly percent: number | null }) {
  if (percent === null) return '–';
  return (
    <span className={styles.adoption}>
      <span className={styles.track} aria-hidden>
        <span className={styles.fill} style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      <Percent value={percent} of="sessions of its platform in the last 24 hours" digits={1} />
    </span>
  );
}
