import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiProblem } from '../../api/api-problem.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { AlertChart } from './alert-chart.tsx';
import type { AlertDefinition } from './alert-draft.ts';
import { type AlertPreview, stateWords } from './alert-words.ts';
import styles from './alerts.module.css';

export interface AlertPreviewPanelProps {
  readonly definition: AlertDefinition | undefined;
  readonly preview: UseQueryResult<AlertPreview, ApiProblem>;
}

/** What the alert would have done, had it been there. */
export function AlertPreviewPanel({ definition, preview }: AlertPreviewPanelProps) {
  const { data, error } = preview;
  return (
    <Panel
      title="Preview"
      description="What this alert would have done in the last weeks"
      isLoading={definition !== undefined && data === undefined && error === null}
      loadingHeight={320}
      error={
        error === null
          ? undefined
          : { title: "Couldn't preview the alert", children: error.message, onRetry: () => void preview.refetch() }
      }
      empty={
        definition === undefined
          ? { title: 'Nothing to preview yet', children: 'Choose what to watch and a condition.' }
          : undefined
      }
    >
      {data !== undefined && definition !== undefined && (
        <>
          <p className={styles.summary} role="status">
            {summaryOf(data)}
          </p>
          <AlertChart
            label={data.measures}
            unit={data.unit}
            points={data.points}
            firing={data.firing}
            condition={definition.condition}
            height={280}
          />
          {data.message !== null && <p className={styles.message}>{data.message}</p>}
        </>
      )}
    </Panel>
  );
}

function summaryOf({ firing, points, state }: AlertPreview): string {
  const days = Math.round((Date.parse(points.at(-1)?.to ?? '') - Date.parse(points[0]?.from ?? '')) / 86_400_000);
  const times =
    firing.length === 0
      ? 'Would not have fired'
      : `Would have fired ${firing.length === 1 ? 'once' : `${firing.length} times`}`;
  const now = state === 'ok' ? '' : ` Now: ${stateWords[state].label.toLowerCase()}.`;
  return `${times} in the last ${days} days.${now}`;
}
