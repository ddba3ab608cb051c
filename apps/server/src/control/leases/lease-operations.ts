import { reading, writing } from '../operation.ts';
import { FIND_LEASE, FIRST_LEASE, GIVE_BACK_LEASE, RENEW_LEASE, TAKE_LEASE } from './lease-statements.ts';
import type { Fence, SeenLease } from './lease-store.ts';

export const leaseOperations = {
  find: reading(async (db, name: string): Promise<SeenLease | undefined> => await db.one(FIND_LEASE, { name })),
  take: writing(async (db, name: string, holder: string, seen: SeenLease | undefined): Promise<number | undefined> => {
    if (seen === undefined) return (await db.run(FIRST_LEASE, { name, holder })) === 1 ? 1 : undefined;
    const { token, renewals } = seen;
    return (await db.run(TAKE_LEASE, { name, holder, token, renewals })) === 1 ? token + 1 : undefined;
  }),
  renew: writing(async (db, fence: Fence): Promise<boolean> => (await db.run(RENEW_LEASE, fence)) === 1),
  giveBack: writing(async (db, fence: Fence): Promise<boolean> => (await db.run(GIVE_BACK_LEASE, fence)) === 1),
};
