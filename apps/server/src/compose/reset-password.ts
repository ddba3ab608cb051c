import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../control/base62.ts';
import { openDataDirectory } from '../engines/files/data-directory/open-data-directory.ts';
import { hashPassword } from '../features/members/argon2-passwords.ts';
import { SqliteControlPlane } from './control/sqlite-control-plane.ts';

/** Nobody can sign in with this email; the message is for the person at the terminal. */
class UnknownMember extends Error {
  override readonly name = 'UnknownMember';
}

/**
 * Gives a member a new password and ends all of their sessions. Needs the data directory for itself: a server that
 * runs knows sessions from memory, and would not notice.
 */
export async function resetPassword(dataDir: string, email: string, version: string): Promise<string> {
  // Opening would make a directory where there is none.
  await access(join(dataDir, 'control.db'));
  const directory = await openDataDirectory(dataDir, { version });
  try {
    const control = new SqliteControlPlane({ path: directory.controlDb, mustExist: true });
    try {
      await control.ready();
      const account = await control.members.findAccount(email);
      if (account === undefined) throw new UnknownMember(`There is no member with the email ${email} in ${dataDir}.`);
      const password = randomBase62(20);
      const actor = { kind: 'cli', id: 'reset-password', name: 'Command line' } as const;
      await control.members.setPassword(account.member.id, await hashPassword(password), actor);
      return password;
    } finally {
      await control.close();
    }
  } finally {
    await directory.close();
  }
}
