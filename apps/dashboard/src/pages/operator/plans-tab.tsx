import { ActionIcon, Button, NumberInput, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../../api/failure-of.ts';
import { useApi, useApiList } from '../../api/use-api.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { formatCount } from '../../design/format/format-count.ts';
import { SaveBar } from '../../design/inputs/save-bar.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { useLeaveGuard } from '../../navigation/use-leave-guard.tsx';
import styles from './operator.module.css';
import {
  draftsOf,
  isSamePlans,
  lostPlans,
  type Plan,
  type PlanDraft,
  planNumbers,
  planProblems,
  plansOf,
} from './plan-draft.ts';

export function PlansTab() {
  const plans = useApi('/v1/plans');
  const projects = useApiList('/v1/projects', { query: { limit: 100 } });
  return (
    <div className={styles.tab}>
      <Panel
        title="Plans"
        description="Limits for each project. Changes apply immediately to all projects on the plan. Requests over a limit get a 429; SDKs retry."
        isLoading={plans.isPending}
        loadingHeight={320}
        error={failureOf(plans, "Couldn't load plans")}
      >
        {plans.data !== undefined && (
          <PlansForm
            key={JSON.stringify(plans.data)}
            plans={plans.data}
            inUse={projects.rows.map(({ plan }) => plan)}
          />
        )}
      </Panel>
    </div>
  );
}

interface PlansFormProps {
  readonly plans: readonly Plan[];
  readonly inUse: readonly string[];
}

function PlansForm({ plans, inUse }: PlansFormProps) {
  const [drafts, setDrafts] = useState(() => draftsOf(plans));
  const save = useApiMutation('PUT', '/v1/plans', {
    invalidates: ['/v1/plans', '/v1/projects'],
    onSuccess: () => toasts.success({ title: 'Plans saved', message: 'The new limits apply now.' }),
  });
  const isDirty = !isSamePlans(drafts, plans);
  const guard = useLeaveGuard(isDirty, 'Your changes to the plans');
  const lost = lostPlans(drafts, inUse);
  const hasProblems = drafts.some((draft) => Object.keys(planProblems(draft, drafts)).length > 0);
  const change = (id: string, part: Partial<PlanDraft>) =>
    setDrafts((before) => before.map((draft) => (draft.id === id ? { ...draft, ...part } : draft)));
  const problem =
    save.error?.message ??
    (lost.length > 0
      ? `Move projects off ${lost.join(' and ')} first`
      : hasProblems
        ? 'Fix the marked fields'
        : undefined);
  return (
    <>
      <div className={styles.plans}>
        {drafts.map((draft) => (
          <PlanRow
            key={draft.id}
            draft={draft}
            all={drafts}
            projects={inUse.filter((name) => name === draft.id).length}
            onChange={(part) => {
              save.reset();
              change(draft.id, part);
            }}
            onRemove={() => {
              save.reset();
              setDrafts((before) => before.filter(({ id }) => id !== draft.id));
            }}
          />
        ))}
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setDrafts((before) => [...before, newPlan()])}
          >
            Add plan
          </Button>
        </div>
      </div>
      {isDirty && (
        <SaveBar
          action="Save plans"
          onAction={() => save.mutate({ body: { plans: plansOf(drafts) } })}
          onDiscard={() => {
            save.reset();
            setDrafts(draftsOf(plans));
          }}
          problem={problem}
        >
          Unsaved changes
        </SaveBar>
      )}
      {guard}
    </>
  );
}

const newPlan = (): PlanDraft => ({
  id: `new-${Date.now()}`,
  name: '',
  requests_per_minute: 60,
  events_per_minute: 1_000,
  events_per_day: 100_000,
});

interface PlanRowProps {
  readonly draft: PlanDraft;
  readonly all: readonly PlanDraft[];
  /** How many projects are on it. */
  readonly projects: number;
  readonly onChange: (part: Partial<PlanDraft>) => void;
  readonly onRemove: () => void;
}

function PlanRow({ draft, all, projects, onChange, onRemove }: PlanRowProps) {
  const problems = planProblems(draft, all);
  const label = draft.name === '' ? 'new plan' : draft.name;
  const words = projects === 0 ? 'No projects' : formatCount(projects, 'project');
  return (
    <fieldset className={styles.plan} aria-label={`Plan ${label}`}>
      <TextInput
        label="Name"
        size="xs"
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        description={words}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={problems.name}
        disabled={projects > 0}
        spellCheck={false}
        maxLength={32}
      />
      {planNumbers.map(({ field, label: fieldLabel, least, max }) => (
        <NumberInput
          key={field}
          label={fieldLabel}
          size="xs"
          value={draft[field]}
          onChange={(value) => onChange({ [field]: typeof value === 'number' ? value : '' })}
          min={least}
          max={max}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          hideControls
          error={problems[field]}
        />
      ))}
      <Tooltip label={projects > 0 ? 'Move its projects first' : 'Remove plan'}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove plan ${label}`}
          disabled={projects > 0 || all.length === 1}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </fieldset>
  );
}
