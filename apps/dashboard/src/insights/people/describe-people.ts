import type { Wire } from '@lamppost/protocol';
import { formatDuration } from '../../design/format/format-duration.ts';
import { formatShortNumber } from '../../design/format/format-number.ts';
import { describeSeries } from '../describe-insight.ts';
import { eventLabel } from '../event-label.ts';
import { fieldLabel } from '../field-words.ts';
import type { Insight, TrendsInsight } from '../insight.ts';
import { placeOfLetter } from '../letter-of.ts';

type At = Wire['InsightAt'];

/** Who is listed, in a phrase: "Reached step 2, purchase". `timeOf` writes the time of a bucket. */
export function describePeople(insight: Insight, at: At, timeOf: (iso: string) => string): string {
  const value = at.breakdown === undefined ? '' : `, ${at.breakdown.join(' · ')}`;
  const bucket = at.bucketIso === undefined ? '' : `, ${timeOf(at.bucketIso)}`;
  switch (insight.kind) {
    case 'timeseries':
      return `${seriesWords(insight, at)}${value}${bucket}`;
    case 'funnel': {
      if (at.from !== undefined) return `Converted in ${secondsOf(at.from)} to ${secondsOf(at.to ?? at.from)}`;
      const step = at.step ?? 0;
      const outcome = at.outcome === 'dropped' ? 'Dropped off before' : 'Reached';
      return `${outcome} step ${step + 1}, ${eventLabel(insight.steps[step]?.event ?? null)}${value}${at.bucketIso === undefined ? '' : `, started ${timeOf(at.bucketIso)}`}`;
    }
    case 'retention': {
      const period = at.period === undefined ? '' : `, cohort of ${timeOf(at.period)}`;
      const index = at.index ?? 0;
      const words = index === 0 ? 'In the cohort' : `Came back in ${insight.interval} ${index}`;
      return `${words}${period}${value}`;
    }
    case 'lifecycle':
      return `${capital(at.state ?? 'active')}: ${eventLabel(insight.event)}${bucket}`;
    case 'stickiness':
      return `Active in exactly ${at.periods} ${insight.interval}${at.periods === 1 ? '' : 's'}`;
    case 'distribution':
      return `${fieldLabel(insight.field ?? '')} from ${formatShortNumber(at.from ?? 0)} to ${formatShortNumber(at.to ?? 0)}`;
    default:
      return 'In this step';
  }
}

function seriesWords({ series }: TrendsInsight, at: At): string {
  const one = series[at.series === undefined ? 0 : placeOfLetter(at.series)];
  return one === undefined ? 'In this series' : capital(describeSeries(one));
}

const secondsOf = (seconds: number): string => formatDuration(seconds * 1000);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
