import Type, { type TObject, type TSchema } from 'typebox';
import { OneOfTagged } from '../common.ts';
import { Closed } from './closed.ts';
import { Field } from './fields.ts';

const ScalarValue = Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'], maxLength: 1024 });
const Scalars = Type.Array(ScalarValue, { minItems: 1, maxItems: 100 });

const conditions: readonly TObject[] = [
  Closed({
    field: Field,
    op: Type.Enum(['eq', 'neq', 'contains', 'not_contains', 'gt', 'gte', 'lt', 'lte']),
    value: ScalarValue,
  }),
  Closed({
    field: Field,
    op: Type.Enum(['in', 'not_in']),
    value: Scalars,
  }),
  Closed({
    field: Field,
    op: Type.Enum(['includes', 'excludes']),
    value: Type.Array(ScalarValue, {
      minItems: 1,
      maxItems: 100,
      description: 'The field is a list, and one of these is, or none of these are, in it',
    }),
  }),
  Closed({
    field: Field,
    op: Type.Enum(['matches', 'not_matches']),
    value: Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'A regular expression without look-around and back-references, found anywhere in the text',
    }),
  }),
  Closed({
    field: Field,
    op: Type.Enum(['before', 'after']),
    value: Type.String({
      maxLength: 64,
      description:
        'ISO 8601, or relative to now: `now`, `now-7d`, `now+1h` (units m, h, d, w). The field is read as a time: ISO 8601, or milliseconds since 1970',
    }),
  }),
  Closed({
    field: Field,
    op: Type.Enum(['is_null', 'is_not_null']),
    value: Type.Optional(Type.Unknown({ description: 'Says nothing' })),
  }),
];

type Scalar = string | number | boolean;

// Written out and named: the compiler takes minutes to compare what it has to unfold in the bodies of all routes.
export interface ValueCondition {
  field: string;
  op: 'eq' | 'neq' | 'contains' | 'not_contains' | 'gt' | 'gte' | 'lt' | 'lte';
  value: Scalar;
}
export interface ListCondition {
  field: string;
  op: 'in' | 'not_in' | 'includes' | 'excludes';
  value: Scalar[];
}
export interface TextCondition {
  field: string;
  op: 'matches' | 'not_matches' | 'before' | 'after';
  value: string;
}
export interface PresenceCondition {
  field: string;
  op: 'is_null' | 'is_not_null';
  value?: unknown;
}
/** Filters of which one must hold, or all must. */
export interface FilterGroup {
  op: 'any' | 'all';
  filters: FilterShape[];
}
type ConditionShape = ValueCondition | ListCondition | TextCondition | PresenceCondition;
type FilterShape = ConditionShape | FilterGroup;

/** A condition on one field. */
export const InsightCondition = Type.Unsafe<ConditionShape>(OneOfTagged('op', conditions) as TSchema);

/** How deep groups of filters may stand in each other. */
const MAX_GROUP_DEPTH = 3;
const MAX_FILTERS = 20;

/** A condition, or a group of filters. */
function filterOf(depth: number): TObject {
  if (depth === 0) return InsightCondition as unknown as TObject;
  const group: TObject = Closed({
    op: Type.Enum(['any', 'all']),
    filters: Type.Array(filterOf(depth - 1), { minItems: 1, maxItems: MAX_FILTERS }),
  });
  return OneOfTagged('op', [...conditions, group]) as unknown as TObject;
}

export const InsightFilter = Type.Unsafe<FilterShape>(filterOf(MAX_GROUP_DEPTH));

export const Filters = Type.Array(InsightFilter, { maxItems: MAX_FILTERS, description: 'All of them must hold' });
