import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import type { Condition } from '../../../conditions/condition.ts';
import { conditionsParts } from '../../../conditions/condition-parts.ts';
import { Sentence } from '../../../conditions/sentence.tsx';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { AudienceField } from '../design-form/audience-field.tsx';
import { audienceBody, audienceProblems } from '../design-form/experiment-draft.ts';
import { serverProblems } from '../design-form/new-experiment-dialog.tsx';
import type { Experiment } from '../experiment.ts';
import styles from '../results/results.module.css';

/** Who can be in it, which may change while it runs. */
export function AudiencePanel({ experiment }: { readonly experiment: Experiment }) {
  const { can } = useRole();
  const [draft, setDraft] = useState<readonly Condition[]>();
  const [hasTried, setHasTried] = useState(false);
  const save = useApiMutation('PUT', '/v1/experiments/:id/audience', {
    invalidates: ['/v1/experiments', '/v1/changes', '/v1/ruleset'],
  });
  const found = audienceProblems(draft ?? []);
  const canEdit = can('editor') && experiment.status !== 'archived';
  return (
    <Panel
      title="Audience"
      description="Users who match all conditions can be in the experiment and get its winner"
      actions={
        canEdit ? (
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              save.reset();
              setHasTried(false);
              setDraft(experiment.audience);
            }}
          >
            Change audience
          </Button>
        ) : undefined
      }
    >
      <Sentence parts={conditionsParts(experiment.audience)} />
      {(experiment.cohorts ?? [])
        .filter(({ state }) => state !== 'served')
        .map(({ key, message }) => (
          <p key={key} className={styles.failure}>
            {message}
          </p>
        ))}
      <ConfirmWithReason
        isOpen={draft !== undefined}
        onClose={() => setDraft(undefined)}
        title={`Change the audience of ${experiment.key}?`}
        action="Change audience"
        reason="none"
        tone="accent"
        onConfirm={async () => {
          setHasTried(true);
          if (Object.keys(found).length > 0) throw new Error('Fix the marked conditions');
          await save.mutateAsync({ params: { id: experiment.id }, body: { audience: audienceBody(draft ?? []) } });
          toasts.success({ title: 'Audience changed', message: 'The change is marked on the charts.' });
        }}
      >
        <div className={flowStyles.stack12}>
          <AudienceField
            audience={draft ?? []}
            onChange={(audience) => {
              save.reset();
              setDraft(audience);
            }}
            problems={{ ...(hasTried ? found : {}), ...serverProblems(save.error) }}
          />
          <p className={styles.text}>
            Users who no longer match leave the experiment. Exposures that were counted stay counted.
          </p>
        </div>
      </ConfirmWithReason>
    </Panel>
  );
}
