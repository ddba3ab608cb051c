import type { UserProfile } from '../../../../control/users/user-store.ts';
import type { Sql } from '../sql.ts';
import { reading } from './operation.ts';
import { findUser } from './user-rows.ts';

export function userOperations(sql: Sql) {
  return {
    'users.find': reading((environmentId: string, userId: string): UserProfile | undefined => {
      const user = findUser(sql, environmentId, userId);
      if (user === undefined) return undefined;
      const { attributes, groups, revision } = user;
      return { userId, attributes, groups, revision };
    }),
  };
}
