import type { Wire } from '@lamppost/protocol';
import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconCircleX, IconLoader } from '@tabler/icons-react';
import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { formatExactNumber } from '../../design/format/format-number.ts';
import { CopyField } from '../../design/inputs/copy-field.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import { KeyValue } from '../../design/primitives/key-value.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { erasureSteps, type StepState } from './erasure-steps.ts';
import styles from './people.module.css';
import { countName } from './person-words.ts';
import { useForgetPeople } from './use-forget-people.ts';

export interface ErasurePanelProps {
  readonly jobId: string;
  readonly what: 'user' | 'device';
  readonly onClose: () => void;
}

const pollMs = 2_000;

/** How far an erasure is, step by step, and what it has taken away so far. */
export function ErasurePanel({ jobId, what, onClose }: ErasurePanelProps) {
  const result = useApi('/v1/jobs/:id', { params: { id: jobId } }, { refetchInterval: pollMs });
  const { data: job } = result;
  const forgetPeople = useForgetPeople();
  return (
    <Panel
      title={job === undefined ? 'Erasure' : titleOf(job, what)}
      isLoading={result.isPending}
      loadingHeight={240}
      error={failureOf(result, "Couldn't load the job")}
      actions={
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            forgetPeople();
            onClose();
          }}
        >
          Look up the {what} again
        </Button>
      }
    >
      {job !== undefined && (
        <div className={flowStyles.stack12}>
          <ol className={styles.steps} aria-label="Progress">
            {erasureSteps(job).map((step) => (
              <li key={step.words} className={styles.step} data-state={step.state}>
                <StepIcon state={step.state} />
                <span>{step.words}</span>
              </li>
            ))}
          </ol>
          {job.error !== null && <p role="alert">{job.error}</p>}
          <KeyValue
            items={[
              ...Object.entries(job.counts)
                .filter(([, count]) => count > 0)
                .map(([name, count]) => ({ label: countName(name), value: formatExactNumber(count) })),
              { label: 'Requested', value: <RelativeTime at={job.created_at} /> },
              { label: 'Job', value: <CopyField value={job.id} label="Copy job id" isInline /> },
            ]}
          />
          <p className={textStyles.mutedText}>You can leave this page. The erasure continues in the background.</p>
        </div>
      )}
    </Panel>
  );
}

function titleOf({ status }: Pick<Wire['JobRow'], 'status'>, what: string): string {
  if (status === 'done') return `The ${what} was erased`;
  return status === 'failed' ? `Couldn't erase the ${what}` : `The ${what} is being erased`;
}

const stepIcons = { done: IconCircleCheck, now: IconLoader, later: IconCircle, failed: IconCircleX };
const stepWords = { done: 'Done', now: 'In progress', later: 'Pending', failed: 'Failed' };

function StepIcon({ state }: { readonly state: StepState }) {
  const Icon = stepIcons[state];
  return <Icon size={16} role="img" aria-label={stepWords[state]} />;
}
