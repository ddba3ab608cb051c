import { completeInsightQuery, invalidField, type Wire } from '@lamppost/protocol';
import type { Scope } from '../../edge/scope.ts';
import { readPeopleBehind } from '../insights/people/read-people-behind.ts';
import { withPeople } from '../insights/people/with-people.ts';
import type { CohortRule, CohortSource, Deed, InsightRange } from '../insights/queries/insight-params.ts';
import { type FilterSources, filterReader } from '../insights/read-filters.ts';
import { readRange } from '../insights/read-range.ts';
import { MAX_LEVELS, MAX_NAMED } from './check-named-cohorts.ts';
import type { Cohort, CohortStore } from './cohort-store.ts';

const USERS_A_TIME = 10_000;

export interface CohortResolverDeps {
  readonly cohorts: Pick<CohortStore, 'find' | 'userIds'>;
  readonly releases: FilterSources['releases'];
  readonly groups: FilterSources['groups'];
  readonly timezoneOf: (projectId: string) => string;
  /** Somebody uses these in a query. */
  readonly onAsked?: (cohortId: string) => void;
}

/** How much of what a query may name it has named. */
interface Budget {
  named: number;
}

/** Cohorts as the store is asked for them, with those that they name inside. */
export class CohortResolver {
  readonly #deps: CohortResolverDeps;

  constructor(deps: CohortResolverDeps) {
    this.#deps = deps;
  }

  /** For the filters of a query. */
  readonly resolve = (scope: Scope, idsOrKeys: readonly string[], at: string): Promise<readonly CohortSource[]> =>
    this.#resolve(scope, idsOrKeys, at, { named: 0 }, 0, true);

  /** Throws a 400 that names the place when it cannot be computed as it is. */
  sourceOf(cohort: Cohort): Promise<CohortSource> {
    return this.#sourceOf(cohort, 'definition', { named: 0 }, 0);
  }

  async #resolve(
    scope: Scope,
    idsOrKeys: readonly string[],
    at: string,
    budget: Budget,
    level: number,
    isAsked: boolean,
  ): Promise<readonly CohortSource[]> {
    const sources: CohortSource[] = [];
    for (const idOrKey of idsOrKeys) {
      budget.named += 1;
      if (budget.named > MAX_NAMED || level >= MAX_LEVELS) {
        throw invalidField(at, `uses too many cohorts: at most ${MAX_NAMED} in total and ${MAX_LEVELS} levels`);
      }
      const cohort = await this.#deps.cohorts.find(scope, idOrKey);
      if (cohort === undefined) throw invalidField(at, `uses "${idOrKey}", which is not a cohort of this environment`);
      if (cohort.archivedAtMs !== null) {
        throw invalidField(at, `uses the cohort "${cohort.key}", which is archived`);
      }
      if (isAsked) this.#deps.onAsked?.(cohort.id);
      sources.push(await this.#sourceOf(cohort, at, budget, level));
    }
    return sources;
  }

  async #sourceOf(cohort: Cohort, at: string, budget: Budget, level: number): Promise<CohortSource> {
    const { projectId, environmentId, definition } = cohort;
    const scope = { projectId, environmentId };
    const sources: FilterSources = {
      releases: this.#deps.releases,
      groups: this.#deps.groups,
      resolveCohorts: (_, idsOrKeys) => this.#resolve(scope, idsOrKeys, at, budget, level + 1, false),
    };
    const readFilters = filterReader({ ...sources, scope, nowMs: Date.now() });
    const filtersOf = (filters: readonly Wire['InsightFilter'][] = []) => readFilters(filters, at);
    if ('rule' in definition) {
      const rangeOf = (range: Wire['InsightRange']) => readRange(range, at, scope, sources.releases);
      return {
        scope,
        kind: 'rule',
        rule: await readRule(definition.rule, { filtersOf, rangeOf }),
        timezone: this.#deps.timezoneOf(projectId),
      };
    }
    if ('query' in definition) {
      const query = withPeople(completeInsightQuery(definition.query), `${at}.query`);
      const reading = { scope, timezone: this.#deps.timezoneOf(projectId), sources };
      const places = { query: `${at}.query`, at: `${at}.at` };
      return { scope, kind: 'query', asked: await readPeopleBehind(query, definition.at, reading, places) };
    }
    if ('filters' in definition) return { scope, kind: 'latest', filters: await filtersOf(definition.filters) };
    if (cohort.kind === 'list') return { scope, kind: 'users', userIdsJson: await this.#userIdsJson(cohort.id) };
    throw new Error('A cohort has no definition');
  }

  async #userIdsJson(cohortId: string): Promise<string> {
    const parts: string[] = [];
    let after = '';
    for (;;) {
      const ids = await this.#deps.cohorts.userIds(cohortId, after, USERS_A_TIME);
      if (ids.length > 0) parts.push(JSON.stringify(ids).slice(1, -1));
      if (ids.length < USERS_A_TIME) return `[${parts.join(',')}]`;
      after = ids.at(-1) ?? '';
    }
  }
}

interface RuleReaders {
  readonly filtersOf: (filters?: readonly Wire['InsightFilter'][]) => Promise<Deed['filters']>;
  readonly rangeOf: (range: Wire['InsightRange']) => Promise<InsightRange>;
}

async function readRule(rule: Wire['CohortRule'], readers: RuleReaders): Promise<CohortRule> {
  const { filtersOf, rangeOf } = readers;
  const withinOf = async ({ within }: { readonly within?: Wire['InsightRange'] }) =>
    within === undefined ? null : rangeOf(within);
  const deedOf = async ({ event, filters }: SentDeed): Promise<Deed> => ({
    events: event === null ? null : [event].flat(),
    filters: await filtersOf(filters),
  });
  const { all, any, not, did, did_not: didNot, sequence } = rule;
  if (all !== undefined) return { all: await Promise.all(all.map((each) => readRule(each, readers))) };
  if (any !== undefined) return { any: await Promise.all(any.map((each) => readRule(each, readers))) };
  if (not !== undefined) return { not: await readRule(not, readers) };
  if (did !== undefined) {
    const { op, value } = did.count ?? { op: 'gte', value: 1 };
    return { did: await deedOf(did), op, value, range: await withinOf(did) };
  }
  if (didNot !== undefined) return { did: await deedOf(didNot), op: 'eq', value: 0, range: await withinOf(didNot) };
  if (sequence === undefined) throw new Error('A rule of a cohort has no member');
  return {
    steps: await Promise.all(sequence.steps.map(deedOf)),
    thenNot: sequence.then_not === undefined ? null : await deedOf(sequence.then_not),
    range: await withinOf(sequence),
  };
}

interface SentDeed {
  readonly event: string | readonly string[] | null;
  readonly filters?: readonly Wire['InsightFilter'][];
}
