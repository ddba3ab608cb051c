import type { Wire } from '@lamppost/protocol';
import { describeSeries } from '../describe-insight.ts';
import { eventLabel } from '../event-label.ts';
import type { Insight, TrendsInsight } from '../insight.ts';
import { placeOfLetter } from '../letter-of.ts';

type At = Wire['InsightAt'];

/** Who is listed, in a phrase: "Reached step 2, purchase". `timeOf` writes the time of a bucket. */
export function describePeople(insight: Insight, at: At, timeOf: (iso: string) => string): string {
  const value = at.breakdown === undefined ? '' : `, ${at.breakdown.join(' · ')}`;
  switch (insight.kind) {
    case 'timeseries':
      return `${seriesWords(insight, at)}${value}${at.bucketIso === undefined ? '' : `, ${timeOf(at.bucketIso)}`}`;
    case 'funnel': {
      const step = at.step ?? 0;
      const outcome = at.outcome === 'dropped' ? 'Dropped off before' : 'Reached';
      return `${outcome} step ${step + 1}, ${eventLabel(insight.steps[step]?.event ?? null)}${value}`;
    }
    case 'retention': {
      const period = at.period === undefined ? '' : `, cohort of ${timeOf(at.period)}`;
      const index = at.index ?? 0;
      return index === 0 ? `In the cohort${period}` : `Came back in ${insight.interval} ${index}${period}`;
    }
    default:
      return 'In this step';
  }
}

function seriesWords({ series }: TrendsInsight, at: At): string {
  const one = series[at.series === undefined ? 0 : placeOfLetter(at.series)];
  return one === undefined ? 'In this series' : capital(describeSeries(one));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
