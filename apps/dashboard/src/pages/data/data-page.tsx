import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { CatalogTab } from './catalog/catalog-tab.tsx';
import { type DataTab, dataTabs, readDataSearch } from './data-search.ts';
import { FailedTab } from './failed/failed-tab.tsx';
import { LedgerTab } from './ledger/ledger-tab.tsx';
import { SchemasTab } from './schema/schemas-tab.tsx';

const labels: Readonly<Record<DataTab, string>> = {
  catalog: 'Catalog',
  schemas: 'Schemas',
  failed: 'Failed events',
  ledger: 'Ledger',
};

const sentences: Readonly<Record<DataTab, string>> = {
  catalog: 'All events, their volume and properties',
  schemas: "Define the properties events should have and what happens when they don't match",
  failed: 'Events rejected or quarantined in the last 30 days',
  ledger: 'Everything received, and whether it was stored',
};

export function DataPage() {
  const href = usePageHref();
  const [search, change] = usePageSearch(readDataSearch);
  const { tab } = search;
  return (
    <>
      <PageHeader title="Data" description={sentences[tab]} />
      <div className={flowStyles.stack16}>
        <SegmentedTabs
          label="Data views"
          value={tab}
          onChange={(chosen) => change({ tab: chosen })}
          tabs={dataTabs.map((value) => ({
            value,
            label: labels[value],
            href: href('/data', value === 'catalog' ? {} : { tab: value }),
          }))}
        />
        {tab === 'catalog' && <CatalogTab search={search} onChange={change} />}
        {tab === 'schemas' && <SchemasTab search={search} onChange={change} />}
        {tab === 'failed' && <FailedTab search={search} onChange={change} />}
        {tab === 'ledger' && <LedgerTab search={search} onChange={change} />}
      </div>
    </>
  );
}
