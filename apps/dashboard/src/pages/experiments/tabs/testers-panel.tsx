import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { useApi } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { TagInput } from '../../../design/inputs/tag-input.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { KeyValue } from '../../../design/primitives/key-value.tsx';
import type { Experiment } from '../experiment.ts';
import styles from '../results/results.module.css';
import { overridesBody, type TesterDraft, testerDrafts, testersText } from './tester-drafts.ts';

/** People who get a variant by name. Their exposures do not count. */
export function TestersPanel({ experiment }: { readonly experiment: Experiment }) {
  const { can } = useRole();
  const [drafts, setDrafts] = useState<readonly TesterDraft[]>();
  const groups = useApi('/v1/groups', { query: { limit: 100 } }, { enabled: drafts !== undefined });
  const save = useApiMutation('PUT', '/v1/experiments/:id/overrides', {
    invalidates: ['/v1/experiments', '/v1/changes', '/v1/ruleset'],
  });
  const canEdit = can('editor') && experiment.status !== 'archived';
  const shown = testerDrafts(experiment);
  const change = (variant: string, part: Partial<TesterDraft>) =>
    setDrafts((before) => before?.map((draft) => (draft.variant === variant ? { ...draft, ...part } : draft)));
  return (
    <Panel
      title="Testers"
      description="Always get a chosen variant while the experiment is running. Their exposures don't count."
      actions={
        canEdit ? (
          <Button variant="default" size="xs" onClick={() => setDrafts(shown)}>
            Edit testers
          </Button>
        ) : undefined
      }
    >
      <KeyValue items={shown.map((draft) => ({ label: draft.variant, value: testersText(draft) }))} />
      <ConfirmWithReason
        isOpen={drafts !== undefined}
        onClose={() => setDrafts(undefined)}
        title={`Testers for ${experiment.key}`}
        action="Save testers"
        reason="none"
        tone="accent"
        onConfirm={async () => {
          await save.mutateAsync({ params: { id: experiment.id }, body: { overrides: overridesBody(drafts ?? []) } });
          toasts.success({ title: 'Testers saved' });
        }}
      >
        <div className={flowStyles.stack16}>
          {(drafts ?? []).map((draft) => (
            <fieldset key={draft.variant} className={styles.testers}>
              <legend>{draft.variant}</legend>
              <TagInput
                label={`User ids for ${draft.variant}`}
                placeholder="User ids"
                value={draft.userIds}
                maxTags={1000}
                maxLength={256}
                onChange={(userIds) => change(draft.variant, { userIds })}
              />
              <TagInput
                label={`Groups for ${draft.variant}`}
                placeholder="Groups"
                value={draft.groupKeys}
                suggestions={(groups.data ?? []).map(({ key }) => key)}
                maxTags={20}
                maxLength={128}
                onChange={(groupKeys) => change(draft.variant, { groupKeys })}
              />
            </fieldset>
          ))}
        </div>
      </ConfirmWithReason>
    </Panel>
  );
}
