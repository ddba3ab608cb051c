import type { CohortRule, CohortSource, Deed, InsightRange } from '../insight-params.ts';
import type { PeopleBehind } from '../people/people-behind.ts';
import { passes, type ReferenceData, type Valued, valuedOf, withoutRepeats } from './events.reference.ts';
import { referencePeople } from './people.reference.ts';

/** Who is in a cohort, worked out a second time: person by person, event by event. Lists and cohorts in filters too. */
export function referenceCohort(data: ReferenceData, source: CohortSource): ReadonlySet<string> {
  const events = withoutRepeats(data.events).map((event) => valuedOf(event, data));
  const persons = new Set(events.flatMap(({ person }) => person ?? []));
  const isIn = (person: string): boolean => {
    const own = events.filter((event) => event.person === person);
    switch (source.kind) {
      case 'users':
        return (JSON.parse(source.userIdsJson) as string[]).some((id) => person === `user/${id}`);
      case 'latest': {
        // In the order of arrival, so that of two at one moment the later one counts.
        const latest = own.reduce((last, event) => (event.atMs >= last.atMs ? event : last));
        return source.filters.every((filter) => passes(latest, filter));
      }
      case 'rule':
        return holds(source.rule, own, data);
      case 'query':
        return referencePeople(source.asked as PeopleBehind, data).has(person);
    }
  };
  return new Set([...persons].filter(isIn));
}

function holds(rule: CohortRule, own: readonly Valued[], data: ReferenceData): boolean {
  if ('all' in rule) return rule.all.every((each) => holds(each, own, data));
  if ('any' in rule) return rule.any.some((each) => holds(each, own, data));
  if ('not' in rule) return !holds(rule.not, own, data);
  const times = (deed: Deed): number[] =>
    own.filter((event) => isDeed(event, deed, rule.range, data)).map(({ atMs }) => atMs);
  if ('did' in rule) {
    const count = times(rule.did).length;
    if (rule.op === 'eq') return count === rule.value;
    return rule.op === 'gte' ? count >= rule.value : count <= rule.value;
  }
  // Every chain there is, tried out.
  const ends = (at: number, after: number): number[] =>
    times(rule.steps[at] as Deed)
      .filter((time) => time > after)
      .flatMap((time) => (at === rule.steps.length - 1 ? [time] : ends(at + 1, time)));
  const ended = ends(0, Number.NEGATIVE_INFINITY);
  const spoilers = rule.thenNot === null ? [] : times(rule.thenNot);
  return ended.some((end) => spoilers.every((time) => time <= end));
}

function isDeed(event: Valued, { events, filters }: Deed, range: InsightRange | null, data: ReferenceData): boolean {
  if (events !== null && !events.includes(event.name)) return false;
  if (range?.kind === 'between' && !(event.atMs >= range.fromMs && event.atMs < range.toMs)) return false;
  return filters.every((filter) => {
    if (!('cohorts' in filter)) return passes(event, filter);
    const { person } = event;
    const isMember = filter.cohorts.some((cohort) => person !== undefined && referenceCohort(data, cohort).has(person));
    return isMember === (filter.op === 'in_cohorts');
  });
}
