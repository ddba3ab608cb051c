import type { Wire } from '@lamppost/protocol';
import { type Filter, type FilterItem, isComplete } from '../../../design/filter-builder/filter-ops.ts';
import { conditionsOf, filtersOfWire, wireFilters } from '../../../insights/query/wire-filters.ts';

export type CohortKind = Wire['CohortRow']['kind'];
export type CohortDefinition = Wire['CohortDefinition'];
type CohortRule = Wire['CohortRule'];
export type CohortRange = Wire['InsightRange'];

/** Something people did. */
export interface Deed {
  /** undefined: not chosen yet; null: any event. */
  readonly event: Wire['InsightEvent'] | undefined;
  readonly filters: readonly FilterItem[];
}

/** One condition as the form holds it; what its kind does not use is kept for when the kind is changed back. */
export interface RuleDraft {
  readonly kind: 'did' | 'did_not' | 'sequence';
  /** `did` and `did_not` use the first alone. */
  readonly steps: readonly Deed[];
  readonly thenNot: Deed | undefined;
  readonly op: 'gte' | 'lte' | 'eq';
  readonly count: number;
  readonly within: CohortRange | undefined;
}

export interface CohortDraft {
  readonly match: 'all' | 'any';
  readonly rules: readonly RuleDraft[];
  readonly filters: readonly Filter[];
}

export const emptyDeed: Deed = { event: undefined, filters: [] };
export const emptyRule: RuleDraft = {
  kind: 'did',
  steps: [emptyDeed],
  thenNot: undefined,
  op: 'gte',
  count: 1,
  within: { kind: 'relative', last: '30d' },
};
export const emptyDraft: CohortDraft = { match: 'all', rules: [emptyRule], filters: [] };

export const MAX_RULES = 10;

/** The definition as a draft; undefined when it holds more than the form can show. */
export function draftOf(definition: CohortDefinition): CohortDraft | undefined {
  if ('filters' in definition) {
    const filters = definition.filters as Wire['InsightFilter'][];
    return areFlat(filters) ? { ...emptyDraft, filters: conditionsOf(filters) } : undefined;
  }
  if ('rule' in definition) return draftOfRule(definition.rule as CohortRule);
  return 'query' in definition ? undefined : emptyDraft;
}

function draftOfRule(rule: CohortRule): CohortDraft | undefined {
  const match = rule.any === undefined ? 'all' : 'any';
  const rules = (rule.any ?? rule.all ?? [rule]).map(leafOf);
  return rules.every((leaf) => leaf !== undefined) ? { ...emptyDraft, match, rules } : undefined;
}

function leafOf({ did, did_not: didNot, sequence }: CohortRule): RuleDraft | undefined {
  const within = (did ?? didNot ?? sequence)?.within;
  if (did !== undefined) {
    const { op, value } = did.count ?? { op: 'gte', value: 1 };
    return checked({ ...emptyRule, steps: [deedOf(did)], op, count: value, within }, did.filters);
  }
  if (didNot !== undefined) {
    return checked({ ...emptyRule, kind: 'did_not', steps: [deedOf(didNot)], within }, didNot.filters);
  }
  if (sequence === undefined) return undefined;
  const { steps, then_not: thenNot } = sequence;
  const all = [...steps, ...(thenNot === undefined ? [] : [thenNot])];
  return checked(
    {
      ...emptyRule,
      kind: 'sequence',
      steps: steps.map(deedOf),
      thenNot: thenNot === undefined ? undefined : deedOf(thenNot),
      within,
    },
    ...all.map(({ filters }) => filters),
  );
}

const checked = (rule: RuleDraft, ...filters: readonly (Wire['InsightFilter'][] | undefined)[]) =>
  filters.every(areEditable) ? rule : undefined;

/** Conditions, and groups of them. */
const areEditable = (filters: readonly Wire['InsightFilter'][] = []): boolean =>
  filters.every((filter) => !('filters' in filter) || areFlat(filter.filters));

const areFlat = (filters: readonly Wire['InsightFilter'][] = []): boolean =>
  filters.every((filter) => !('filters' in filter));

const deedOf = (deed: { event: Wire['InsightEvent']; filters?: Wire['InsightFilter'][] }): Deed => ({
  event: deed.event,
  filters: filtersOfWire(deed.filters),
});

/** What is missing before it can be saved, as a sentence; undefined when nothing is. */
export function draftProblem(kind: CohortKind, { rules, filters }: CohortDraft): string | undefined {
  if (kind === 'attributes') return filters.some(isComplete) ? undefined : 'Add a filter';
  if (kind !== 'behaviour') return undefined;
  const isUnfinished = rules.some(({ kind: ruleKind, steps, thenNot }) =>
    usedDeeds(ruleKind, steps, thenNot).some(({ event }) => event === undefined),
  );
  return isUnfinished ? 'Select an event for each condition' : undefined;
}

const usedDeeds = (kind: RuleDraft['kind'], steps: readonly Deed[], thenNot: Deed | undefined): readonly Deed[] =>
  kind === 'sequence' ? [...steps, ...(thenNot === undefined ? [] : [thenNot])] : steps.slice(0, 1);

/** What is sent. Only for a draft without a problem. */
export function definitionOf(kind: CohortKind, { match, rules, filters }: CohortDraft): CohortDefinition {
  if (kind === 'attributes') return { filters: wireFilters(filters) };
  if (kind !== 'behaviour') return {};
  const [first = emptyRule] = rules;
  return { rule: rules.length === 1 ? ruleOf(first) : { [match]: rules.map(ruleOf) } };
}

function ruleOf({ kind, steps, thenNot, op, count, within }: RuleDraft): CohortRule {
  const when = within === undefined ? {} : { within };
  const [first = emptyDeed] = steps;
  if (kind === 'did') return { did: { ...sentDeed(first), count: { op, value: count }, ...when } };
  if (kind === 'did_not') return { did_not: { ...sentDeed(first), ...when } };
  const not = thenNot === undefined ? {} : { then_not: sentDeed(thenNot) };
  return { sequence: { steps: steps.map(sentDeed), ...not, ...when } };
}

function sentDeed({ event = null, filters }: Deed) {
  const asked = wireFilters(filters);
  return { event, ...(asked.length === 0 ? {} : { filters: asked }) };
}
