import { Checkbox } from '@mantine/core';
import type { ApiProblem } from '../../api/api-problem.ts';
import { useRowIds } from '../../design/inputs/use-row-ids.ts';
import flowStyles from '../../design/layout/flow.module.css';
import type { TimeRange } from '../../navigation/time-range.ts';
import { countsPeople } from '../aggregation-words.ts';
import {
  emptySeries,
  eventsOf,
  type Interval,
  intervals,
  MAX_FILTERS,
  MAX_FORMULAS,
  MAX_SERIES,
  type TrendsInsight,
} from '../insight.ts';
import { intervalOfRange, intervalsFor } from '../interval-of-range.ts';
import { letterOf } from '../letter-of.ts';
import { AddButton } from './add-button.tsx';
import { BreakdownPills } from './breakdown-pills.tsx';
import { type Choice, ChoicePill } from './choice-pill.tsx';
import { Clause } from './clause.tsx';
import { CountByClause } from './count-by-clause.tsx';
import { FormulaRow } from './formula-row.tsx';
import styles from './insight-builder.module.css';
import { InsightFilters } from './insight-filters.tsx';
import { TrendSeriesRow } from './trend-series-row.tsx';

export interface TrendsBuilderProps {
  readonly insight: TrendsInsight;
  readonly onChange: (insight: TrendsInsight) => void;
  readonly range: TimeRange;
  readonly problem?: ApiProblem | null | undefined;
}

export function TrendsBuilder({ insight, onChange, range, problem }: TrendsBuilderProps) {
  const { series, formulas } = insight;
  const rows = useRowIds(series.length);
  const formulaRows = useRowIds(formulas.length);
  const events = eventsOf(insight);
  const max = series.reduce((count, { filters }) => Math.max(count, filters.length), 0);
  const hasLetters = series.length > 1 || formulas.length > 0;
  return (
    <div className={flowStyles.stack16}>
      <Clause word="Show">
        <div className={styles.rows}>
          {series.map((one, index) => (
            <TrendSeriesRow
              key={rows.ids[index]}
              series={one}
              letter={hasLetters ? letterOf(index) : undefined}
              maxFilters={MAX_FILTERS - insight.filters.length}
              onChange={(changed) =>
                onChange({ ...insight, series: series.map((old, at) => (at === index ? changed : old)) })
              }
              onRemove={
                series.length === 1
                  ? undefined
                  : () => {
                      rows.removed(index);
                      onChange({ ...insight, series: series.filter((_, at) => at !== index) });
                    }
              }
            />
          ))}
          {formulas.map((formula, index) => (
            <FormulaRow
              key={formulaRows.ids[index]}
              formula={formula}
              place={index}
              problem={problemOf(problem, index)}
              onChange={(changed) =>
                onChange({ ...insight, formulas: formulas.map((old, at) => (at === index ? changed : old)) })
              }
              onRemove={() => {
                formulaRows.removed(index);
                onChange({ ...insight, formulas: formulas.filter((_, at) => at !== index) });
              }}
            />
          ))}
        </div>
        {series.length < MAX_SERIES && (
          <AddButton label="Add series" onClick={() => onChange({ ...insight, series: [...series, emptySeries] })} />
        )}
        {formulas.length < MAX_FORMULAS && (
          <AddButton
            label="Add formula"
            onClick={() => onChange({ ...insight, formulas: [...formulas, { expression: '', name: null }] })}
          />
        )}
        {formulas.length > 0 && (
          <Checkbox
            size="xs"
            label="Show series next to formulas"
            checked={insight.showsSeries}
            onChange={(event) => onChange({ ...insight, showsSeries: event.currentTarget.checked })}
          />
        )}
      </Clause>
      {(series.length > 1 || insight.filters.length > 0) && (
        <Clause word="only where">
          <InsightFilters
            filters={insight.filters}
            events={events}
            maxFilters={MAX_FILTERS - max}
            onChange={(filters) => onChange({ ...insight, filters })}
          />
        </Clause>
      )}
      {countsPeople(insight) && (
        <CountByClause
          value={insight.countBy}
          events={events}
          onChange={(countBy) => onChange({ ...insight, countBy })}
        />
      )}
      <Clause word="broken down by">
        <BreakdownPills
          fields={insight.breakdowns}
          limit={insight.breakdownLimit}
          events={events}
          onChange={(breakdowns, breakdownLimit) => onChange({ ...insight, breakdowns, breakdownLimit })}
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
      <Clause word="shown as">
        <ChoicePill
          label="Show as"
          value={String(insight.smoothing)}
          choices={smoothingChoices(insight.smoothing)}
          onChange={(chosen) => onChange({ ...insight, smoothing: smoothingOf(chosen) })}
        />
      </Clause>
      <Clause word="compared with">
        <ChoicePill
          label="Compare with"
          value={insight.compare}
          choices={comparisonChoices}
          onChange={(compare) => onChange({ ...insight, compare })}
        />
      </Clause>
    </div>
  );
}

function problemOf(problem: ApiProblem | null | undefined, index: number): string | undefined {
  return problem?.fieldErrors[`query.formulas.${index}.expression`]?.[0];
}

const comparisonChoices: readonly Choice<TrendsInsight['compare']>[] = [
  { value: 'none', label: 'nothing' },
  { value: 'previous_period', label: 'previous period', detail: 'of the same length' },
  { value: 'previous_year', label: 'previous year', detail: 'the same dates a year earlier' },
];

const averages = [3, 7, 14, 28];

function smoothingChoices(chosen: TrendsInsight['smoothing']): readonly Choice<string>[] {
  const all = typeof chosen === 'number' ? [...new Set([...averages, chosen])].sort((a, b) => a - b) : averages;
  return [
    { value: 'none', label: 'values' },
    { value: 'cumulative', label: 'running total', detail: 'each point with all before it' },
    ...all.map((count) => ({
      value: String(count),
      label: `moving average of ${count}`,
      detail: `the last ${count} points`,
    })),
  ];
}

const smoothingOf = (chosen: string): TrendsInsight['smoothing'] =>
  chosen === 'none' || chosen === 'cumulative' ? chosen : Number(chosen);

function intervalChoices(range: TimeRange, chosen: Interval | 'auto'): readonly Choice<Interval | 'auto'>[] {
  const usable = intervalsFor(range);
  return [
    { value: 'auto', label: `${intervalOfRange(range)} (automatic)`, detail: 'follows the range' },
    ...intervals
      .filter((interval) => usable.includes(interval) || interval === chosen)
      .map((interval) => ({ value: interval, label: interval === 'total' ? 'whole range' : interval })),
  ];
}
