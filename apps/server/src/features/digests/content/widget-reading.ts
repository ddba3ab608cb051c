import type { Wire } from '@lamppost/protocol';
import type { DigestFrequency, DigestPeriod } from '../digest-schedule.ts';

type Query = Wire['InsightQuery'];
export type QueryOf<Kind extends Query['kind']> = Extract<Query, { kind: Kind }>;
type AnyResult = Wire['InsightAnswer']['data'];
type ResultOf<Kind extends Query['kind']> = Extract<AnyResult, { kind: Kind }>;

/** What a widget is read with. */
export interface WidgetReading {
  readonly frequency: DigestFrequency;
  readonly period: DigestPeriod;
  readonly timezone: string;
  readonly viz: Wire['WidgetViz'];
  readonly run: <Kind extends Query['kind']>(query: QueryOf<Kind>) => Promise<ResultOf<Kind>>;
}

export const rangeOf = (fromMs: number, toMs: number): Wire['InsightRange'] => ({
  kind: 'absolute',
  fromIso: new Date(fromMs).toISOString(),
  toIso: new Date(toMs).toISOString(),
});

/** The period of the digest, and the one before it. */
export const rangesOf = ({ fromMs, toMs, beforeFromMs }: DigestPeriod) => ({
  now: rangeOf(fromMs, toMs),
  before: rangeOf(beforeFromMs, fromMs),
});

/** Points of a line: the hours of a day, the days of a week. */
export const intervalOf = (frequency: DigestFrequency): 'hour' | 'day' => (frequency === 'daily' ? 'hour' : 'day');
export const wordOf = (frequency: DigestFrequency): string => (frequency === 'daily' ? 'Day before' : 'Week before');
