import { type Filter, filterSentence, isComplete } from '../design/filter-builder/filter-ops.ts';
import { wordsOfAggregation } from './aggregation-words.ts';
import { fieldLabel } from './field-words.ts';
import type { Question, TrendSeries } from './question.ts';

const nothing = '…';

/** A question in a short phrase: the name of a widget, an entry of the recent ones, what a chart is of. */
export function describeQuestion(question: Question): string {
  switch (question.kind) {
    case 'timeseries': {
      const what = question.series.map(describeSeries).join(', ');
      return capital(`${what}${by(question.breakdown)}${where(question.filters)}`);
    }
    case 'funnel': {
      const steps = question.steps.map(({ event }) => event ?? nothing).join(' → ');
      return `${steps}${by(question.breakdown)}${where(question.filters)}`;
    }
    case 'retention': {
      const { cohortEvent, returnEvent, interval } = question;
      const back = returnEvent === cohortEvent ? 'again' : (returnEvent ?? nothing);
      const how = interval === 'day' ? 'daily' : 'weekly';
      return `${cohortEvent ?? nothing}, then ${back}, ${how}${where(question.filters)}`;
    }
    case 'paths': {
      const { startEvent, endEvent } = question;
      const from = startEvent === null ? '' : ` from ${startEvent}`;
      const to = endEvent === null ? '' : ` to ${endEvent}`;
      return `Paths${from}${to}${where(question.filters)}`;
    }
    case 'sql':
      return sqlTitle(question.sql);
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
