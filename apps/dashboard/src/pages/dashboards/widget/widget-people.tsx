import type { Wire } from '@lamppost/protocol';
import { useTimeZone } from '../../../design/primitives/time-zone.tsx';
import type { AnyInsight } from '../../../insights/features/any-insight.ts';
import { isFeature } from '../../../insights/features/feature-insight.ts';
import { PeoplePanel } from '../../../insights/people/people-panel.tsx';
import { peopleTitle } from '../../../insights/people/people-title.ts';
import type { InsightRun } from '../../../insights/results/insight-run.ts';

export interface WidgetPeopleProps {
  readonly run: InsightRun<AnyInsight>;
  readonly at: Wire['InsightAt'];
  readonly onClose: () => void;
}

/** The people behind a number of a widget, as Explore lists them. */
export function WidgetPeople({ run: { insight, query, result }, at, onClose }: WidgetPeopleProps) {
  const timeZone = useTimeZone();
  if (isFeature(insight)) return null;
  return <PeoplePanel ask={{ query, at }} title={peopleTitle(insight, result, at, timeZone)} onClose={onClose} />;
}
