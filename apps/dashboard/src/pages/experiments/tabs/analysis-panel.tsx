import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { formatCount } from '../../../design/format/format-count.ts';
import { formatPercent } from '../../../design/format/format-number.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { KeyValue } from '../../../design/primitives/key-value.tsx';
import { AnalysisFields, engineLabels, guardrailActions } from '../design-form/analysis-fields.tsx';
import type { Analysis, Experiment } from '../experiment.ts';

/** How an experiment that has started is judged. It can be changed, and every change shows on the charts. */
export function AnalysisPanel({ experiment }: { readonly experiment: Experiment }) {
  const { can } = useRole();
  const [edits, setEdits] = useState<Analysis>();
  const save = useApiMutation('PUT', '/v1/experiments/:id/analysis', {
    invalidates: ['/v1/experiments', '/v1/changes'],
  });
  const { analysis } = experiment;
  const canEdit = can('editor') && experiment.status !== 'archived';
  return (
    <Panel
      title="Analysis"
      description="Changes are recorded and marked on the charts"
      actions={
        canEdit ? (
          <Button variant="default" size="xs" onClick={() => setEdits(analysis)}>
            Change analysis
          </Button>
        ) : undefined
      }
    >
      <KeyValue
        items={[
          { label: 'Method', value: engineLabels[analysis.engine] },
          { label: 'Confidence level', value: formatPercent(analysis.confidence_level * 100) },
          { label: 'Minimum units', value: `${analysis.min_units.toLocaleString('en')} per variant` },
          {
            label: 'CUPED',
            value:
              analysis.covariate_days === 0 ? 'Off' : `${formatCount(analysis.covariate_days, 'day')} before exposure`,
          },
          {
            label: 'Cap',
            value: analysis.cap_quantile === null ? 'Off' : `${formatPercent(analysis.cap_quantile * 100)} quantile`,
          },
          { label: 'Planned days', value: analysis.planned_days },
          { label: 'On a guardrail breach', value: guardrailActions[analysis.guardrail_action] },
        ]}
      />
      <ConfirmWithReason
        isOpen={edits !== undefined}
        onClose={() => setEdits(undefined)}
        title={`Change the analysis of ${experiment.key}?`}
        action="Save analysis"
        reason="none"
        tone="accent"
        onConfirm={async () => {
          if (edits === undefined) return;
          await save.mutateAsync({ params: { id: experiment.id }, body: edits });
          toasts.success({ title: 'Analysis saved' });
        }}
      >
        <AnalysisFields
          analysis={edits ?? analysis}
          problems={{}}
          onChange={(part) => setEdits((before) => ({ ...(before ?? analysis), ...part }))}
        />
      </ConfirmWithReason>
    </Panel>
  );
}
