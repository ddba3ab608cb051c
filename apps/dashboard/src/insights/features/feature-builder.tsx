import { SuggestPicker } from '../../design/inputs/suggest-picker.tsx';
import type { Suggest } from '../../design/inputs/suggestion.ts';
import flowStyles from '../../design/layout/flow.module.css';
import textStyles from '../../design/primitives/text.module.css';
import type { TimeRange } from '../../navigation/time-range.ts';
import { type Choice, ChoicePill } from '../builders/choice-pill.tsx';
import { Clause } from '../builders/clause.tsx';
import { ClearablePill } from '../builders/clearable-pill.tsx';
import { intervalOfRange, intervalsFor } from '../interval-of-range.ts';
import { describeBreakdown } from './describe-feature.ts';
import { ExperimentFields } from './experiment-fields.tsx';
import { type FeatureInsight, type FeatureInterval, featureIntervals, type MeasureInsight } from './feature-insight.ts';
import { PerformanceFields } from './performance-fields.tsx';
import { useBreakdownSuggestions, useFeatureSuggestions } from './use-feature-suggestions.ts';

export interface FeatureBuilderProps {
  readonly insight: FeatureInsight;
  readonly onChange: (insight: FeatureInsight) => void;
  readonly range: TimeRange;
}

const subjects = [
  { value: 'sessions', label: 'sessions' },
  { value: 'users', label: 'users' },
] as const;

/** A query about crashes, performance or an experiment as a sentence of pills. */
export function FeatureBuilder({ insight, onChange, range }: FeatureBuilderProps) {
  switch (insight.kind) {
    case 'experiment':
      return <ExperimentFields insight={insight} onChange={onChange} />;
    case 'performance':
      return (
        <div className={flowStyles.stack16}>
          <PerformanceFields insight={insight} onChange={onChange} />
          <SharedFields insight={insight} onChange={onChange} range={range} />
        </div>
      );
    case 'crash_free':
      return (
        <div className={flowStyles.stack16}>
          <Clause word="Share of crash-free">
            <ChoicePill
              label="Share of"
              value={insight.of}
              choices={subjects}
              onChange={(of) => onChange({ ...insight, of })}
            />
          </Clause>
          <SharedFields insight={insight} onChange={onChange} range={range} />
        </div>
      );
    case 'crashes':
      return (
        <div className={flowStyles.stack16}>
          <Clause word="Number of">
            <span>crash reports</span>
          </Clause>
          <SharedFields insight={insight} onChange={onChange} range={range} />
        </div>
      );
  }
}

const breakdownFields: Readonly<Record<MeasureInsight['kind'], readonly string[]>> = {
  crash_free: ['version', 'device', 'country', 'os', 'platform'],
  crashes: ['exception', 'version', 'device', 'os', 'platform'],
  performance: ['version', 'device', 'country', 'os', 'platform', 'network_type'],
};

interface SharedFieldsProps {
  readonly insight: MeasureInsight;
  readonly onChange: (insight: MeasureInsight) => void;
  readonly range: TimeRange;
}

function SharedFields({ insight, onChange, range }: SharedFieldsProps) {
  const { platforms, versions } = useFeatureSuggestions();
  const breakdowns = useBreakdownSuggestions(breakdownFields[insight.kind], insight.kind !== 'crashes');
  const canBreakDown = insight.kind !== 'performance' || insight.metricName !== null;
  return (
    <>
      {canBreakDown && (
        <Clause word="by">
          <OptionalPill
            label="Breakdown"
            placeholder="none"
            value={insight.breakdown}
            suggest={breakdowns}
            describe={describeBreakdown}
            onChange={(breakdown) => onChange({ ...insight, breakdown })}
          />
        </Clause>
      )}
      <Clause word="on">
        <OptionalPill
          label="Platform"
          placeholder="all platforms"
          value={insight.platform}
          suggest={platforms}
          isFree
          onChange={(platform) => onChange({ ...insight, platform })}
        />
        <span className={textStyles.muted13}>in</span>
        <OptionalPill
          label="Version"
          placeholder="all versions"
          value={insight.appVersion}
          suggest={versions}
          isFree
          onChange={(appVersion) => onChange({ ...insight, appVersion })}
        />
      </Clause>
      <Clause word="per">
        <ChoicePill
          label="Interval"
          value={insight.interval}
          choices={intervalChoices(range, insight.interval)}
          onChange={(interval) => onChange({ ...insight, interval })}
        />
      </Clause>
    </>
  );
}

function intervalChoices(
  range: TimeRange,
  chosen: FeatureInterval | 'auto',
): readonly Choice<FeatureInterval | 'auto'>[] {
  const usable = intervalsFor(range);
  return [
    { value: 'auto', label: `${intervalOfRange(range)} (automatic)`, detail: 'follows the range' },
    ...featureIntervals
      .filter((interval) => usable.includes(interval) || interval === chosen)
      .map((interval) => ({ value: interval, label: interval })),
  ];
}

interface OptionalPillProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string | null;
  readonly suggest: Suggest;
  readonly describe?: ((value: string) => string) | undefined;
  readonly isFree?: boolean | undefined;
  readonly onChange: (value: string | null) => void;
}

function OptionalPill({ label, value, onChange, ...picker }: OptionalPillProps) {
  return (
    <ClearablePill label={`Remove ${label.toLowerCase()}`} isSet={value !== null} onClear={() => onChange(null)}>
      <SuggestPicker look="pill" label={label} value={value} onChange={onChange} {...picker} />
    </ClearablePill>
  );
}
