import { useState } from 'react';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { useApi } from '../../api/use-api.ts';
import { SeriesColoursProvider } from '../../charts/series-colours.tsx';
import { ErrorState } from '../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import { CopyField } from '../../design/inputs/copy-field.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import factStyles from '../../design/layout/header-facts.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { AppLink } from '../../design/primitives/app-link.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { pageHref } from '../../navigation/page-path.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useLeaveGuard } from '../../navigation/use-leave-guard.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { oneOf, usePageSearch } from '../../navigation/use-page-search.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';
import { draftOfExperiment, type ExperimentDraft } from './design-form/experiment-draft.ts';
import type { Experiment } from './experiment.ts';
import styles from './experiment-page.module.css';
import { statusLabels, statusWords } from './experiment-state.ts';
import { ResultsTab } from './results/results-tab.tsx';
import { DesignTab } from './tabs/design-tab.tsx';
import { HistoryTab } from './tabs/history-tab.tsx';
import { MoveButtons } from './tabs/move-buttons.tsx';

const readSearch = (raw: Readonly<Record<string, unknown>>) => ({
  tab: oneOf(raw.tab, ['results', 'design', 'history', ''], ''),
});

export function ExperimentPage() {
  const key = useRouteParam('key');
  const href = usePageHref();
  usePageTitle(key);
  const { data, error, refetch } = useApi('/v1/experiments/:id', { params: { id: key } });
  if (data !== undefined) return <LoadedExperiment key={data.id} experiment={data} />;
  // Without a heading: the focus waits for the one that stays.
  if (error === null) return <LoadingBlock height={520} />;
  return (
    <>
      <PageHeader title={key} breadcrumbs={[{ label: 'Experiments', href: href('/experiments') }]} />
      <ErrorState
        title={error.status === 404 ? 'Experiment not found' : "Couldn't load the experiment"}
        requestId={error.status === 404 ? undefined : error.requestId}
        onRetry={() => void refetch()}
      >
        {error.status === 404 ? 'It may have another key or belong to another project.' : error.message}
      </ErrorState>
    </>
  );
}

function LoadedExperiment({ experiment }: { readonly experiment: Experiment }) {
  const { project, environment } = useEnvironment();
  const { can } = useRole();
  const href = usePageHref();
  const [search, change] = usePageSearch(readSearch);
  const [edits, setEdits] = useState<Partial<ExperimentDraft>>();
  const stored = draftOfExperiment(experiment);
  const draft = { ...stored, ...edits };
  const isDirty = edits !== undefined && JSON.stringify(draft) !== JSON.stringify(stored);
  const guard = useLeaveGuard(isDirty, `Your changes to ${experiment.key}`);
  const home = project.environments.find(({ id }) => id === experiment.environment_id);
  const isElsewhere = home !== undefined && home.id !== environment.id;
  const where = home?.slug ?? environment.slug;
  const tab = search.tab === '' ? (experiment.status === 'draft' ? 'design' : 'results') : search.tab;
  const { label, tone } = statusLabels[experiment.status];
  return (
    <SeriesColoursProvider>
      <PageHeader
        title={experiment.name}
        breadcrumbs={[{ label: 'Experiments', href: href('/experiments') }]}
        badge={<StatusBadge tone={tone}>{label}</StatusBadge>}
        description={experiment.hypothesis ?? undefined}
        actions={
          can('editor') && !isElsewhere ? (
            <MoveButtons experiment={experiment} environment={where} isDirty={isDirty} />
          ) : undefined
        }
      />
      {isElsewhere && (
        <p className={styles.elsewhere}>
          This experiment belongs to {where}. You are viewing {environment.slug}.{' '}
          <AppLink
            href={pageHref(
              { project: project.slug, environment: home.slug },
              '/experiments/$key',
              { key: experiment.key },
              {},
            )}
          >
            Open it in {where}
          </AppLink>
        </p>
      )}
      <dl className={factStyles.facts}>
        <div>
          <dt>Key</dt>
          <dd>
            <CopyField value={experiment.key} label="Copy experiment key" isInline />
          </dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{statusWords(experiment, where)}</dd>
        </div>
        <div>
          <dt>Started</dt>
          <dd>{experiment.started_at === null ? 'not started' : <RelativeTime at={experiment.started_at} />}</dd>
        </div>
        {experiment.completed_at !== null && (
          <div>
            <dt>Completed</dt>
            <dd>
              <RelativeTime at={experiment.completed_at} />
            </dd>
          </div>
        )}
      </dl>
      <div className={styles.tabs}>
        <SegmentedTabs
          label="Experiment views"
          tabs={[
            { value: 'results', label: 'Results' },
            { value: 'design', label: 'Design' },
            { value: 'history', label: 'History' },
          ]}
          value={tab}
          onChange={(chosen) => change({ tab: chosen })}
        />
      </div>
      {tab === 'results' && <ResultsTab experiment={experiment} />}
      {tab === 'design' && (
        <DesignTab
          experiment={experiment}
          environment={where}
          draft={draft}
          isDirty={isDirty}
          onChange={(part) => setEdits((before) => ({ ...before, ...part }))}
          onDiscard={() => setEdits(undefined)}
        />
      )}
      {tab === 'history' && <HistoryTab experiment={experiment} />}
      {guard}
    </SeriesColoursProvider>
  );
}
