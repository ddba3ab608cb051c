import { Button } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import { useApi } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { formatExactTime } from '../../../design/format/format-time.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import { useTimeZone } from '../../../design/primitives/time-zone.tsx';
import { changedPaths } from '../editor/use-save-targeting.ts';
import type { Flag, Targeting } from '../targeting/targeting.ts';
import styles from './rollout.module.css';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { type Schedule, scheduleStates, stepText } from './schedule-words.ts';

export interface SchedulePanelProps {
  readonly flag: Flag;
  readonly targeting: Targeting;
  readonly environment: string;
  readonly isReadOnly: boolean;
}

const SHOWN = 5;

/** Changes that are made later, and the last ones that were. */
export function SchedulePanel({ flag, targeting, environment, isReadOnly }: SchedulePanelProps) {
  const call = { params: { id: flag.id }, query: { limit: SHOWN } };
  const query = useApi('/v1/flags/:id/schedules', call, { refetchInterval: 30_000 });
  const [isAsking, setIsAsking] = useState(false);
  const schedules = query.data ?? [];
  return (
    <Panel
      title="Schedule"
      description="Changes the rollout at set times, in the project's time zone"
      isLoading={query.isPending}
      loadingHeight={80}
      error={failureOf(query, "Couldn't load schedules")}
      actions={
        isReadOnly ? undefined : (
          <Button variant="default" size="xs" onClick={() => setIsAsking(true)}>
            Schedule change
          </Button>
        )
      }
    >
      {schedules.length === 0 && <p className={styles.plain}>No scheduled changes</p>}
      {schedules.map((schedule) => (
        <ScheduleState key={schedule.id} schedule={schedule} flag={flag} isReadOnly={isReadOnly} />
      ))}
      <ScheduleDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        flag={flag}
        targeting={targeting}
        environment={environment}
      />
    </Panel>
  );
}

interface ScheduleStateProps {
  readonly schedule: Schedule;
  readonly flag: Flag;
  readonly isReadOnly: boolean;
}

function ScheduleState({ schedule, flag, isReadOnly }: ScheduleStateProps) {
  const state = scheduleStates[schedule.status];
  const timeZone = useTimeZone();
  const cancel = useApiMutation('POST', '/v1/flags/:id/schedules/:scheduleId/cancel', {
    invalidates: changedPaths,
    onSuccess: () => toasts.success({ title: `Schedule of ${flag.key} cancelled` }),
  });
  return (
    <div>
      <p className={styles.state}>
        <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
        <span>
          by <bdi>{schedule.author.name}</bdi>
          {schedule.comment !== null && <bdi>: {schedule.comment}</bdi>}
          {schedule.reason !== null && `. ${schedule.reason}`}
        </span>
        {schedule.status === 'scheduled' && !isReadOnly && (
          <Button
            variant="default"
            size="compact-xs"
            loading={cancel.isPending}
            onClick={() =>
              cancel.mutate(
                { params: { id: flag.id, scheduleId: schedule.id } },
                { onError: ({ message }) => toasts.error({ title: "Couldn't cancel the schedule", message }) },
              )
            }
          >
            Cancel schedule
          </Button>
        )}
      </p>
      <ol className={styles.scheduleSteps} aria-label="Scheduled steps">
        {schedule.steps.map((step) => (
          <li key={step.at}>
            {formatExactTime(step.at, timeZone)}: {stepText(step)}
          </li>
        ))}
      </ol>
    </div>
  );
}
