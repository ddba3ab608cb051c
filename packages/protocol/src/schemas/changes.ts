import Type from 'typebox';
import { ActorRow, Data, FreeForm, IsoTime, List, Nullable, PageQuery, Uuid } from './common.ts';
import { EventSchemaRow } from './event-schemas.ts';
import { ExperimentRow } from './experiments.ts';
import { FlagRow } from './flags.ts';

export const ChangeRow = Type.Object({
  id: Uuid,
  entity_type: Type.String(),
  entity_id: Type.String(),
  entity_key: Type.String(),
  environment_id: Nullable(Uuid),
  action: Type.String(),
  actor: ActorRow,
  before: Nullable(FreeForm()),
  after: Nullable(FreeForm()),
  comment: Nullable(Type.String({ description: 'What whoever made it said about it' })),
  config_version: Nullable(Type.String()),
  created_at: IsoTime,
});
export const ChangesQuery = Type.Object({
  ...PageQuery,
  from: Type.Optional(IsoTime),
  to: Type.Optional(IsoTime),
  entity_type: Type.Optional(Type.String()),
  entity_id: Type.Optional(Type.String()),
  actor_id: Type.Optional(Type.String({ description: 'Who changed it: a member, a key, `operator`' })),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the key or name of what was changed, without regard to case' }),
  ),
});
export const ChangeAnswer = Data(ChangeRow);
export const ChangesAnswer = List(ChangeRow);

/** Whether and when a flag was seen, who owns it, what it needs and when it expires, is no part of its definition. */
const {
  stale: _,
  last_seen_at: __,
  owner: ___,
  prerequisites: _prerequisites,
  expires_on: _expiry,
  ...definition
} = FlagRow.properties;
const DefinedFlag = Type.Object(definition);

/** Nor is who is let into an experiment, how it is judged and what guardrails found: no code depends on it. */
const {
  audience: _audience,
  cohorts: _cohorts,
  overrides: _overrides,
  layer: _layer,
  ranges: _ranges,
  analysis: _analysis,
  guardrail_breaches: _breaches,
  ...design
} = ExperimentRow.properties;
const DefinedExperiment = Type.Object(design);

export const DefinitionsAnswer = Data(
  Type.Object({
    version: Type.String(),
    flags: Type.Array(DefinedFlag),
    experiments: Type.Array(DefinedExperiment),
    event_schemas: Type.Array(EventSchemaRow),
  }),
);
