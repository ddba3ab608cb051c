import { Button } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import { useApi } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { formatPercent } from '../../../design/format/format-number.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { changedPaths } from '../editor/use-save-targeting.ts';
import { valueText } from '../targeting/rule-words.ts';
import type { Flag, Targeting } from '../targeting/targeting.ts';
import { RampDialog } from './ramp-dialog.tsx';
import { holdText, type Ramp, rampStates, stepState } from './ramp-words.ts';
import styles from './rollout.module.css';

export interface RampPanelProps {
  readonly flag: Flag;
  readonly targeting: Targeting;
  readonly environment: string;
  readonly isReadOnly: boolean;
}

/** A rollout that goes on by itself while guardrails hold, and what it waits for. */
export function RampPanel({ flag, targeting, environment, isReadOnly }: RampPanelProps) {
  const query = useApi('/v1/flags/:id/ramp', { params: { id: flag.id } }, { refetchInterval: 30_000 });
  const [isAsking, setIsAsking] = useState(false);
  const ramp = query.data ?? null;
  const isLive = ramp?.status === 'running' || ramp?.status === 'paused';
  return (
    <Panel
      title="Ramp"
      description="Increases the rollout step by step while guardrails pass"
      isLoading={query.isPending}
      loadingHeight={80}
      error={failureOf(query, "Couldn't load the ramp")}
      actions={
        isReadOnly || isLive ? undefined : (
          <Button variant="default" size="xs" disabled={targeting.kill !== null} onClick={() => setIsAsking(true)}>
            Set up ramp
          </Button>
        )
      }
    >
      {ramp === null ? (
        <p className={styles.plain}>No ramp</p>
      ) : (
        <RampState ramp={ramp} flag={flag} isReadOnly={isReadOnly} />
      )}
      <RampDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        flag={flag}
        targeting={targeting}
        environment={environment}
      />
    </Panel>
  );
}

function RampState({
  ramp,
  flag,
  isReadOnly,
}: {
  readonly ramp: Ramp;
  readonly flag: Flag;
  readonly isReadOnly: boolean;
}) {
  const state = rampStates[ramp.status];
  return (
    <>
      <p className={styles.state}>
        <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
        <span>
          {formatPercent(ramp.steps[ramp.step]?.percentage ?? 0)} get{' '}
          <code className={textStyles.mono}>{valueText(ramp.value)}</code>. This step started{' '}
          <RelativeTime at={ramp.step_since} />.{ramp.waiting_for !== null && ` ${ramp.waiting_for.text}`}
          {ramp.reason !== null && ` ${ramp.reason}`}
        </span>
      </p>
      <ol className={styles.steps} aria-label="Steps of the ramp">
        {ramp.steps.map((step, index) => {
          const place = stepState(ramp, index);
          return (
            <li
              key={step.percentage}
              className={styles.step}
              data-state={place}
              aria-current={place === 'current' ? 'step' : undefined}
            >
              <strong>{formatPercent(step.percentage)}</strong>
              <span className={styles.hold}>{holdText(step)}</span>
            </li>
          );
        })}
      </ol>
      {!isReadOnly && <RampButtons ramp={ramp} flag={flag} />}
    </>
  );
}

function RampButtons({ ramp, flag }: { readonly ramp: Ramp; readonly flag: Flag }) {
  const options = { invalidates: changedPaths };
  const pause = useApiMutation('POST', '/v1/flags/:id/ramp/pause', options);
  const resume = useApiMutation('POST', '/v1/flags/:id/ramp/resume', options);
  const stop = useApiMutation('DELETE', '/v1/flags/:id/ramp', options);
  const call = { params: { id: flag.id } };
  if (ramp.status !== 'running' && ramp.status !== 'paused') return null;
  const failure = pause.error ?? resume.error ?? stop.error;
  return (
    <div className={styles.buttons}>
      {ramp.status === 'running' ? (
        <Button variant="default" size="xs" loading={pause.isPending} onClick={() => pause.mutate(call)}>
          Pause ramp
        </Button>
      ) : (
        <Button size="xs" loading={resume.isPending} onClick={() => resume.mutate(call)}>
          Resume ramp
        </Button>
      )}
      <Button variant="default" size="xs" loading={stop.isPending} onClick={() => stop.mutate(call)}>
        Stop at {formatPercent(ramp.steps[ramp.step]?.percentage ?? 0)}
      </Button>
      {failure !== null && (
        <p role="alert" className={textStyles.failure}>
          {failure.message}
        </p>
      )}
    </div>
  );
}
