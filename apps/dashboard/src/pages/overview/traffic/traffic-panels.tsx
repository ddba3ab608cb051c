import { useState } from 'react';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import type { TimeRange } from '../../../navigation/time-range.ts';
import styles from '../overview.module.css';
import { countryName } from './country-name.ts';
import { externalHostOf, externalReferrers, pageHosts } from './external-referrers.ts';
import { TopPanel } from './top-panel.tsx';
import { topValues } from './top-values.ts';
import { type TopQuery, useTop } from './use-top.ts';

const path = 'event_properties.path';
const referrer = 'event_properties.referrer';
const utmSource = 'event_properties.utm_source';

const pages: TopQuery = { event: '$pageview', field: path, filters: [] };
const screens: TopQuery = { event: '$screen', field: 'event_properties.name', filters: [] };
const campaigns: TopQuery = {
  event: '$pageview',
  field: utmSource,
  filters: [{ field: utmSource, op: 'is_not_null' }],
};

/** Where people are and where they come from, once there are views of pages or screens. */
export function TrafficPanels({ range }: { readonly range: TimeRange }) {
  const web = useTop(pages, range);
  const hasPages = web.data !== undefined && topValues(web.data).length > 0;
  const isWithoutPages = web.data !== undefined && !hasPages;
  const app = useTop(screens, range, isWithoutPages);
  const hasScreens = isWithoutPages && app.data !== undefined && topValues(app.data).length > 0;
  if (!hasPages && !hasScreens) return null;
  const views = hasPages ? pages : screens;
  return (
    <div className={styles.traffic}>
      <TopPanel title={hasPages ? 'Top pages' : 'Top screens'} query={views} range={range} empty="No views" />
      {hasPages && <SourcesPanel range={range} />}
      <TopPanel
        title="Countries"
        query={{ event: views.event, field: 'country', filters: [] }}
        range={range}
        labelOf={countryName}
        empty="No countries known in this range"
      />
    </div>
  );
}

function SourcesPanel({ range }: { readonly range: TimeRange }) {
  const [by, setBy] = useState<'referrer' | 'utm'>('referrer');
  const isReferrer = by === 'referrer';
  const hosts = useTop(pageHosts, range);
  const ownHosts = hosts.data === undefined ? [] : topValues(hosts.data).map(({ value }) => value);
  return (
    <TopPanel
      title="Sources"
      query={isReferrer ? externalReferrers(ownHosts) : campaigns}
      isReady={!isReferrer || !hosts.isPending}
      range={range}
      countedAs={isReferrer ? externalHostOf(ownHosts) : undefined}
      filterOf={isReferrer ? (host) => ({ field: referrer, op: 'contains', value: `://${host}` }) : undefined}
      empty={isReferrer ? 'No external referrers in this range' : 'No utm_source in this range'}
      actions={
        <SegmentedTabs
          label="Source"
          look="pills"
          tabs={[
            { value: 'referrer', label: 'Referrer' },
            { value: 'utm', label: 'UTM source' },
          ]}
          value={by}
          onChange={setBy}
        />
      }
    />
  );
}
