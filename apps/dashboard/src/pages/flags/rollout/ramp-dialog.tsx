import { ActionIcon, Button, NumberInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { orRequested } from '../../../api/or-requested.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { changedPaths } from '../editor/use-save-targeting.ts';
import { otherValue } from '../targeting/new-rule.ts';
import type { Flag, Targeting } from '../targeting/targeting.ts';
import { ValueField } from '../value-field.tsx';
import { presetSteps, type StepDraft, stepProblems, stepsBody } from './ramp-words.ts';
import styles from './rollout.module.css';

export interface RampDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly flag: Flag;
  readonly targeting: Targeting;
  readonly environment: string;
}

/** Steps and how long each is held. The first one is in force at once. */
export function RampDialog({ isOpen, onClose, flag, targeting, environment }: RampDialogProps) {
  const start = useApiMutation('PUT', '/v1/flags/:id/ramp', { invalidates: changedPaths });
  const [steps, setSteps] = useState(presetSteps);
  const [value, setValue] = useState<unknown>();
  const given = targeting.rollout?.value ?? otherValue(flag.value_type, flag.default_value);
  useEffect(() => {
    if (isOpen) {
      setSteps(presetSteps);
      setValue(undefined);
    }
  }, [isOpen]);
  const problems = stepProblems(steps);
  const served = value === undefined ? given : value;
  const change = (id: string, part: Partial<StepDraft>) =>
    setSteps((before) => before.map((step) => (step.id === id ? { ...step, ...part } : step)));
  return (
    <ConfirmWithReason
      isOpen={isOpen}
      onClose={onClose}
      title={`Ramp ${flag.key} in ${environment}?`}
      action="Start ramp"
      reason="none"
      tone="accent"
      onConfirm={async () => {
        const [problem] = Object.values(problems);
        if (problem !== undefined) throw new Error(problem);
        const call = { params: { id: flag.id }, body: { value: served, steps: stepsBody(steps) } };
        const isRequested = await orRequested(start.mutateAsync(call));
        toasts.success({ title: isRequested ? 'Approval requested' : `Ramp of ${flag.key} started in ${environment}` });
      }}
    >
      <div className={flowStyles.stack12}>
        <p className={styles.plain}>
          {steps[0]?.percentage ?? 0} % of users in {environment} get the value immediately. Each step ends when its
          time is up and guardrails pass. Rules still apply first.
        </p>
        <ValueField label="Serve" valueType={flag.value_type} value={served} onChange={setValue} />
        <fieldset className={styles.editor}>
          <legend className={styles.legend}>Steps</legend>
          {steps.map((step, index) => (
            <StepFields
              key={step.id}
              step={step}
              index={index}
              isLast={index === steps.length - 1}
              problem={problems[step.id]}
              onChange={(part) => change(step.id, part)}
              onRemove={
                steps.length > 1 ? () => setSteps((before) => before.filter(({ id }) => id !== step.id)) : undefined
              }
            />
          ))}
        </fieldset>
        <div className={styles.buttons}>
          <Button
            variant="default"
            size="compact-sm"
            disabled={steps.length >= 20 || steps.at(-1)?.percentage === 100}
            onClick={() =>
              setSteps((before) => [...before, { id: `s${Date.now()}`, percentage: 100, holdHours: 0, minUnits: null }])
            }
          >
            Add step
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setSteps(presetSteps)}>
            1 → 5 → 10 → 25 → 50 → 100 %
          </Button>
        </div>
      </div>
    </ConfirmWithReason>
  );
}

interface StepFieldsProps {
  readonly step: StepDraft;
  readonly index: number;
  readonly isLast: boolean;
  readonly problem: string | undefined;
  readonly onChange: (part: Partial<StepDraft>) => void;
  readonly onRemove: (() => void) | undefined;
}

function StepFields({ step, index, isLast, problem, onChange, onRemove }: StepFieldsProps) {
  const number = (typed: number | string): number => (typeof typed === 'number' ? typed : 0);
  return (
    <div className={styles.stepFields}>
      <NumberInput
        size="xs"
        aria-label={`Percentage of step ${index + 1}`}
        value={step.percentage}
        min={0}
        max={100}
        decimalScale={2}
        suffix=" %"
        error={problem}
        onChange={(typed) => onChange({ percentage: number(typed) })}
      />
      {isLast ? (
        <span className={styles.hold}>permanently</span>
      ) : (
        <NumberInput
          size="xs"
          aria-label={`Hours of step ${index + 1}`}
          value={step.holdHours}
          min={0}
          max={720}
          decimalScale={2}
          prefix="for "
          suffix=" h"
          onChange={(typed) => onChange({ holdHours: number(typed) })}
        />
      )}
      {onRemove !== undefined && (
        <Tooltip label="Remove step">
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove step ${index + 1}`} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
