import { useEffect } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { useInvalidate } from '../../../api/use-api-mutation.ts';
import { KeyValue } from '../../../design/primitives/key-value.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import { countWords, isOver, jobKind, jobStatus, jobTone } from './job-words.ts';
import retentionStyles from './retention.module.css';

const everyMs = 2_000;

/** How far an erasure is. */
export function EraseProgress({ jobId }: { readonly jobId: string }) {
  const job = useApi('/v1/jobs/:id', { params: { id: jobId } }, { refetchInterval: everyMs, isLive: false });
  const invalidate = useInvalidate();
  const hasEnded = job.data !== undefined && isOver(job.data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of jobs is asked for once the job is over
  useEffect(() => {
    if (hasEnded) void invalidate('/v1/jobs');
  }, [hasEnded]);
  if (job.data === undefined) return null;
  const { data } = job;
  return (
    <section className={retentionStyles.progress} aria-label="Erasure progress" aria-live="polite">
      <KeyValue
        items={[
          { label: jobKind(data.kind), value: <StatusBadge tone={jobTone(data)}>{jobStatus(data)}</StatusBadge> },
          { label: 'Deleted', value: countWords(data.counts) },
          { label: 'Requested', value: <RelativeTime at={data.created_at} /> },
          ...(data.error === null ? [] : [{ label: 'Error', value: data.error }]),
        ]}
      />
    </section>
  );
}
