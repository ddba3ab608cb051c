import { Button, NumberInput, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useEnvironment } from '../../../api/environment.ts';
import { orRequested } from '../../../api/or-requested.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { changedPaths, commentPart } from '../editor/use-save-targeting.ts';
import { mintId } from '../targeting/mint-id.ts';
import { otherValue } from '../targeting/new-rule.ts';
import type { Flag, Targeting } from '../targeting/targeting.ts';
import { ValueField } from '../value-field.tsx';
import styles from './rollout.module.css';
import { type StepDraft, scheduleProblem } from './schedule-words.ts';

export interface ScheduleDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly flag: Flag;
  readonly targeting: Targeting;
  readonly environment: string;
}

const MAX_STEPS = 20;
const newStep = (percentage: number): StepDraft => ({ id: mintId(), at: '', percentage });

/** Times, and how many users get the value from then on. */
export function ScheduleDialog({ isOpen, onClose, flag, targeting, environment }: ScheduleDialogProps) {
  const { timezone } = useEnvironment();
  const create = useApiMutation('POST', '/v1/flags/:id/schedules', { invalidates: changedPaths });
  const [steps, setSteps] = useState<readonly StepDraft[]>([]);
  const [value, setValue] = useState<unknown>();
  const given = targeting.rollout?.value ?? otherValue(flag.value_type, flag.default_value);
  useEffect(() => {
    if (!isOpen) return;
    setSteps([newStep(100)]);
    setValue(undefined);
  }, [isOpen]);
  const served = value === undefined ? given : value;
  const change = (id: string, part: Partial<StepDraft>) =>
    setSteps((before) => before.map((step) => (step.id === id ? { ...step, ...part } : step)));
  return (
    <ConfirmWithReason
      isOpen={isOpen}
      onClose={onClose}
      title={`Schedule a change of ${flag.key} in ${environment}`}
      action="Schedule change"
      reason="optional"
      reasonLabel="Comment"
      tone="accent"
      onConfirm={async (comment) => {
        const problem = scheduleProblem(steps);
        if (problem !== undefined) throw new Error(problem);
        const body = {
          steps: steps.map(({ at, percentage }) => ({ at, rollout: { percentage, value: served } })),
          ...commentPart(comment),
        };
        const isRequested = await orRequested(create.mutateAsync({ params: { id: flag.id }, body }));
        toasts.success({ title: isRequested ? 'Approval requested' : `${flag.key} scheduled in ${environment}` });
      }}
    >
      <div className={flowStyles.stack12}>
        <p className={styles.plain}>
          Times are in {timezone}. If someone changes the rollout before a step, the schedule stops.
        </p>
        <ValueField label="Serve" valueType={flag.value_type} value={served} onChange={setValue} />
        {steps.map((step, index) => (
          <fieldset key={step.id} className={styles.scheduleStep} aria-label={`Step ${index + 1}`}>
            <TextInput
              type="datetime-local"
              label="At"
              value={step.at}
              onChange={(event) => change(step.id, { at: event.currentTarget.value })}
            />
            <NumberInput
              label="Percentage of users"
              min={0}
              max={100}
              suffix=" %"
              value={step.percentage}
              onChange={(percentage) => change(step.id, { percentage: Number(percentage) })}
            />
            {steps.length > 1 && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                aria-label={`Remove step ${index + 1}`}
                onClick={() => setSteps(steps.filter(({ id }) => id !== step.id))}
              >
                Remove
              </Button>
            )}
          </fieldset>
        ))}
        <div>
          <Button
            variant="default"
            size="xs"
            disabled={steps.length >= MAX_STEPS}
            onClick={() => setSteps([...steps, newStep(100)])}
          >
            Add step
          </Button>
        </div>
      </div>
    </ConfirmWithReason>
  );
}
