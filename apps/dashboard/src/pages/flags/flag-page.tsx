import { useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { useApi } from '../../api/use-api.ts';
import { SeriesColoursProvider } from '../../charts/series-colours.tsx';
import { ErrorState } from '../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import { formatDay } from '../../design/format/format-time.ts';
import { memberLabel } from '../../design/format/member-label.ts';
import { CopyField } from '../../design/inputs/copy-field.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import factStyles from '../../design/layout/header-facts.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useLeaveGuard } from '../../navigation/use-leave-guard.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { oneOf, usePageSearch } from '../../navigation/use-page-search.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';
import { TargetingTab } from './editor/targeting-tab.tsx';
import { useTargetingDraft } from './editor/use-targeting-draft.ts';
import styles from './flag-page.module.css';
import { kindChoices, labelOf, platformChoices, valueTypeChoices } from './flag-words.ts';
import { CompareTab } from './tabs/compare-tab.tsx';
import { DetailsTab, type FlagDetails } from './tabs/details-tab.tsx';
import { HistoryTab } from './tabs/history-tab.tsx';
import { patchToward } from './targeting/flag-patch.ts';
import { flagState, staleWords } from './targeting/flag-state.ts';
import { valueText } from './targeting/rule-words.ts';
import type { Flag, Targeting } from './targeting/targeting.ts';

const tabs = ['targeting', 'environments', 'history', 'details'] as const;

const readSearch = (raw: Readonly<Record<string, unknown>>) => ({
  tab: oneOf(raw.tab, tabs, 'targeting'),
  days: raw.days === 30 ? 30 : 7,
  changes: oneOf(raw.changes, ['here', 'everywhere'], 'here'),
});

export function FlagPage() {
  const key = useRouteParam('key');
  const { environment } = useEnvironment();
  const href = usePageHref();
  usePageTitle(key);
  const flag = useApi('/v1/flags/:id', { params: { id: key } });
  const targeting = useApi('/v1/flags/:id/rules', { params: { id: key } });
  const problem = flag.error ?? targeting.error;
  if (problem !== null && (flag.data === undefined || targeting.data === undefined)) {
    return (
      <>
        <PageHeader title={key} breadcrumbs={[{ label: 'Flags', href: href('/flags') }]} />
        <ErrorState
          title={problem.status === 404 ? 'Flag not found' : "Couldn't load the flag"}
          requestId={problem.status === 404 ? undefined : problem.requestId}
          onRetry={() => {
            void flag.refetch();
            void targeting.refetch();
          }}
        >
          {problem.status === 404 ? 'It may have another key or belong to another project.' : problem.message}
        </ErrorState>
      </>
    );
  }
  if (flag.data === undefined || targeting.data === undefined) {
    // Without a heading: the focus waits for the one that stays.
    return <LoadingBlock height={520} />;
  }
  return <LoadedFlag key={`${flag.data.id} ${environment.id}`} flag={flag.data} targeting={targeting.data} />;
}

function LoadedFlag({ flag, targeting }: { readonly flag: Flag; readonly targeting: Targeting }) {
  const { environment } = useEnvironment();
  const href = usePageHref();
  const [search, change] = usePageSearch(readSearch);
  const state = useTargetingDraft(targeting, flag.value_type);
  const [details, setDetails] = useState<FlagDetails>({});
  const isFlagDirty = Object.keys(patchToward(flag, details as Record<string, unknown>)).length > 0;
  const guard = useLeaveGuard(state.isDirty || isFlagDirty, `Your changes to ${flag.key}`);
  const words = flagState(flag, targeting, environment.slug);
  const stale = staleWords(flag.stale);
  return (
    <SeriesColoursProvider>
      <PageHeader
        title={flag.name}
        breadcrumbs={[{ label: 'Flags', href: href('/flags') }]}
        badge={<StatusBadge tone={words.tone}>{words.short}</StatusBadge>}
        description={flag.description ?? undefined}
      />
      <dl className={factStyles.facts}>
        <div>
          <dt>Key</dt>
          <dd>
            <CopyField value={flag.key} label="Copy flag key" isInline />
          </dd>
        </div>
        <div>
          <dt>Serving</dt>
          <dd>
            {targeting.kill !== null && words.kind === 'killed' ? (
              <>
                Killed <RelativeTime at={targeting.kill.at} />: <bdi>{targeting.kill.reason}</bdi>
              </>
            ) : (
              words.words
            )}
          </dd>
        </div>
        <div>
          <dt>Type</dt>
          <dd>{labelOf(valueTypeChoices, flag.value_type)}</dd>
        </div>
        <div>
          <dt>Purpose</dt>
          <dd>
            {labelOf(kindChoices, flag.kind)}
            {flag.status === 'deprecated' && ', deprecated'}
          </dd>
        </div>
        <div>
          <dt>Platforms</dt>
          <dd>{flag.platforms.map((name) => labelOf(platformChoices, name)).join(', ')}</dd>
        </div>
        <div>
          <dt>Owner</dt>
          <dd>{flag.owner === null ? '–' : <bdi title={flag.owner.email}>{memberLabel(flag.owner)}</bdi>}</dd>
        </div>
        {flag.prerequisites.length > 0 && (
          <div>
            <dt>Prerequisites</dt>
            <dd>
              <bdi>{flag.prerequisites.map((one) => `${one.flag} is ${valueText(one.value)}`).join(', ')}</bdi>
            </dd>
          </div>
        )}
        {flag.expires_on !== null && (
          <div>
            <dt>Expires</dt>
            <dd>{formatDay(flag.expires_on, 'UTC')}</dd>
          </div>
        )}
        <div>
          <dt>Last seen</dt>
          <dd>{flag.last_seen_at === null ? 'never' : <RelativeTime at={flag.last_seen_at} />}</dd>
        </div>
      </dl>
      {stale !== undefined && <p className={styles.stale}>Stale: {stale}</p>}
      <div className={styles.tabs}>
        <SegmentedTabs
          label="Flag views"
          tabs={[
            { value: 'targeting', label: 'Targeting' },
            { value: 'environments', label: 'Environments' },
            { value: 'history', label: 'History' },
            { value: 'details', label: 'Details' },
          ]}
          value={search.tab}
          onChange={(tab) => change({ tab: tab === 'targeting' ? undefined : tab })}
        />
      </div>
      {search.tab === 'targeting' && (
        <TargetingTab
          flag={flag}
          targeting={targeting}
          state={state}
          days={search.days === 30 ? 30 : 7}
          onDays={(days) => change({ days: days === 7 ? undefined : days }, { isReplaced: true })}
        />
      )}
      {search.tab === 'environments' && <CompareTab flag={flag} />}
      {search.tab === 'history' && (
        <HistoryTab
          flag={flag}
          where={search.changes}
          onWhere={(where) => change({ changes: where === 'here' ? undefined : where })}
        />
      )}
      {search.tab === 'details' && <DetailsTab flag={flag} edits={details} onEdits={setDetails} />}
      {guard}
    </SeriesColoursProvider>
  );
}
