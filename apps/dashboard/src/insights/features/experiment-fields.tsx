import { useCallback } from 'react';
import { useApi } from '../../api/use-api.ts';
import { SuggestPicker } from '../../design/inputs/suggest-picker.tsx';
import type { Suggest } from '../../design/inputs/suggestion.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { Clause } from '../builders/clause.tsx';
import { ClearablePill } from '../builders/clearable-pill.tsx';
import type { ExperimentInsight } from './feature-insight.ts';
import { useFeatureSuggestions } from './use-feature-suggestions.ts';

export interface ExperimentFieldsProps {
  readonly insight: ExperimentInsight;
  readonly onChange: (insight: ExperimentInsight) => void;
}

/** Which experiment, and which of its metrics. */
export function ExperimentFields({ insight, onChange }: ExperimentFieldsProps) {
  const { experiment, metric } = insight;
  const { experiments } = useFeatureSuggestions();
  const { data } = useApi(
    '/v1/experiments/:id',
    { params: { id: experiment ?? '' } },
    { enabled: experiment !== null },
  );
  const metrics = useCallback<Suggest>(
    async (text) =>
      (data?.metrics ?? [])
        .map(({ name, event_name }) => ({ value: name ?? event_name, detail: event_name }))
        .filter(({ value }) => value.toLowerCase().includes(text.trim().toLowerCase())),
    [data],
  );
  return (
    <div className={flowStyles.stack16}>
      <Clause word="Lift of each variant of">
        <ClearablePill
          label="Remove experiment"
          isSet={experiment !== null}
          onClear={() => onChange({ ...insight, experiment: null, metric: null })}
        >
          <SuggestPicker
            look="pill"
            label="Experiment"
            placeholder="the newest experiment"
            value={experiment}
            suggest={experiments}
            onChange={(key) => onChange({ ...insight, experiment: key, metric: null })}
          />
        </ClearablePill>
      </Clause>
      <Clause word="in">
        <ClearablePill
          label="Remove metric"
          isSet={metric !== null}
          onClear={() => onChange({ ...insight, metric: null })}
        >
          <SuggestPicker
            look="pill"
            label="Metric"
            placeholder="the primary metric"
            value={metric}
            suggest={metrics}
            isDisabled={experiment === null}
            onChange={(name) => onChange({ ...insight, metric: name })}
          />
        </ClearablePill>
      </Clause>
    </div>
  );
}
