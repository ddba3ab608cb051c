import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { formatPercent } from '../../../design/format/format-number.ts';
import { PercentInput } from '../../../design/inputs/percent-input.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { KeyValue } from '../../../design/primitives/key-value.tsx';
import { type Experiment, unitWords } from '../experiment.ts';
import { whereText } from '../experiment-state.ts';

export interface TrafficPanelProps {
  readonly experiment: Experiment;
  readonly environment: string;
}

/** How many are let in, which may change while it runs, and the layer that they are shared with. */
export function TrafficPanel({ experiment, environment }: TrafficPanelProps) {
  const { can } = useRole();
  const [percentage, setPercentage] = useState<number>();
  const save = useApiMutation('PUT', '/v1/experiments/:id/traffic', {
    invalidates: ['/v1/experiments', '/v1/changes', '/v1/ruleset', '/v1/layers'],
  });
  const { many } = unitWords[experiment.unit];
  const isOpen = experiment.status === 'running' || experiment.status === 'paused';
  return (
    <Panel
      title="Traffic"
      actions={
        can('editor') && isOpen ? (
          <Button variant="default" size="xs" onClick={() => setPercentage(experiment.traffic_pct)}>
            Change traffic
          </Button>
        ) : undefined
      }
    >
      <KeyValue
        items={[
          {
            label: 'Share',
            value: `${formatPercent(experiment.traffic_pct)} of ${many} ${whereText(experiment, environment)}`,
          },
          { label: 'Layer', value: experiment.layer ?? 'None' },
        ]}
      />
      <ConfirmWithReason
        isOpen={percentage !== undefined}
        onClose={() => setPercentage(undefined)}
        title={`Change the traffic of ${experiment.key}?`}
        action="Change traffic"
        reason="none"
        tone="accent"
        onConfirm={async () => {
          if (percentage === undefined) return;
          await save.mutateAsync({ params: { id: experiment.id }, body: { traffic_pct: percentage } });
          toasts.success({ title: 'Traffic changed', message: 'The change is marked on the charts.' });
        }}
      >
        <PercentInput
          label="Traffic"
          of={`${many} ${whereText(experiment, environment)}`}
          value={percentage ?? experiment.traffic_pct}
          min={1}
          onChange={setPercentage}
        />
      </ConfirmWithReason>
    </Panel>
  );
}
