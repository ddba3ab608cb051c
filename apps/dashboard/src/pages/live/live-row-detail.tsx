import { IconChartLine, IconDatabase, IconUser } from '@tabler/icons-react';
import { JsonTree } from '../../design/code/json-tree.tsx';
import { CopyButton } from '../../design/inputs/copy-button.tsx';
import { writeInsight } from '../../insights/address/write-insight.ts';
import { emptyInsight, emptySeries } from '../../insights/insight.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import styles from './live.module.css';
import type { LiveRow } from './live-row.ts';

/** The whole event, and where to go from it. */
export function LiveRowDetail({ row }: { readonly row: LiveRow }) {
  return (
    <div className={styles.detail}>
      <div className={styles.links}>
        {row.status === 'stored' && row.who !== undefined && (
          <PageLink page="/people/$id" params={{ id: row.who }} className={styles.link}>
            <IconUser size={14} aria-hidden /> Person
          </PageLink>
        )}
        {row.status === 'stored' ? (
          <>
            <PageLink page="/explore" search={{ q: trendOf(row.name) }} className={styles.link}>
              <IconChartLine size={14} aria-hidden /> Explore this event
            </PageLink>
            <PageLink page="/data/events/$name" params={{ name: row.name }} className={styles.link}>
              <IconDatabase size={14} aria-hidden /> View properties
            </PageLink>
          </>
        ) : (
          <PageLink page="/data" search={{ tab: 'failed', kind: row.status }} className={styles.link}>
            <IconDatabase size={14} aria-hidden /> All failed events
          </PageLink>
        )}
        <CopyButton text={JSON.stringify(row.event, null, 2)} label="Copy event as JSON" />
      </div>
      <JsonTree value={row.event} label={`Event ${row.name}`} openDepth={2} maxHeight={420} />
    </div>
  );
}

const trendOf = (event: string) => writeInsight({ ...emptyInsight('timeseries'), series: [{ ...emptySeries, event }] });
