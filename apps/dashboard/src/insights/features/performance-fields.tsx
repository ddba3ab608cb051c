import { SuggestPicker } from '../../design/inputs/suggest-picker.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { ChoicePill } from '../builders/choice-pill.tsx';
import { Clause } from '../builders/clause.tsx';
import { ClearablePill } from '../builders/clearable-pill.tsx';
import { metricTypeWords } from './describe-feature.ts';
import { type PerformanceInsight, percentiles } from './feature-insight.ts';
import { metricTitle } from './metric-title.ts';
import { useFeatureSuggestions } from './use-feature-suggestions.ts';

export interface PerformanceFieldsProps {
  readonly insight: PerformanceInsight;
  readonly onChange: (insight: PerformanceInsight) => void;
}

const types = ['startup', 'web_vital', 'network', 'span', 'frames', 'memory'];
const counts = [3, 5, 8, 12, 20];
const ANY = 'any';

/** Which percentile, and of what: one metric, or those that are measured most. */
export function PerformanceFields({ insight, onChange }: PerformanceFieldsProps) {
  const { metrics } = useFeatureSuggestions();
  const { metricName, metricType, limit } = insight;
  const listed = metricType === null || types.includes(metricType) ? types : [...types, metricType];
  return (
    <>
      <Clause word="Percentile">
        <ChoicePill
          label="Percentile"
          value={insight.of}
          choices={percentiles.map((value) => ({ value, label: value }))}
          onChange={(of) => onChange({ ...insight, of })}
        />
        <span className={textStyles.muted13}>of</span>
        <ClearablePill
          label="Remove metric"
          isSet={metricName !== null}
          onClear={() => onChange({ ...insight, metricName: null, breakdown: null })}
        >
          <SuggestPicker
            look="pill"
            label="Metric"
            placeholder="the most measured metrics"
            value={metricName}
            suggest={metrics}
            describe={metricTitle}
            isFree
            onChange={(name) => onChange({ ...insight, metricName: name, metricType: null })}
          />
        </ClearablePill>
      </Clause>
      {metricName === null && (
        <Clause word="limited to">
          <ChoicePill
            label="Number of metrics"
            value={String(limit ?? 8)}
            choices={[...new Set([...counts, limit ?? 8])]
              .sort((a, b) => a - b)
              .map((count) => ({ value: String(count), label: `${count} metrics` }))}
            onChange={(count) => onChange({ ...insight, limit: Number(count) })}
          />
          <span className={textStyles.muted13}>of type</span>
          <ChoicePill
            label="Metric type"
            value={metricType ?? ANY}
            choices={[
              { value: ANY, label: 'any' },
              ...listed.map((value) => ({ value, label: metricTypeWords(value) })),
            ]}
            onChange={(type) => onChange({ ...insight, metricType: type === ANY ? null : type })}
          />
        </Clause>
      )}
    </>
  );
}
