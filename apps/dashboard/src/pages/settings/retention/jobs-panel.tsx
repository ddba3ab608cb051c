import { IconEraser } from '@tabler/icons-react';
import { tableOf } from '../../../api/table-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { Hint } from '../../../design/primitives/hint.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { type DataColumn, DataTable } from '../../../design/tables/data-table.tsx';
import { countWords, type Job, jobKind, jobStatus, jobTone } from './job-words.ts';

const columns: readonly DataColumn<Job>[] = [
  { id: 'kind', header: 'Job', width: 'minmax(130px, 1fr)', onCard: 'title', cell: (job) => jobKind(job.kind) },
  {
    id: 'status',
    header: 'Status',
    width: 'minmax(110px, 1fr)',
    cell: (job) => (
      <Hint text={job.error ?? jobStatus(job)}>
        <StatusBadge tone={jobTone(job)}>
          {job.status === 'done' ? 'Done' : job.status === 'failed' ? 'Failed' : 'Rewriting files'}
        </StatusBadge>
      </Hint>
    ),
  },
  {
    id: 'counts',
    header: 'Deleted',
    width: 'minmax(140px, 2fr)',
    cell: (job) => (
      <Hint text={countWords(job.counts)} className={textStyles.cutMuted12}>
        {countWords(job.counts)}
      </Hint>
    ),
  },
  {
    id: 'asked',
    header: 'Requested',
    width: '110px',
    cell: (job) => <RelativeTime at={job.created_at} />,
  },
];

/** Whom a job is about is not kept: that would be the trace that was to go. */
export function JobsPanel() {
  const list = useApiList('/v1/jobs', { query: { limit: 50 } });
  return (
    <Panel title="Erasures" description="The erased ids are not stored" isFlush>
      <DataTable
        label="Erasures"
        {...tableOf(list, "Couldn't load jobs")}
        columns={columns}
        rowId={(job) => job.id}
        empty={{
          icon: <IconEraser size={28} stroke={1.4} />,
          title: 'No erasures yet',
          children: 'Erasures appear here with their progress and what was deleted.',
        }}
      />
    </Panel>
  );
}
