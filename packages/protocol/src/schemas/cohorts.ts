import Type from 'typebox';
import { textPatterns } from '../text-patterns.ts';
import { Data, EnvironmentId, IsoTime, List, Nullable, PageQuery, Uuid } from './common.ts';
import { Closed } from './insights/closed.ts';
import { InsightEvent } from './insights/events.ts';
import { Filters } from './insights/filters.ts';
import { InsightAt } from './insights/people.ts';
import { InsightQuery } from './insights/queries.ts';
import { InsightRange } from './insights/ranges.ts';

export const cohortKinds = ['behaviour', 'attributes', 'list', 'query'] as const;

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Description = Nullable(Type.String({ maxLength: 1000 }));
const deed = { event: InsightEvent, filters: Type.Optional(Filters) };
const within = { within: Type.Optional(InsightRange) };

/** Somebody did it so many times. */
export const CohortDid = Closed({
  ...deed,
  count: Type.Optional(
    Closed({
      op: Type.Enum(['gte', 'lte', 'eq']),
      value: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    }),
  ),
  ...within,
});
export const CohortDidNot = Closed({ ...deed, ...within });
/** One after the other, each strictly later than the one before. */
export const CohortSequence = Closed({
  steps: Type.Array(Closed(deed), { minItems: 1, maxItems: 10 }),
  then_not: Type.Optional(Closed(deed)),
  ...within,
});

/** Exactly one member. The schema has a name for each level, because a shape cannot hold itself. */
export interface CohortRule {
  all?: CohortRule[];
  any?: CohortRule[];
  not?: CohortRule;
  did?: Type.Static<typeof CohortDid>;
  did_not?: Type.Static<typeof CohortDidNot>;
  sequence?: Type.Static<typeof CohortSequence>;
}

const leaves = { did: CohortDid, did_not: CohortDidNot, sequence: CohortSequence };
const oneOf = (properties: Record<string, unknown>, description: string) =>
  Type.Unsafe<CohortRule>({
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
    properties,
    description,
  });
const holding = (inner: unknown) => {
  const list = { type: 'array', minItems: 1, maxItems: 10, items: inner };
  return { ...leaves, all: list, any: list, not: inner };
};

export const CohortLeafRule = oneOf(leaves, 'Exactly one of `did`, `did_not`, `sequence`');
export const CohortInnerRule = oneOf(
  holding(CohortLeafRule),
  'Exactly one of `all`, `any` (1–10 rules), `not`, `did`, `did_not`, `sequence`',
);
export const CohortMiddleRule = oneOf(holding(CohortInnerRule), 'The same, one level further out');
export const CohortRule = oneOf(
  holding(CohortMiddleRule),
  'Exactly one of `all`, `any` (1–10 rules), `not` (a rule), `did`, `did_not`, `sequence`; up to three levels of all, any and not',
);

export const CohortDefinition = Type.Unsafe<
  | { rule: CohortRule }
  | { filters: Type.Static<typeof Filters> }
  | { query: Type.Static<typeof InsightQuery>; at: Type.Static<typeof InsightAt> }
  | Record<string, never>
>({
  type: 'object',
  additionalProperties: false,
  properties: { rule: CohortRule, filters: { ...Filters, minItems: 1 }, query: InsightQuery, at: InsightAt },
  description:
    '`{rule}` of a behaviour cohort, `{filters}` of an attributes cohort (about the latest event of each person, and what is known of them), `{query, at}` of a query cohort (the people behind a number, as `POST /v1/insights/people` takes it), `{}` of a list',
});

export const NewCohortBody = Type.Object({
  ...EnvironmentId,
  key: Type.String({ pattern: textPatterns.groupKey.pattern, description: 'Fixed; flag rules name the cohort by it' }),
  name: Name,
  description: Type.Optional(Description),
  kind: Type.Enum([...cohortKinds]),
  definition: Type.Optional(CohortDefinition),
});
export const CohortPatch = Type.Object({
  key: Type.Optional(Type.String({ description: 'Fixed: may only be sent as it is' })),
  kind: Type.Optional(Type.String({ description: 'Fixed: may only be sent as it is' })),
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  definition: Type.Optional(CohortDefinition),
  archived: Type.Optional(Type.Boolean()),
});
export const CohortRow = Type.Object({
  id: Uuid,
  environment_id: Uuid,
  key: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  kind: Type.Enum([...cohortKinds]),
  definition: CohortDefinition,
  status: Type.Enum(['waiting', 'ready', 'failed'], {
    description: '`waiting`: not computed yet; `failed`: `error` says why, size and time are those of before',
  }),
  error: Nullable(Type.String()),
  size: Nullable(Type.Integer({ description: 'Persons, as of `computed_at`' })),
  user_count: Nullable(Type.Integer({ description: 'Those of them who have a user id: whom flag rules can name' })),
  computed_at: Nullable(IsoTime),
  is_used_by_flags: Type.Boolean({
    description: 'A rule of a flag uses it, or the audience of an experiment that runs or has a winner',
  }),
  archived_at: Nullable(IsoTime),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const CohortsQuery = Type.Object({
  ...PageQuery,
  ...EnvironmentId,
  search: Type.Optional(Type.String()),
  include_archived: Type.Optional(Type.Boolean()),
});
export const CohortQuery = Type.Object({ ...EnvironmentId });
export const CohortMembersQuery = Type.Object({ ...PageQuery, ...EnvironmentId });
export const CohortMembersBody = Type.Object({
  user_ids: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { minItems: 1, maxItems: 10_000 }),
});
export const CohortMemberRow = Type.Object({
  person_id: Type.String(),
  user_id: Nullable(Type.String()),
  added_at: Nullable(IsoTime),
});
export const CohortAnswer = Data(CohortRow);
export const CohortsAnswer = List(CohortRow);
export const CohortMembersAnswer = List(CohortMemberRow);
export const CohortImportAnswer = Data(Type.Object({ added: Type.Integer(), size: Type.Integer() }));
