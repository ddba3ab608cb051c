import { reading, writing } from '../../control/operation.ts';
import type { Db } from '../../control/sql/db.ts';
import type { NewSession, SessionBounds, StoredSession } from '../../edge/sessions/session-store.ts';
import { findMember } from './member-statements.ts';
import {
  END_SESSION,
  END_SESSIONS_OF,
  FIND_SESSION,
  HAS_PASSWORD,
  INSERT_SESSION,
  MEMBERSHIPS_OF,
  NOTE_SEEN,
  NOTE_SIGN_IN,
  REMOVE_OVER,
} from './session-statements.ts';

/** Who is signed in. Not in the change log: nothing is changed by it, and it happens often. */
export const sessionOperations = {
  create: writing(async (db, session: NewSession): Promise<StoredSession | undefined> => {
    if ((await db.one(HAS_PASSWORD, session)) === undefined) return undefined;
    await db.run(INSERT_SESSION, session);
    await db.run(NOTE_SIGN_IN, session);
    return await findSession(db, session.tokenHash);
  }),
  find: reading(findSession),
  noteSeen: writing(async (db, tokenHash: string, seenAtMs: number): Promise<void> => {
    await db.run(NOTE_SEEN, { tokenHash, seenAtMs });
  }),
  end: writing(async (db, tokenHash: string): Promise<void> => {
    await db.run(END_SESSION, { tokenHash });
  }),
  endAll: writing(async (db, memberId: string): Promise<void> => {
    await db.run(END_SESSIONS_OF, { memberId });
  }),
  removeOver: writing((db, bounds: SessionBounds) => db.run(REMOVE_OVER, bounds)),
};

async function findSession(db: Db, tokenHash: string): Promise<StoredSession | undefined> {
  const row = await db.one(FIND_SESSION, { tokenHash });
  const member = row && (await findMember(db, row.memberId));
  if (row === undefined || member === undefined) return undefined;
  const { createdAtMs, lastSeenAtMs } = row;
  const memberships = await db.all(MEMBERSHIPS_OF, { memberId: member.id });
  return { tokenHash, createdAtMs, lastSeenAtMs, member, memberships };
}
