import Type from 'typebox';
import { textPatterns } from '../text-patterns.ts';
import { Data, IsoTime, List, Nullable, PageQuery, Uuid } from './common.ts';

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Description = Nullable(Type.String({ maxLength: 1000 }));

export const NewGroupBody = Type.Object({
  key: Type.String({ pattern: textPatterns.groupKey.pattern }),
  name: Name,
  description: Type.Optional(Description),
});
export const GroupPatch = Type.Object({
  key: Type.Optional(Type.String({ description: 'Fixed: may only be sent as it is' })),
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  archived: Type.Optional(Type.Boolean()),
});
export const GroupRow = Type.Object({
  id: Uuid,
  key: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  archived_at: Nullable(IsoTime),
  created_at: IsoTime,
  updated_at: IsoTime,
  member_count: Type.Integer(),
});
export const GroupsQuery = Type.Object({
  ...PageQuery,
  search: Type.Optional(Type.String()),
  include_archived: Type.Optional(Type.Boolean()),
});
export const NewMemberBody = Type.Object({
  user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  email: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
});
export const GroupMemberRow = Type.Object({ id: Uuid, user_id: Type.String(), added_at: IsoTime });
export const GroupAnswer = Data(GroupRow);
export const GroupsAnswer = List(GroupRow);
export const GroupMemberAnswer = Data(GroupMemberRow);
export const GroupMembersAnswer = List(GroupMemberRow);
