import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../control/base62.ts';
import { openDataDirectory } from '../engines/files/data-directory/open-data-directory.ts';
import { hashPassword } from '../features/members/argon2-passwords.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { ControlEngine } from './control/control-engine.ts';
import { SqliteControlPlane } from './control/sqlite-control-plane.ts';

/** Nobody can sign in with this email; the message is for the person at the terminal. */
class UnknownMember extends Error {
  override readonly name = 'UnknownMember';
}

/**
 * Gives a member a new password and ends all of their sessions. A file needs the data directory for itself: a server
 * that runs knows sessions from memory, and would not notice. One on PostgreSQL is told.
 */
export async function resetPassword(settings: Settings, email: string, version: string): Promise<string> {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl !== undefined) {
    const { PostgresControlPlane } = await import('./control/postgres-control-plane.ts');
    const control = new PostgresControlPlane({ url: databaseUrl });
    control.start();
    return await setNewPassword(control, email, 'the database of LP_DATABASE_URL');
  }
  // Opening would make a directory where there is none.
  await access(join(dataDir, 'control.db'));
  const directory = await openDataDirectory(dataDir, { version });
  try {
    const control = new SqliteControlPlane({ path: directory.controlDb, mustExist: true });
    return await setNewPassword(control, email, dataDir);
  } finally {
    await directory.close();
  }
}

async function setNewPassword(control: ControlEngine, email: string, place: string): Promise<string> {
  try {
    await control.ready();
    const account = await control.members.findAccount(email);
    if (account === undefined) throw new UnknownMember(`There is no member with the email ${email} in ${place}.`);
    const password = randomBase62(20);
    const actor = { kind: 'cli', id: 'reset-password', name: 'Command line' } as const;
    await control.members.setPassword(account.member.id, await hashPassword(password), actor);
    return password;
  } finally {
    await control.close();
  }
}
