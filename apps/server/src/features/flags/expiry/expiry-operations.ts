import type { Actor } from '../../../control/actor.ts';
import { emitNotice } from '../../../control/notices/emit-notice.ts';
import { reading, writing } from '../../../control/operation.ts';
import { nextMoment } from '../../../control/record-change.ts';
import { findFlag } from '../flag-statements.ts';
import { recordFlag } from '../record-flag.ts';
import { FIND_NOTED, NOTE_EXPIRY, UNNOTED_FLAGS } from './expiry-statements.ts';
import { dayOf, isExpired } from './is-expired.ts';

/** A flag whose expiry has passed and whom nobody was reminded of. */
export interface ExpiredFlag {
  readonly projectId: string;
  readonly id: string;
  readonly key: string;
  readonly expiresOn: string;
}

const reminder: Actor = { kind: 'scheduler', id: 'expiry', name: 'Expiry' };
/** Where a day ends first. */
const FIRST_ZONE = 'Pacific/Kiritimati';

export const expiryOperations = {
  /** Of all projects, each by its own time zone. */
  expired: reading(async (db, nowMs: number): Promise<readonly ExpiredFlag[]> => {
    const rows = await db.all(UNNOTED_FLAGS, { today: dayOf(nowMs, FIRST_ZONE) });
    return rows.filter(({ expiresOn, timezone }) => isExpired(expiresOn, nowMs, timezone));
  }),
  /** Writes the reminder into the change log. False when somebody did before, or the expiry was moved. */
  remind: writing(async (db, { projectId, id, expiresOn }: ExpiredFlag): Promise<boolean> => {
    const flag = await findFlag(db, projectId, id);
    const noted = (await db.one(FIND_NOTED, { id }))?.noted ?? null;
    if (flag?.expiresOn !== expiresOn || noted === expiresOn || flag.status === 'archived') return false;
    await db.run(NOTE_EXPIRY, { id, expiresOn });
    const comment = `Expired on ${expiresOn}. Remove the flag from the code, then archive it.`;
    const after = { ...flag, updatedAtMs: await nextMoment(db, projectId) };
    await recordFlag(db, reminder, 'expired', { before: flag, after, comment });
    const data = { flag_id: id, key: flag.key, name: flag.name, expires_on: expiresOn };
    await emitNotice(db, { type: 'flag.expiring', projectId, environmentId: null, data, atMs: after.updatedAtMs });
    return true;
  }),
};
