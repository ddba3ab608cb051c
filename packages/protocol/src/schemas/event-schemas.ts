import Type from 'typebox';
import { Data, FreeForm, IsoTime, List, Nullable, PageQuery, Uuid } from './common.ts';

export const SchemaMode = Type.Enum(['allow', 'warn', 'quarantine']);

export const EventSchemaBody = Type.Object({
  description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  category: Type.Optional(Nullable(Type.String({ maxLength: 128 }))),
  status: Type.Optional(Nullable(Type.String({ maxLength: 64, description: 'Free, such as planned or deprecated' }))),
  properties: FreeForm("JSON Schema (draft 2020-12, a subset) of the event's properties, at most 64 KiB"),
  mode: Type.Optional(Type.Enum(['allow', 'warn', 'quarantine'], { description: '`allow` when absent' })),
  event_name: Type.Optional(Type.String({ description: 'Fixed by the path: may only be sent as it is' })),
});

export const EventSchemaRow = Type.Object({
  id: Uuid,
  event_name: Type.String(),
  description: Nullable(Type.String()),
  category: Nullable(Type.String()),
  status: Nullable(Type.String()),
  properties: FreeForm(),
  mode: SchemaMode,
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const EventSchemaAnswer = Data(EventSchemaRow);
export const EventSchemasAnswer = List(EventSchemaRow);

export const CatalogQuery = Type.Object({
  ...PageQuery,
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, without regard to case' })),
});

export const CatalogRow = Type.Object({
  id: Uuid,
  event_name: Type.String(),
  count: Type.Integer(),
  count_24h: Type.Integer({ description: 'Received in the last 24 hours' }),
  count_7d: Type.Integer({ description: 'Received in the last 7 days' }),
  first_seen: IsoTime,
  last_seen: IsoTime,
  has_schema: Type.Boolean(),
  schema_mode: Nullable(SchemaMode),
  sampled: Type.Integer({ description: 'How many of the latest events were looked at for the properties' }),
  properties: Type.Array(
    Type.Object({
      name: Type.String({
        description:
          '`event_properties.<name>` finds it: dotted for members of objects, up to three levels; with quotes where a key has dots in it and something else could be meant',
      }),
      path: Type.Array(Type.String(), { description: 'Its keys, from the outside in: `["a.b"]` or `["a", "b"]`' }),
      types: Type.Array(Type.Enum(['string', 'number', 'boolean', 'null', 'object', 'array'])),
      examples: Type.Array(Type.Unknown()),
      coverage: Type.Number({ description: 'Percent of the looked-at events that carry it' }),
    }),
  ),
});
export const CatalogAnswer = List(CatalogRow);
export const CatalogEntryAnswer = Data(CatalogRow);

export const LiveQuery = Type.Object({
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
  event: Type.Optional(Type.String()),
  user_id: Type.Optional(Type.String()),
  anonymous_id: Type.Optional(Type.String()),
  device_id: Type.Optional(Type.String()),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  include_rejected: Type.Optional(
    Type.Boolean({ description: 'Rejected and quarantined events too; true when absent' }),
  ),
});

export const ReplayBody = Type.Object({
  kind: Type.Optional(Type.Enum(['quarantined', 'poison'])),
  reason: Type.Optional(Type.String()),
  event: Type.Optional(Type.String()),
});
export const ReplayAnswer = Data(
  Type.Object({
    replayed: Type.Integer({ description: 'How many were replayed by this call, at most 1,000' }),
    remaining: Type.Integer({ description: 'How many more match' }),
  }),
);
