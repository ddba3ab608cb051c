import { invalidField, invalidFields, type Wire } from '@lamppost/protocol';
import * as bodyValidators from '@lamppost/protocol/body-validators';
import { readJson } from '../../collect/ingest/json/read-json.ts';
import type { Scope } from '../../edge/scope.ts';
import { describeFaults } from '../../http/request/describe-faults.ts';
import type { CohortSource } from '../insights/queries/insight-params.ts';
import { type FilterSources, filterReader } from '../insights/read-filters.ts';

/** Whom a list of people is about, out of its query; undefined: everybody. */
export const amongReader =
  (sources: FilterSources) =>
  async (
    scope: Scope,
    { filters, cohort }: Pick<Wire['PeopleQuery'], 'filters' | 'cohort'>,
  ): Promise<CohortSource | undefined> => {
    const read = filterReader({ ...sources, scope, nowMs: Date.now() });
    const asked = filters === undefined ? [] : await read(readFilters(filters), 'filters');
    if (cohort === undefined) return asked.length === 0 ? undefined : { scope, kind: 'latest', filters: asked };
    const [source] = await sources.resolveCohorts(scope, [cohort], 'cohort');
    if (asked.length === 0 || source === undefined) return source;
    return { scope, kind: 'latest', filters: [...asked, { field: 'cohort', op: 'in_cohorts', cohorts: [source] }] };
  };

function readFilters(json: string): Wire['PeopleFilters']['filters'] {
  const sent = { filters: parsed(json) };
  const validate = bodyValidators.PeopleFilters;
  if (!validate(sent)) throw invalidFields(describeFaults(validate.errors ?? []));
  return sent.filters;
}

function parsed(json: string): unknown {
  try {
    return readJson(Buffer.from(json)).value;
  } catch {
    throw invalidField('filters', 'must be a list of filters as JSON');
  }
}
