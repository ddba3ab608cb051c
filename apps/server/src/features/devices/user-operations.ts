import { reading } from '../../control/operation.ts';
import type { Db } from '../../control/sql/db.ts';
import { findUser, usersAfter, usersWithEmail } from './user-statements.ts';
import type { UserProfile } from './user-store.ts';

export const userOperations = {
  find: reading(findProfile),
  findMany: reading(async (db, environmentId: string, userIds: readonly string[]): Promise<readonly UserProfile[]> => {
    const found: UserProfile[] = [];
    for (const userId of userIds) {
      const user = await findProfile(db, environmentId, userId);
      if (user !== undefined) found.push(user);
    }
    return found;
  }),
  after: reading(usersAfter),
  withEmail: reading((db, environmentId: string, email: string) => usersWithEmail(db, environmentId, email.trim())),
};

async function findProfile(db: Db, environmentId: string, userId: string): Promise<UserProfile | undefined> {
  const user = await findUser(db, environmentId, userId);
  if (user === undefined) return undefined;
  const { attributes, groups, revision } = user;
  return { userId, attributes, groups, revision };
}
