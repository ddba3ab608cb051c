import { completeInsightQuery, invalidFields, type Wire } from '@lamppost/protocol';
import { readPoint } from '../insights/people/read-point.ts';
import { withPeople } from '../insights/people/with-people.ts';
import { type Fault, filterFaults, rangeFaults, readKeptQuery } from '../insights/read-insight-query.ts';
import type { CohortDefinition, CohortKind } from './cohort-store.ts';

const members: Readonly<Record<CohortKind, readonly string[]>> = {
  behaviour: ['rule'],
  attributes: ['filters'],
  list: [],
  query: ['query', 'at'],
};

/** A definition of the right shape that goes with its kind; a 400 that names every place where it does not. */
export function readCohortDefinition(kind: CohortKind, definition: CohortDefinition): CohortDefinition {
  const wanted = members[kind];
  const faults: Fault[] = [
    ...wanted.filter((name) => !(name in definition)).map((name): Fault => [name, `is required for kind ${kind}`]),
    ...Object.keys(definition)
      .filter((name) => !wanted.includes(name))
      .map((name): Fault => [name, `is not allowed for kind ${kind}`]),
    ...('rule' in definition ? ruleFaults('rule', definition.rule) : []),
    ...('filters' in definition ? filterFaults('filters', definition.filters) : []),
  ];
  if (faults.length > 0) {
    throw invalidFields(Object.fromEntries(faults.map(([place, what]) => [`definition.${place}`, [what]])));
  }
  if ('query' in definition) readPoint(readQuery(definition.query), definition.at, QUERY_PLACES);
  return definition;
}

const QUERY_PLACES = { query: 'definition.query', at: 'definition.at' };

function readQuery(sent: Wire['InsightQuery']) {
  readKeptQuery(sent, QUERY_PLACES.query);
  return withPeople(completeInsightQuery(sent), QUERY_PLACES.query);
}

type Rule = Wire['CohortRule'];

function ruleFaults(place: string, rule: Rule): Fault[] {
  const lists = (['all', 'any'] as const).flatMap((name) =>
    (rule[name] ?? []).flatMap((each, index) => ruleFaults(`${place}.${name}.${index}`, each)),
  );
  if (rule.not !== undefined) return ruleFaults(`${place}.not`, rule.not);
  for (const name of ['did', 'did_not'] as const) {
    const deed = rule[name];
    if (deed !== undefined) return [...deedFaults(`${place}.${name}`, deed), ...withinFaults(`${place}.${name}`, deed)];
  }
  if (rule.sequence !== undefined) {
    const { steps, then_not: thenNot } = rule.sequence;
    return [
      ...steps.flatMap((step, index) => deedFaults(`${place}.sequence.steps.${index}`, step)),
      ...(thenNot === undefined ? [] : deedFaults(`${place}.sequence.then_not`, thenNot)),
      ...withinFaults(`${place}.sequence`, rule.sequence),
    ];
  }
  return lists;
}

const deedFaults = (place: string, { filters = [] }: { readonly filters?: Wire['InsightFilter'][] }): Fault[] =>
  filterFaults(`${place}.filters`, filters);

/** Faults of a range are named as those of a query's. */
const withinFaults = (place: string, { within }: { readonly within?: Wire['InsightRange'] }): Fault[] =>
  within === undefined
    ? []
    : rangeFaults(within).map(([where, what]): Fault => [`${place}.${where.replace('range', 'within')}`, what]);
