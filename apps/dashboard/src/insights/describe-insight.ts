import { type Filter, filterSentence, isComplete } from '../design/filter-builder/filter-ops.ts';
import { wordsOfAggregation } from './aggregation-words.ts';
import { fieldLabel } from './field-words.ts';
import type { Insight, TrendSeries } from './insight.ts';

const nothing = '…';

/** A query in a short phrase: the name of a widget, an entry of the recent ones, what a chart is of. */
export function describeInsight(insight: Insight): string {
  switch (insight.kind) {
    case 'timeseries': {
      const what = insight.series.map(describeSeries).join(', ');
      return capital(`${what}${by(insight.breakdown)}${where(insight.filters)}`);
    }
    case 'funnel': {
      const steps = insight.steps.map(({ event }) => event ?? nothing).join(' → ');
      return `${steps}${by(insight.breakdown)}${where(insight.filters)}`;
    }
    case 'retention': {
      const { cohortEvent, returnEvent, interval } = insight;
      const back = returnEvent === cohortEvent ? 'again' : (returnEvent ?? nothing);
      const how = interval === 'day' ? 'daily' : 'weekly';
      return `${cohortEvent ?? nothing}, then ${back}, ${how}${where(insight.filters)}`;
    }
    case 'paths': {
      const { startEvent, endEvent } = insight;
      const from = startEvent === null ? '' : ` from ${startEvent}`;
      const to = endEvent === null ? '' : ` to ${endEvent}`;
      return `Paths${from}${to}${where(insight.filters)}`;
    }
    case 'sql':
      return sqlTitle(insight.sql);
  }
}

/** "number of purchase", "people with purchase", "average of price of purchase". */
export function describeSeries({ event, aggregation, field, filters }: TrendSeries): string {
  const name = `${event ?? nothing}${where(filters)}`;
  if (aggregation === 'count') return `number of ${name}`;
  if (aggregation === 'count_distinct' && field === 'person_id') return `people with ${name}`;
  return `${wordsOfAggregation(aggregation).phrase} ${field === null ? nothing : fieldLabel(field)} of ${name}`;
}

const by = (breakdown: string | null): string => (breakdown === null ? '' : ` by ${fieldLabel(breakdown)}`);

function where(filters: readonly Filter[]): string {
  const asked = filters.filter(isComplete);
  if (asked.length === 0) return '';
  return ` where ${asked.map((filter) => filterSentence({ ...filter, field: fieldLabel(filter.field) })).join(' and ')}`;
}

const MAX_TITLE_LENGTH = 80;

/** The first comment says best what a statement is for; without one, its beginning. */
function sqlTitle(sql: string): string {
  const comment = /^\s*--\s*(\S.*)$/m.exec(sql)?.[1]?.trim();
  const text = comment ?? sql.trim().replace(/\s+/g, ' ');
  if (text === '') return 'SQL';
  return text.length > MAX_TITLE_LENGTH ? `${text.slice(0, MAX_TITLE_LENGTH - 1)}…` : text;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
