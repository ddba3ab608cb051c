import { SuggestPicker } from '../../design/inputs/suggest-picker.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import textStyles from '../../design/primitives/text.module.css';
import { fieldLabel, fieldOf } from '../field-words.ts';
import { type DistributionInsight, eventsOf } from '../insight.ts';
import { useFieldSuggestions } from '../use-field-suggestions.ts';
import { ChoicePill } from './choice-pill.tsx';
import { Clause } from './clause.tsx';
import { EventsPill } from './events-pill.tsx';
import { InsightFilters } from './insight-filters.tsx';

export interface DistributionBuilderProps {
  readonly insight: DistributionInsight;
  readonly onChange: (insight: DistributionInsight) => void;
}

const counts = [5, 10, 20, 50];

export function DistributionBuilder({ insight, onChange }: DistributionBuilderProps) {
  const events = eventsOf(insight);
  const { suggestNumbers } = useFieldSuggestions(events);
  const choices = [...new Set([...counts, insight.buckets])].sort((a, b) => a - b);
  return (
    <div className={flowStyles.stack16}>
      <Clause word="How the values of">
        <SuggestPicker
          look="pill"
          label="Property"
          placeholder="number property"
          value={insight.field}
          suggest={suggestNumbers}
          describe={fieldLabel}
          isFree
          onChange={(typed) => onChange({ ...insight, field: fieldOf(typed) })}
        />
        <span className={textStyles.muted13}>of</span>
        <EventsPill label="Event" value={insight.event} onChange={(event) => onChange({ ...insight, event })} />
      </Clause>
      <Clause word="are spread over">
        <ChoicePill
          label="Bars"
          value={String(insight.buckets)}
          choices={choices.map((count) => ({ value: String(count), label: `${count} bars` }))}
          onChange={(count) => onChange({ ...insight, buckets: Number(count) })}
        />
      </Clause>
      <Clause word="only where">
        <InsightFilters
          filters={insight.filters}
          events={events}
          onChange={(filters) => onChange({ ...insight, filters })}
        />
      </Clause>
    </div>
  );
}
