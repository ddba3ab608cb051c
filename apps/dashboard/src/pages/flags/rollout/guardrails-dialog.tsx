import { ActionIcon, Button, NumberInput, Select, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { orRequested } from '../../../api/or-requested.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { sourceProblems } from '../../../insights/metrics/metric-choice.ts';
import { MetricSourceFields } from '../../../insights/metrics/metric-source-fields.tsx';
import { builtInMetricOf } from '../../../insights/metrics/metric-words.ts';
import { changedPaths } from '../editor/use-save-targeting.ts';
import type { Flag } from '../targeting/targeting.ts';
import { draftsOf, type GuardrailDraft, type Guardrails, guardrailsBody, newGuardrail } from './guardrail-words.ts';
import styles from './rollout.module.css';

export interface GuardrailsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly flag: Flag;
  readonly environment: string;
  readonly guardrails: Guardrails;
}

const MAX_GUARDRAILS = 10;

export function GuardrailsDialog({ isOpen, onClose, flag, environment, guardrails }: GuardrailsDialogProps) {
  const save = useApiMutation('PUT', '/v1/flags/:id/guardrails', { invalidates: changedPaths });
  const [drafts, setDrafts] = useState<readonly GuardrailDraft[]>([]);
  useEffect(() => {
    if (isOpen) setDrafts(guardrails.guardrails.length === 0 ? [newGuardrail('g1')] : draftsOf(guardrails));
  }, [isOpen, guardrails]);
  const change = (id: string, part: Partial<GuardrailDraft>) =>
    setDrafts((before) => before.map((draft) => (draft.id === id ? { ...draft, ...part } : draft)));
  return (
    <ConfirmWithReason
      isOpen={isOpen}
      onClose={onClose}
      title={`Guardrails for ${flag.key} in ${environment}`}
      action="Save guardrails"
      reason="none"
      tone="accent"
      onConfirm={async () => {
        const [problem] = drafts.flatMap((draft) => Object.values(sourceProblems(draft)));
        if (problem !== undefined) throw new Error(problem);
        const call = { params: { id: flag.id }, body: guardrailsBody(drafts) };
        const isRequested = await orRequested(save.mutateAsync(call));
        toasts.success({ title: isRequested ? 'Approval requested' : 'Guardrails saved' });
      }}
    >
      <div className={flowStyles.stack12}>
        <p className={styles.plain}>
          Compares users with the new value to users without it. If a metric gets worse, the flag is killed and all
          users get the default.
        </p>
        {drafts.map((draft, index) => (
          <fieldset key={draft.id} className={styles.editor} aria-label={`Guardrail ${index + 1}`}>
            <MetricSourceFields
              metric={draft}
              label={`guardrail ${index + 1}`}
              problemOf={() => undefined}
              onChange={(part) => change(draft.id, part)}
            />
            <div className={styles.pair}>
              <Select
                label="Direction"
                data={[
                  { value: 'increase', label: 'Higher is better' },
                  { value: 'decrease', label: 'Lower is better' },
                ]}
                value={draft.direction}
                disabled={builtInMetricOf(draft.event) !== undefined}
                onChange={(chosen) => change(draft.id, { direction: chosen === 'decrease' ? 'decrease' : 'increase' })}
                allowDeselect={false}
              />
              <NumberInput
                label={draft.direction === 'decrease' ? 'Allowed increase' : 'Allowed decrease'}
                value={draft.marginPct}
                min={0}
                max={100}
                decimalScale={2}
                suffix=" %"
                onChange={(typed) => change(draft.id, { marginPct: typeof typed === 'number' ? typed : 0 })}
              />
            </div>
            <div className={styles.pair}>
              <TextInput
                label="Name (optional)"
                value={draft.name}
                maxLength={200}
                onChange={(event) => change(draft.id, { name: event.currentTarget.value })}
              />
              <Tooltip label="Remove guardrail">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  className={styles.trash ?? ''}
                  aria-label={`Remove guardrail ${index + 1}`}
                  onClick={() => setDrafts((before) => before.filter(({ id }) => id !== draft.id))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Tooltip>
            </div>
          </fieldset>
        ))}
        {drafts.length === 0 && <p className={styles.plain}>Saving without guardrails stops monitoring.</p>}
        {drafts.length < MAX_GUARDRAILS && (
          <Button
            variant="default"
            size="compact-sm"
            className={flowStyles.start ?? ''}
            onClick={() => setDrafts((before) => [...before, newGuardrail(`g${Date.now()}`)])}
          >
            Add guardrail
          </Button>
        )}
      </div>
    </ConfirmWithReason>
  );
}
