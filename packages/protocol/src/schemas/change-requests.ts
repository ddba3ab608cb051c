import Type from 'typebox';
import { ActorRow, Data, FreeForm, IsoTime, List, Nullable, PageQuery, Uuid } from './common.ts';

const requestStatuses = ['pending', 'approved', 'rejected', 'withdrawn'] as const;

const RequestedChange = Type.Object({
  entity_type: Type.String({ description: '`flag`, `targeting` or `experiment`' }),
  entity_id: Type.String(),
  entity_key: Type.String(),
  environment_id: Nullable(Uuid),
  action: Type.String(),
  before: Nullable(FreeForm()),
  after: Nullable(FreeForm()),
});

export const ChangeRequestRow = Type.Object({
  id: Uuid,
  status: Type.Enum([...requestStatuses]),
  is_outdated: Type.Boolean({
    description: 'Pending, and what it changes was changed since: it cannot be approved and has to be made anew',
  }),
  origin: Type.Enum(['member', 'key', 'assistant']),
  author: ActorRow,
  comment: Nullable(Type.String()),
  environment_id: Nullable(Uuid),
  entity_type: Type.String(),
  entity_id: Type.String(),
  entity_key: Type.String(),
  action: Type.String(),
  config_version: Nullable(Type.String({ description: 'Of the environment, when the request was made' })),
  changes: Type.Array(RequestedChange, { description: 'The difference that is approved' }),
  decided_by: Nullable(ActorRow),
  decision_comment: Nullable(Type.String()),
  decided_at: Nullable(IsoTime),
  created_at: IsoTime,
});

export const ChangeRequestsQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(Type.Enum([...requestStatuses])),
  environment_id: Type.Optional(Type.String({ description: 'Id or slug; those of all environments are listed too' })),
  entity_id: Type.Optional(Type.String({ maxLength: 64, description: 'Id of a flag or experiment' })),
});
export const DecisionBody = Type.Object({ comment: Type.Optional(Type.String({ maxLength: 500 })) });
export const ChangeRequestAnswer = Data(ChangeRequestRow);
export const ChangeRequestsAnswer = List(ChangeRequestRow);
export const ChangeRequestedAnswer = Data(Type.Object({ change_request: ChangeRequestRow }));
