import {
  completeItems,
  type Filter,
  type FilterItem,
  filterSentence,
  isGroup,
} from '../design/filter-builder/filter-ops.ts';
import { countsPeople, figureLabel, wordsOfAggregation } from './aggregation-words.ts';
import { eventLabel } from './event-label.ts';
import type { AnyInsight } from './features/any-insight.ts';
import { describeFeature } from './features/describe-feature.ts';
import { fieldLabel } from './field-words.ts';
import type { EventChoice, TrendSeries } from './insight.ts';

const nothing = '…';

/** A query in a short phrase: the name of a widget, an entry of the recent ones, what a chart is of. */
export function describeInsight(insight: AnyInsight): string {
  switch (insight.kind) {
    case 'timeseries': {
      const formulas = insight.formulas.filter(({ expression }) => expression !== '');
      const series = formulas.length > 0 && !insight.showsSeries ? [] : insight.series.map(describeSeries);
      const what = [...formulas.map(({ name, expression }) => name ?? expression), ...series].join(', ');
      const unit = counted(countsPeople(insight) ? insight.countBy : null);
      return capital(`${what}${by(insight.breakdowns)}${where(insight.filters)}${unit}`);
    }
    case 'funnel': {
      const steps = insight.steps.map(({ event }) => eventLabel(event)).join(' → ');
      return `${steps}${by(insight.breakdown)}${where(insight.filters)}${counted(insight.countBy)}`;
    }
    case 'retention': {
      const { cohortEvent, returnEvent, interval } = insight;
      const back = eventLabel(returnEvent) === eventLabel(cohortEvent) ? 'again' : eventLabel(returnEvent);
      return `${eventLabel(cohortEvent)}, then ${back}, ${adverbs[interval]}${by(insight.breakdown)}${where(insight.filters)}${counted(insight.countBy)}`;
    }
    case 'paths': {
      const { startEvent, endEvent } = insight;
      return `Paths${end('from', startEvent)}${end('to', endEvent)}${where(insight.filters)}`;
    }
    case 'lifecycle':
      return `Lifecycle of ${eventLabel(insight.event)}, ${adverbs[insight.interval]}${where(insight.filters)}${counted(insight.countBy)}`;
    case 'stickiness':
      return `Stickiness of ${eventLabel(insight.event)}, ${adverbs[insight.interval]}${where(insight.filters)}${counted(insight.countBy)}`;
    case 'distribution': {
      const field = insight.field === null ? nothing : fieldLabel(insight.field);
      return `Distribution of ${field} of ${eventLabel(insight.event)}${where(insight.filters)}`;
    }
    case 'sql':
      return sqlTitle(insight.sql);
    default:
      return describeFeature(insight);
  }
}

const adverbs = { hour: 'hourly', day: 'daily', week: 'weekly', month: 'monthly' } as const;

const end = (word: string, event: EventChoice): string => (event === null ? '' : ` ${word} ${eventLabel(event)}`);

/** "number of purchase", "people with purchase", "average of price of purchase". */
export function describeSeries({ event, aggregation, field, of, filters, name }: TrendSeries): string {
  if (name !== null) return name;
  const subject = `${eventLabel(event)}${where(filters)}`;
  const { phrase, takes } = wordsOfAggregation(aggregation);
  if (takes === 'nothing') return `${phrase} ${subject}`;
  if (takes === 'figure') return `${figureLabel(of)} ${phrase} ${subject}`;
  return `${phrase} ${field === null ? nothing : fieldLabel(field)} of ${subject}`;
}

const counted = (countBy: string | null): string => (countBy === null ? '' : `, counted by ${fieldLabel(countBy)}`);

function by(breakdown: readonly string[] | string | null): string {
  const fields = [breakdown ?? []].flat();
  return fields.length === 0 ? '' : ` by ${fields.map(fieldLabel).join(' and ')}`;
}

function where(filters: readonly FilterItem[]): string {
  const asked = completeItems(filters);
  if (asked.length === 0) return '';
  return ` where ${asked.map(itemSentence).join(' and ')}`;
}

function itemSentence(item: FilterItem): string {
  if (!isGroup(item)) return sentenceOf(item);
  const words = item.filters.map(sentenceOf).join(item.op === 'any' ? ' or ' : ' and ');
  return item.filters.length > 1 ? `(${words})` : words;
}

const sentenceOf = (filter: Filter): string => filterSentence({ ...filter, field: fieldLabel(filter.field) });

const MAX_TITLE_LENGTH = 80;

/** The first comment says best what a statement is for; without one, its beginning. */
function sqlTitle(sql: string): string {
  const comment = /^\s*--\s*(\S.*)$/m.exec(sql)?.[1]?.trim();
  const text = comment ?? sql.trim().replace(/\s+/g, ' ');
  if (text === '') return 'SQL';
  return text.length > MAX_TITLE_LENGTH ? `${text.slice(0, MAX_TITLE_LENGTH - 1)}…` : text;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
