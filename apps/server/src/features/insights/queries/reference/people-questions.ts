import fc from 'fast-check';
import type { DistributionParams } from '../distribution.ts';
import type { EventSelection } from '../event-selection.ts';
import type { InsightParams } from '../insight-params.ts';
import type { LifecycleParams } from '../lifecycle.ts';
import type { PathsParams } from '../paths.ts';
import type { RetentionParams } from '../retention.ts';
import type { StickinessParams } from '../stickiness.ts';

/** What a query of a kind asks for beside what every insight does. */
type Asked<Params> = fc.Arbitrary<Omit<Params, keyof InsightParams>>;

export interface QuestionParts {
  readonly selection: fc.Arbitrary<EventSelection>;
  readonly names: fc.Arbitrary<readonly string[]>;
  readonly breakdownField: fc.Arbitrary<string | undefined>;
}

/** Without the members that are undefined. */
const said = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

const maybe = <const T>(...values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });

/** Random questions of the kinds that are about what people do over time, and about numbers. */
export function peopleQuestions({ selection, names, breakdownField }: QuestionParts) {
  const interval = fc.constantFrom('day' as const, 'week' as const, 'month' as const);
  const over = fc.record({ events: selection, interval });
  const retention = fc
    .record({
      cohortEvents: selection,
      returnEvents: selection,
      interval: fc.constantFrom('hour' as const, 'day' as const, 'week' as const, 'month' as const),
      mode: maybe('on', 'on_or_after'),
      start: maybe('first_in_range', 'first_time'),
      breakdownField,
    })
    .map(said);
  const distribution = fc.record({
    events: selection,
    field: fc.constantFrom('event_properties.n', 'event_properties.v', 'event_properties.deep.d'),
    // Widths of these are exact, so that no rounding decides where a number belongs.
    buckets: fc.constantFrom(2, 4, 16, 32),
  });
  const pattern = fc.constantFrom('open', 'o*', '* · *', '*·*5', 'view*a', '*é*', '(other)*', '*.*', '*');
  const paths = fc
    .record({
      startEvents: fc.option(names, { nil: undefined, freq: 2 }),
      endEvents: fc.option(names, { nil: undefined, freq: 2 }),
      depth: fc.integer({ min: 1, max: 6 }),
      excludeEvents: maybe(['buy'], ['$page', 'Ärger'], []),
      hideSystemEvents: maybe(true, false),
      nodeField: breakdownField,
      groups: fc.option(
        fc.array(fc.record({ name: fc.constantFrom('group', 'open', '(none)'), pattern }), { maxLength: 3 }),
        { nil: undefined, freq: 2 },
      ),
    })
    .map(said);
  return {
    paths: paths as Asked<PathsParams>,
    retention: retention as Asked<RetentionParams>,
    lifecycle: over as Asked<LifecycleParams>,
    stickiness: over as Asked<StickinessParams>,
    distribution: distribution as Asked<DistributionParams>,
  };
}
