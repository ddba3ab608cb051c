import { formatExactNumber } from '../../../design/format/format-number.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../design/tables/data-table.tsx';
import { usePageHref } from '../../../navigation/use-page-href.ts';
import styles from '../data.module.css';
import { reasonTitle, reasonWords } from '../reason-words.ts';
import { type LedgerSums, ledgerReasons, partWords, type ReasonRow } from './ledger-parts.ts';

export interface LedgerReasonsProps {
  readonly totals: LedgerSums;
  /** Only events are kept when they fail, so only they can be looked at. */
  readonly hasFailedEvents: boolean;
}

const columns: readonly DataColumn<ReasonRow>[] = [
  {
    id: 'reason',
    header: 'Reason',
    width: 'minmax(160px, 1fr)',
    onCard: 'title',
    cell: ({ reason }) => <bdi className={styles.title}>{reasonTitle(reason)}</bdi>,
  },
  { id: 'part', header: 'Outcome', width: '120px', cell: ({ part }) => partWords[part].label },
  {
    id: 'count',
    header: 'Items',
    width: '90px',
    align: 'end',
    cell: ({ count }) => formatExactNumber(count),
  },
  {
    id: 'words',
    header: 'Explanation',
    width: 'minmax(240px, 3fr)',
    cell: ({ reason }) => <span className={styles.wrap}>{reasonWords(reason) ?? '–'}</span>,
  },
];

/** Why what was not stored was not, in words. */
export function LedgerReasons({ totals, hasFailedEvents }: LedgerReasonsProps) {
  const href = usePageHref();
  const rows = ledgerReasons(totals);
  const hrefOf = ({ part, reason }: ReasonRow): string => {
    if (part === 'rejected') return href('/data', { tab: 'failed', kind: 'rejected', reason });
    if (reason === 'quarantined' || reason === 'poison') return href('/data', { tab: 'failed', kind: reason });
    return href('/data', { tab: 'failed' });
  };
  return (
    <Panel title="Reasons" isFlush>
      <DataTable
        label="Reasons"
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={hasFailedEvents ? hrefOf : undefined}
        empty={{
          title: 'Everything new was stored',
          children: 'Nothing was rejected, and everything accepted was stored.',
        }}
      />
    </Panel>
  );
}
