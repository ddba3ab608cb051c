import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { textPatterns } from '../text-patterns.ts';

export const Uuid = Type.String({ pattern: textPatterns.uuid.pattern });
export const Slug = Type.String({ pattern: textPatterns.slug.pattern });
export const IsoTime = Type.String({ description: 'ISO 8601; answers are UTC with milliseconds' });

export const BucketRanges = Type.Array(
  Type.Unsafe<[from: number, to: number]>(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
  { description: 'Buckets of 10,000, each pair from the first to before the second' },
);

/** On the client endpoints null means absent. */
export const Maybe = <T extends TSchema>(schema: T, description?: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], description === undefined ? {} : { description }));

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A map whose values are anything. Cheaper to check than a record. */
export const FreeForm = (description?: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', ...(description === undefined ? {} : { description }) });

/** Objects told apart by one member, so that faults are those of the right one. Each names its values of `tag`. */
export const OneOfTagged = <const T extends readonly TObject[]>(tag: string, oneOf: T) =>
  Type.Unsafe<Static<T[number]>>({
    type: 'object',
    required: [tag],
    properties: { [tag]: { enum: oneOf.flatMap((option) => tagsOf(option, tag)) } },
    discriminator: { propertyName: tag },
    oneOf,
  });

function tagsOf(option: TObject, tag: string): unknown[] {
  const { const: only, enum: several } = option.properties[tag] as { const?: unknown; enum?: unknown[] };
  return several ?? [only];
}

/** Who looks after something. */
export const MemberName = Type.Object({ id: Uuid, email: Type.String(), name: Nullable(Type.String()) });

export const ActorRow = Type.Object({
  kind: Type.Enum(['api_key', 'member', 'cli', 'assistant', 'scheduler', 'guardrail', 'operator']),
  id: Type.String(),
  name: Type.String(),
});

/** Chooses by who looks after something. */
export const MemberFilter = Type.String({
  minLength: 1,
  maxLength: 255,
  description: '`me`, `none`, or the id or email of a member',
});

export const Data = <T extends TSchema>(data: T) => Type.Object({ data });

export const Pagination = Type.Object({ cursor: Nullable(Uuid), has_more: Type.Boolean() });

export const List = <T extends TSchema>(row: T) => Type.Object({ data: Type.Array(row), pagination: Pagination });

export const ErrorAnswer = Type.Object({
  error: Type.Object({
    code: Type.String({ pattern: textPatterns.errorCode.pattern }),
    message: Type.String(),
    details: Type.Optional(
      Type.Object({
        formErrors: Type.Array(Type.String()),
        fieldErrors: Type.Unsafe<Record<string, string[]>>({ type: 'object' }),
        reason: Type.Optional(Type.String()),
      }),
    ),
  }),
});

export const EnvironmentId = {
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
};

export const Range = (days: number) => ({
  from: Type.Optional(Type.String({ description: `ISO 8601; ${days} days before \`to\` when absent` })),
  to: Type.Optional(Type.String({ description: 'ISO 8601, not included; now when absent' })),
});

export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Uuid),
};
