import { Button } from '@mantine/core';
import { IconFlask, IconPlus } from '@tabler/icons-react';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { tableOf } from '../../api/table-of.ts';
import { useApiList } from '../../api/use-api.ts';
import type { EmptyStateProps } from '../../design/feedback/empty-state.tsx';
import { formatPercent } from '../../design/format/format-number.ts';
import { SearchField } from '../../design/inputs/search-field.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { NameCell } from '../../design/primitives/name-cell.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { metricName } from '../../insights/metrics/metric-words.ts';
import { SavedViews } from '../../navigation/saved-views/saved-views.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { oneOf, textOf, usePageSearch } from '../../navigation/use-page-search.ts';
import { NewExperimentDialog } from './design-form/new-experiment-dialog.tsx';
import { type Experiment, unitWords } from './experiment.ts';
import { statusLabels } from './experiment-state.ts';
import styles from './experiments-page.module.css';
import { ResultCell } from './list/result-cell.tsx';
import { TurnsProvider } from './list/turns.tsx';

const statuses = ['all', 'draft', 'running', 'paused', 'completed', 'archived'] as const;

const readSearch = (raw: Readonly<Record<string, unknown>>) => ({
  q: textOf(raw.q) || undefined,
  status: oneOf(raw.status, statuses, 'all'),
  new: raw.new === true ? true : undefined,
});

const columns: readonly DataColumn<Experiment>[] = [
  {
    id: 'name',
    header: 'Experiment',
    width: 'minmax(220px, 3fr)',
    onCard: 'title',
    cell: ({ name, key }) => <NameCell name={name} code={key} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: '116px',
    cell: ({ status }) => <StatusBadge tone={statusLabels[status].tone}>{statusLabels[status].label}</StatusBadge>,
  },
  {
    id: 'result',
    header: 'Result',
    width: 'minmax(190px, 3fr)',
    cell: (experiment) => <ResultCell experiment={experiment} />,
  },
  {
    id: 'split',
    header: 'Variants',
    width: '76px',
    onCard: 'hidden',
    cell: ({ variants }) => variants.length,
  },
  {
    id: 'traffic',
    header: 'Traffic',
    width: '140px',
    cell: ({ traffic_pct, unit }) => `${formatPercent(traffic_pct)} of ${unitWords[unit].many}`,
  },
  {
    id: 'metric',
    header: 'Primary metric',
    width: 'minmax(150px, 2fr)',
    cell: ({ metrics }) => {
      const primary = metrics.find(({ is_primary }) => is_primary);
      return primary === undefined ? '–' : <bdi className={textStyles.cell}>{metricName(primary)}</bdi>;
    },
  },
  {
    id: 'started',
    header: 'Started',
    width: '110px',
    cell: ({ started_at }) => (started_at === null ? '–' : <RelativeTime at={started_at} />),
  },
];

export function ExperimentsPage() {
  const { environment } = useEnvironment();
  const { can } = useRole();
  const href = usePageHref();
  const navigate = useNavigateTo();
  const [search, change] = usePageSearch(readSearch);
  const status = search.status === 'all' ? undefined : search.status;
  const list = useApiList('/v1/experiments', { query: { search: search.q, status, limit: 100 } });
  const canEdit = can('editor');
  const isFiltered = search.q !== undefined || status !== undefined;
  return (
    <>
      <PageHeader
        title="Experiments"
        description={`Compare variants and measure the effect. Showing ${environment.slug}.`}
        actions={
          <>
            <SavedViews page="experiments" />
            {canEdit && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: true })}>
                New experiment
              </Button>
            )}
          </>
        }
      />
      <Panel isFlush>
        <div className={styles.filters}>
          <SearchField
            label="Search experiments"
            value={search.q ?? ''}
            onChange={(q) => change({ q: q === '' ? undefined : q }, { isReplaced: true })}
          />
          <SegmentedTabs
            label="Status"
            look="pills"
            tabs={statuses.map((value) => ({ value, label: value === 'all' ? 'All' : statusLabels[value].label }))}
            value={search.status}
            onChange={(chosen) => change({ status: chosen === 'all' ? undefined : chosen })}
          />
        </div>
        <TurnsProvider>
          <DataTable
            label="Experiments"
            {...tableOf(list, "Couldn't load experiments")}
            columns={columns}
            rowId={(experiment) => experiment.id}
            rowHref={(experiment) => href('/experiments/$key', { key: experiment.key })}
            empty={emptyState(
              isFiltered,
              canEdit,
              environment.slug,
              () => change({ new: true }),
              () => change({ q: undefined, status: undefined }),
            )}
          />
        </TurnsProvider>
      </Panel>
      {canEdit && (
        <NewExperimentDialog
          isOpen={search.new === true}
          onClose={() => change({ new: undefined }, { isReplaced: true })}
          onCreated={({ key }) => navigate(href('/experiments/$key', { key }))}
        />
      )}
    </>
  );
}

function emptyState(
  isFiltered: boolean,
  canEdit: boolean,
  environment: string,
  onNew: () => void,
  onClear: () => void,
): EmptyStateProps {
  if (isFiltered) {
    return {
      title: 'No matching experiments',
      action: (
        <Button variant="default" size="xs" onClick={onClear}>
          Clear filters
        </Button>
      ),
    };
  }
  return {
    icon: <IconFlask size={28} stroke={1.4} />,
    title: `No experiments in ${environment} yet`,
    children:
      'Create and start one, then read the variant from /v1/config in your app. Send this event when the variant is shown:',
    snippet: {
      language: 'json',
      code: '{"event": "$experiment_exposure",\n "properties": {"experiment_key": "button_colour",\n                "variant_key": "blue"}}',
    },
    action: canEdit ? (
      <Button size="xs" onClick={onNew}>
        Create experiment
      </Button>
    ) : undefined,
  };
}
