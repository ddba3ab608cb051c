import { useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { DiffView } from '../../../design/code/diff-view.tsx';
import { JsonTree } from '../../../design/code/json-tree.tsx';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { formatPercent } from '../../../design/format/format-number.ts';
import { SaveBar } from '../../../design/inputs/save-bar.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { KeyValue } from '../../../design/primitives/key-value.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { metricName, metricText } from '../../../insights/metrics/metric-words.ts';
import { bodyOf, type ExperimentDraft, formProblems } from '../design-form/experiment-draft.ts';
import { ExperimentForm } from '../design-form/experiment-form.tsx';
import { serverProblems } from '../design-form/new-experiment-dialog.tsx';
import { type Experiment, unitWords } from '../experiment.ts';
import styles from '../results/results.module.css';
import { AnalysisPanel } from './analysis-panel.tsx';
import { AudiencePanel } from './audience-panel.tsx';
import { TestersPanel } from './testers-panel.tsx';
import { TrafficPanel } from './traffic-panel.tsx';

export interface DesignTabProps {
  readonly experiment: Experiment;
  readonly environment: string;
  readonly draft: ExperimentDraft;
  readonly isDirty: boolean;
  readonly onChange: (part: Partial<ExperimentDraft>) => void;
  readonly onDiscard: () => void;
}

/** A draft can be changed; what has started can be read. */
export function DesignTab(props: DesignTabProps) {
  const { can, whyNot } = useRole();
  const { experiment } = props;
  if (experiment.status === 'draft' && can('editor')) return <EditDesign {...props} />;
  const why = experiment.status === 'draft' ? whyNot('editor') : "The design can't be changed after the start.";
  return (
    <div className={flowStyles.stack16}>
      <ReadDesign experiment={experiment} why={why} />
      <AudiencePanel experiment={experiment} />
      {experiment.status !== 'draft' && (
        <>
          <TrafficPanel experiment={experiment} environment={props.environment} />
          <TestersPanel experiment={experiment} />
          <AnalysisPanel experiment={experiment} />
        </>
      )}
    </div>
  );
}

function EditDesign({ experiment, environment, draft, isDirty, onChange, onDiscard }: DesignTabProps) {
  const [isReviewing, setIsReviewing] = useState(false);
  const save = useApiMutation('PATCH', '/v1/experiments/:id', { invalidates: ['/v1/experiments', '/v1/changes'] });
  const found = formProblems(draft);
  const problems = { ...(isDirty ? found : {}), ...serverProblems(save.error) };
  return (
    <>
      <Panel title="Design" description="Can be changed until the experiment starts">
        <ExperimentForm
          draft={draft}
          onChange={(part) => {
            save.reset();
            onChange(part);
          }}
          problems={problems}
          environment={environment}
        />
      </Panel>
      {isDirty && (
        <SaveBar
          action="Review and save"
          onAction={() => setIsReviewing(true)}
          onDiscard={onDiscard}
          problem={Object.keys(found).length > 0 ? 'Fix the marked fields' : undefined}
        >
          Unsaved changes
        </SaveBar>
      )}
      <ConfirmWithReason
        isOpen={isReviewing}
        onClose={() => setIsReviewing(false)}
        title={`Save the design of ${experiment.key}?`}
        action="Save design"
        reason="none"
        tone="accent"
        onConfirm={async () => {
          await save.mutateAsync({ params: { id: experiment.id }, body: bodyOf(draft) });
          onDiscard();
          toasts.success({ title: 'Design saved' });
        }}
      >
        <DiffView before={designOf(experiment)} after={bodyOf(draft)} />
      </ConfirmWithReason>
    </>
  );
}

const designOf = (experiment: Experiment) => ({
  name: experiment.name,
  description: experiment.description,
  hypothesis: experiment.hypothesis,
  unit: experiment.unit,
  traffic_pct: experiment.traffic_pct,
  variants: experiment.variants,
  metrics: experiment.metrics,
  analysis: experiment.analysis,
  audience: experiment.audience,
  layer: experiment.layer,
});

function ReadDesign({ experiment, why }: { readonly experiment: Experiment; readonly why: string | undefined }) {
  return (
    <Panel title="Design" description={why}>
      <KeyValue
        items={[
          { label: 'Hypothesis', value: experiment.hypothesis },
          { label: 'Unit', value: `${unitWords[experiment.unit].label}. ${unitWords[experiment.unit].detail}` },
          { label: 'Traffic', value: `${formatPercent(experiment.traffic_pct)} of ${unitWords[experiment.unit].many}` },
          ...experiment.variants.map((variant) => ({
            label: `Variant ${variant.key}`,
            value: (
              <>
                <bdi>{variant.name}</bdi>, {formatPercent(variant.weight)}
                {variant.is_control && ', control'}
                {Object.keys(variant.payload ?? {}).length > 0 && (
                  <JsonTree value={variant.payload} maxHeight={200} label={`Payload of ${variant.key}`} />
                )}
              </>
            ),
          })),
          ...experiment.metrics.map((metric, index) => ({
            label: `Metric ${index + 1}`,
            value: (
              <>
                <bdi>{metricName(metric)}</bdi>{' '}
                {metric.name !== null && <bdi className={textStyles.muted}>{metricText(metric)} </bdi>}
                {metric.is_primary && <StatusBadge tone="accent">Primary</StatusBadge>}
                {metric.is_guardrail && <StatusBadge tone="neutral">Guardrail</StatusBadge>}
              </>
            ),
          })),
        ]}
      />
      <p className={styles.note}>To test something else, create a new experiment.</p>
    </Panel>
  );
}
