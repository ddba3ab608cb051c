import { reading } from '../../control/operation.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { readId } from '../../engines/sqlite/stored-text.ts';
import { findUser } from './user-rows.ts';
import type { UserProfile } from './user-store.ts';

export function userOperations(sql: Sql) {
  return {
    'users.find': reading((environmentId: string, userId: string) => profileOf(sql, environmentId, userId)),
    'users.findMany': reading((environmentId: string, userIds: readonly string[]): UserProfile[] =>
      userIds.flatMap((userId) => profileOf(sql, environmentId, userId) ?? []),
    ),
    'users.withEmail': reading((environmentId: string, email: string): string[] =>
      sql.all<{ userId: string }>(WITH_EMAIL, environmentId, email.trim()).map(({ userId }) => readId(userId)),
    ),
  };
}

// As the index has it.
const WITH_EMAIL = `SELECT user_id AS userId FROM users WHERE environment_id = ?
  AND json_extract(attributes, '$.email') IS NOT NULL AND lower(json_extract(attributes, '$.email')) = lower(?)
  ORDER BY user_id LIMIT 100`;

function profileOf(sql: Sql, environmentId: string, userId: string): UserProfile | undefined {
  const user = findUser(sql, environmentId, userId);
  if (user === undefined) return undefined;
  const { attributes, groups, revision } = user;
  return { userId, attributes, groups, revision };
}
