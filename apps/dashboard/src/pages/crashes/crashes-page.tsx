import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { SavedViews } from '../../navigation/saved-views/saved-views.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { CrashGroupsTab } from './crash-groups-tab.tsx';
import { readCrashesSearch } from './crashes-search.ts';
import { SymbolsTab } from './symbols/symbols-tab.tsx';

export function CrashesPage() {
  const [search, change] = usePageSearch(readCrashesSearch);
  const href = usePageHref();
  return (
    <>
      <PageHeader
        title="Crashes"
        description="Crash reports grouped by cause"
        actions={search.tab === 'groups' ? <SavedViews page="crashes" /> : undefined}
      />
      <div className={flowStyles.stack16}>
        <SegmentedTabs
          label="Crash views"
          value={search.tab}
          onChange={(tab) => change({ tab })}
          tabs={[
            { value: 'groups', label: 'Groups', href: href('/crashes') },
            { value: 'symbols', label: 'Symbols', href: href('/crashes', { tab: 'symbols' }) },
          ]}
        />
        {search.tab === 'groups' ? (
          <CrashGroupsTab search={search} onChange={change} />
        ) : (
          <SymbolsTab search={search} onChange={change} />
        )}
      </div>
    </>
  );
}
