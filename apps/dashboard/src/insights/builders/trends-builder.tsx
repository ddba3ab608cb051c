import { Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRowIds } from '../../design/inputs/use-row-ids.ts';
import type { TimeRange } from '../../navigation/time-range.ts';
import { emptySeries, eventsOf, type Interval, intervals, MAX_FILTERS, type TrendsInsight } from '../insight.ts';
import { intervalOfRange, intervalsFor } from '../interval-of-range.ts';
import { letterOf } from '../queries-of-insight.ts';
import { useEventSuggestions } from '../use-event-suggestions.ts';
import { BreakdownPill } from './breakdown-pill.tsx';
import { type Choice, ChoicePill } from './choice-pill.tsx';
import { Clause } from './clause.tsx';
import styles from './insight-builder.module.css';
import { InsightFilters } from './insight-filters.tsx';
import { TrendSeriesRow } from './trend-series-row.tsx';

export interface TrendsBuilderProps {
  readonly insight: TrendsInsight;
  readonly onChange: (insight: TrendsInsight) => void;
  readonly range: TimeRange;
  readonly maxSeries: number;
  /** False where an answer shows no other period, as in a widget. */
  readonly canCompare: boolean;
}

export function TrendsBuilder({ insight, onChange, range, maxSeries, canCompare }: TrendsBuilderProps) {
  const suggestEvents = useEventSuggestions();
  const rows = useRowIds(insight.series.length);
  const events = eventsOf(insight);
  const max = insight.series.reduce((count, { filters }) => Math.max(count, filters.length), 0);
  return (
    <div className={styles.sentence}>
      <Clause word="Show">
        <div className={styles.rows}>
          {insight.series.map((series, index) => (
            <TrendSeriesRow
              key={rows.ids[index]}
              series={series}
              suggestEvents={suggestEvents}
              letter={insight.series.length > 1 ? letterOf(index) : undefined}
              maxFilters={MAX_FILTERS - insight.filters.length}
              onChange={(changed) =>
                onChange({ ...insight, series: insight.series.map((old, at) => (at === index ? changed : old)) })
              }
              onRemove={
                insight.series.length === 1
                  ? undefined
                  : () => {
                      rows.removed(index);
                      onChange({ ...insight, series: insight.series.filter((_, at) => at !== index) });
                    }
              }
            />
          ))}
        </div>
        {insight.series.length < maxSeries && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={styles.add ?? ''}
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange({ ...insight, series: [...insight.series, emptySeries] })}
          >
            Add series
          </Button>
        )}
      </Clause>
      {(insight.series.length > 1 || insight.filters.length > 0) && (
        <Clause word="only where">
          <InsightFilters
            filters={insight.filters}
            events={events}
            maxFilters={MAX_FILTERS - max}
            onChange={(filters) => onChange({ ...insight, filters })}
          />
        </Clause>
      )}
      <Clause word="broken down by">
        <BreakdownPill
          value={insight.breakdown}
          events={events}
          onChange={(breakdown) => onChange({ ...insight, breakdown })}
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
      {canCompare && (
        <Checkbox
          size="xs"
          label="Compare with previous period"
          checked={insight.isCompared}
          onChange={(event) => onChange({ ...insight, isCompared: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

function intervalChoices(range: TimeRange, chosen: Interval | 'auto'): readonly Choice<Interval | 'auto'>[] {
  const usable = intervalsFor(range);
  return [
    { value: 'auto', label: `${intervalOfRange(range)} (automatic)`, detail: 'follows the range' },
    ...intervals
      .filter((interval) => usable.includes(interval) || interval === chosen)
      .map((interval) => ({ value: interval, label: interval })),
  ];
}
