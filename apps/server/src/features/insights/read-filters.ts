import { FIRST_SEEN_FIELD, invalidField, type Wire } from '@lamppost/protocol';
import type { ReleaseKey } from '../../analytics/release-key.ts';
import { parseIsoTime } from '../../collect/ingest/screen/iso-time.ts';
import type { Scope } from '../../edge/scope.ts';
import type { GroupStore } from '../groups/group-store.ts';
import type { ReleaseStore } from '../releases/release-store.ts';
import { groupFilter } from './group-filter.ts';
import type { CohortSource, FilterValue, InsightCondition, InsightFilter } from './queries/insight-params.ts';
import { parseRelativeTime } from './time-span.ts';

/** Cohorts by their ids or keys, as the store is asked for them. Refuses those that cannot be used, naming the place. */
type ResolveCohorts = (scope: Scope, idsOrKeys: readonly string[], at: string) => Promise<readonly CohortSource[]>;

/** What filters name that is not in the store. */
export interface FilterSources {
  readonly releases: Pick<ReleaseStore, 'find'>;
  readonly groups: Pick<GroupStore, 'memberIds'>;
  readonly resolveCohorts: ResolveCohorts;
}

export interface FilterReaderDeps extends FilterSources {
  readonly scope: Scope;
  readonly nowMs: number;
}

type WireFilter = Wire['InsightFilter'];
type WireCondition = Wire['InsightCondition'];

/** Filters in the words of the wire as the store takes them; `at` names their place in the query. */
export const filterReader = (deps: FilterReaderDeps) => {
  const reader = new FilterReader(deps);
  return (filters: readonly WireFilter[], at: string): Promise<readonly InsightFilter[]> => reader.filters(filters, at);
};

const timeFields: ReadonlySet<string> = new Set(['timestamp', 'received_at', FIRST_SEEN_FIELD]);

class FilterReader {
  readonly #deps: FilterReaderDeps;

  constructor(deps: FilterReaderDeps) {
    this.#deps = deps;
  }

  filters(filters: readonly WireFilter[], at: string): Promise<readonly InsightFilter[]> {
    return Promise.all(filters.map((filter, index) => this.#filter(filter, `${at}.${index}`)));
  }

  async #filter(filter: WireFilter, at: string): Promise<InsightFilter> {
    if ('filters' in filter) {
      return { op: filter.op, filters: await this.filters(filter.filters, `${at}.filters`) };
    }
    const { scope, groups } = this.#deps;
    if (filter.field === 'group') return groupFilter(filter, `${at}.value`, scope, groups);
    if (filter.field === 'cohort') return this.#cohorts(filter, `${at}.value`);
    return this.#condition(filter, `${at}.value`);
  }

  async #cohorts(filter: WireCondition, at: string): Promise<InsightFilter> {
    const values = 'value' in filter ? [filter.value].flat() : [];
    const op = filter.op === 'in' || filter.op === 'eq' ? 'in_cohorts' : 'not_in_cohorts';
    const cohorts = await this.#deps.resolveCohorts(this.#deps.scope, values.map(String), at);
    return { field: 'cohort', op, cohorts };
  }

  async #condition(filter: WireCondition, at: string): Promise<InsightCondition> {
    const { field } = filter;
    switch (filter.op) {
      case 'before':
      case 'after':
        return { field, op: filter.op, valueMs: this.#momentOf(filter.value, at) };
      case 'matches':
      case 'not_matches':
        return { field, op: filter.op, pattern: filter.value };
      case 'eq':
      case 'neq':
        if (timeFields.has(field)) return { field, op: filter.op, value: this.#momentOf(filter.value, at) };
        return { ...filter, ...(await this.#releasesOf(field, [filter.value])) };
      case 'in':
      case 'not_in':
        if (timeFields.has(field)) {
          return { field, op: filter.op, value: filter.value.map((value) => this.#momentOf(value, at)) };
        }
        return { ...filter, ...(await this.#releasesOf(field, filter.value)) };
      case 'contains':
      case 'not_contains':
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        return timeFields.has(field) ? { field, op: filter.op, value: this.#momentOf(filter.value, at) } : filter;
      case 'includes':
      case 'excludes':
      case 'is_null':
      case 'is_not_null':
        return filter;
    }
  }

  /** Few events say a release, but most a version, which is what a release of ours is. */
  async #releasesOf(field: string, values: readonly FilterValue[]): Promise<{ releases?: readonly ReleaseKey[] }> {
    if (field !== 'release_id') return {};
    const { releases, scope } = this.#deps;
    const ids = [...new Set(values.filter(isUuid))];
    const found = await Promise.all(ids.map((id) => releases.find(scope.projectId, id)));
    return {
      releases: found.flatMap((release) =>
        release?.environmentId === scope.environmentId
          ? [{ platform: release.platform, version: release.version }]
          : [],
      ),
    };
  }

  #momentOf(value: FilterValue, at: string): number {
    const text = typeof value === 'string' ? value : '';
    const ms = parseRelativeTime(text, this.#deps.nowMs) ?? parseIsoTime(text);
    if (ms === undefined) throw invalidField(at, 'must be an ISO 8601 time, or relative to now such as now-7d');
    return ms;
  }
}

const isUuid = (value: FilterValue): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
