import type { Wire } from '@lamppost/protocol';
import { IconServer } from '@tabler/icons-react';
import { tableOf } from '../../api/table-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { formatBytes } from '../../design/format/format-number.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { Hint } from '../../design/primitives/hint.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { StatusBadge, type Tone } from '../../design/primitives/status-badge.tsx';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import styles from './operator.module.css';

type Edge = Wire['Edge'];

const statuses: Readonly<Record<Edge['status'], { readonly tone: Tone; readonly label: string }>> = {
  ready: { tone: 'good', label: 'Ready' },
  not_ready: { tone: 'bad', label: 'Not ready' },
  silent: { tone: 'bad', label: 'Not seen' },
};

const columns: readonly DataColumn<Edge>[] = [
  {
    id: 'name',
    header: 'Server',
    width: 'minmax(220px, 2fr)',
    onCard: 'title',
    cell: ({ name, is_this: isThis }) => <bdi>{isThis ? `${name} (current)` : name}</bdi>,
  },
  {
    id: 'status',
    header: 'Status',
    width: '120px',
    cell: ({ status, reasons }) => (
      <Hint text={reasons.length === 0 ? statuses[status].label : reasons.join('. ')}>
        <StatusBadge tone={statuses[status].tone}>{statuses[status].label}</StatusBadge>
      </Hint>
    ),
  },
  { id: 'version', header: 'Version', width: '100px', cell: ({ version }) => version },
  { id: 'backlog', header: 'Log backlog', width: '120px', cell: (edge) => formatBytes(edge.log_backlog_bytes) },
  { id: 'behind', header: 'Lag', width: '90px', cell: (edge) => `${edge.behind_seconds} s` },
  {
    id: 'jobs',
    header: 'Jobs',
    width: 'minmax(140px, 1.5fr)',
    cell: ({ jobs }) =>
      jobs.length === 0 ? (
        'none'
      ) : (
        <Hint text={jobs.join(', ')}>
          <span>{jobs.join(', ')}</span>
        </Hint>
      ),
  },
  { id: 'seen', header: 'Last seen', width: '110px', cell: ({ seen_at: at }) => <RelativeTime at={at} /> },
];

/** The servers of the installation. */
export function EdgesTab() {
  const list = useApiList('/v1/edges', {}, { refetchInterval: 5_000 });
  return (
    <div className={styles.tab}>
      <Panel
        title="Servers"
        description="Last report of each server. Lag is the age of the oldest accepted event that can't be queried yet. Each background job runs on one server."
        isFlush
      >
        <DataTable
          label="Servers"
          {...tableOf(list, "Couldn't load servers")}
          columns={columns}
          rowId={(edge) => edge.id}
          empty={{
            icon: <IconServer size={28} stroke={1.4} />,
            title: 'No server has reported yet',
            children: 'Servers report every five seconds.',
          }}
        />
      </Panel>
    </div>
  );
}
