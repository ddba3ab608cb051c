import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { SuggestPicker } from '../../design/inputs/suggest-picker.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import textStyles from '../../design/primitives/text.module.css';
import { aggregationWords, figureLabel, figuresOf, wordsOfAggregation } from '../aggregation-words.ts';
import { fieldLabel, fieldOf } from '../field-words.ts';
import { type AggregationKind, namesOf, type TrendSeries } from '../insight.ts';
import { useFieldSuggestions } from '../use-field-suggestions.ts';
import { type Choice, ChoicePill } from './choice-pill.tsx';
import { EventsPill } from './events-pill.tsx';
import styles from './insight-builder.module.css';
import { InsightFilters } from './insight-filters.tsx';

export interface TrendSeriesRowProps {
  readonly series: TrendSeries;
  readonly onChange: (series: TrendSeries) => void;
  /** A to J; none when there is only one. */
  readonly letter: string | undefined;
  readonly onRemove: (() => void) | undefined;
  readonly maxFilters: number;
}

const measures: readonly Choice<AggregationKind>[] = aggregationWords.map(({ kind, label, detail }) => ({
  value: kind,
  label,
  detail,
}));

export function TrendSeriesRow({ series, onChange, letter, onRemove, maxFilters }: TrendSeriesRowProps) {
  const events = namesOf(series.event);
  const { suggestFields, suggestNumbers } = useFieldSuggestions(events);
  const { takes } = wordsOfAggregation(series.aggregation);
  const takesField = takes === 'numbers' || takes === 'any field';
  const measure = (chosen: AggregationKind) => {
    const next = wordsOfAggregation(chosen).takes;
    onChange({
      ...series,
      aggregation: chosen,
      field: next === 'numbers' || next === 'any field' ? series.field : null,
      of: next === 'figure' ? 'average' : null,
    });
  };
  const name = letter === undefined ? '' : ` of ${letter}`;
  return (
    <div className={styles.row}>
      {letter !== undefined && <span className={styles.letter}>{letter}</span>}
      <div className={styles.rowBody}>
        <div className={flowStyles.row6}>
          <ChoicePill label={`Measure${name}`} value={series.aggregation} choices={measures} onChange={measure} />
          {takes === 'figure' && (
            <>
              <ChoicePill
                label={`Figure${name}`}
                value={series.of ?? 'average'}
                choices={figuresOf(series.aggregation).map((of) => ({ value: of, label: figureLabel(of) }))}
                onChange={(of) => onChange({ ...series, of })}
              />
              <span className={textStyles.muted13}>{series.aggregation === 'per_person' ? 'of' : 'with'}</span>
            </>
          )}
          {takesField && (
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
              <span className={textStyles.muted13}>of</span>
            </>
          )}
          <EventsPill
            label={`Event${name}`}
            value={series.event}
            onChange={(event) => onChange({ ...series, event })}
          />
        </div>
        <InsightFilters
          filters={series.filters}
          events={events}
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
