import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { EventPicker } from '../../design/inputs/event-picker.tsx';
import { SuggestPicker } from '../../design/inputs/suggest-picker.tsx';
import type { Suggest } from '../../design/inputs/suggestion.ts';
import { aggregationWords, wordsOfAggregation } from '../aggregation-words.ts';
import { fieldLabel, fieldOf } from '../field-words.ts';
import type { AggregationKind, TrendSeries } from '../insight.ts';
import { useFieldSuggestions } from '../use-field-suggestions.ts';
import { type Choice, ChoicePill } from './choice-pill.tsx';
import styles from './insight-builder.module.css';
import { InsightFilters } from './insight-filters.tsx';

export interface TrendSeriesRowProps {
  readonly series: TrendSeries;
  readonly onChange: (series: TrendSeries) => void;
  readonly suggestEvents: Suggest;
  /** A to E; none when there is only one. */
  readonly letter: string | undefined;
  readonly onRemove: (() => void) | undefined;
  readonly maxFilters: number;
}

type Measure = AggregationKind | 'people';

/** People are counted so often that they have a word of their own. */
const measures: readonly Choice<Measure>[] = aggregationWords.flatMap(({ kind, label, takes }): Choice<Measure>[] => {
  const own: Choice<Measure> = { value: kind, label, detail: takes === 'nothing' ? 'events' : `a field: ${takes}` };
  return kind === 'count'
    ? [own, { value: 'people', label: 'People with', detail: 'each person counted once per interval' }]
    : [own];
});

export function TrendSeriesRow({ series, onChange, suggestEvents, letter, onRemove, maxFilters }: TrendSeriesRowProps) {
  const { suggestFields, suggestNumbers } = useFieldSuggestions(series.event === null ? [] : [series.event]);
  const isPeople = series.aggregation === 'count_distinct' && series.field === 'person_id';
  const { takes } = wordsOfAggregation(series.aggregation);
  const measure = (chosen: Measure) => {
    if (chosen === 'people') return onChange({ ...series, aggregation: 'count_distinct', field: 'person_id' });
    const keepsField = chosen !== 'count' && series.field !== null && !isPeople;
    onChange({ ...series, aggregation: chosen, field: keepsField ? series.field : null });
  };
  const name = letter === undefined ? '' : ` of ${letter}`;
  return (
    <div className={styles.row}>
      {letter !== undefined && <span className={styles.letter}>{letter}</span>}
      <div className={styles.rowBody}>
        <div className={styles.words}>
          <ChoicePill
            label={`Measure${name}`}
            value={isPeople ? 'people' : series.aggregation}
            choices={measures}
            onChange={measure}
          />
          {takes !== 'nothing' && !isPeople && (
            <>
              <SuggestPicker
                look="pill"
                label={`Field${name}`}
                placeholder="field"
                value={series.field}
                suggest={takes === 'numbers' ? suggestNumbers : suggestFields}
                describe={fieldLabel}
                isFree
                onChange={(typed) => onChange({ ...series, field: fieldOf(typed) })}
              />
              <span className={styles.muted}>of</span>
            </>
          )}
          <EventPicker
            look="pill"
            label={`Event${name}`}
            value={series.event}
            suggestEvents={suggestEvents}
            onChange={(event) => onChange({ ...series, event })}
          />
        </div>
        <InsightFilters
          filters={series.filters}
          events={[series.event]}
          maxFilters={maxFilters}
          onChange={(filters) => onChange({ ...series, filters })}
        />
      </div>
      {onRemove !== undefined && (
        <Tooltip label="Remove series">
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Remove series ${letter}`} onClick={onRemove}>
            <IconX size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
