import type { Db } from '../sql/db.ts';
import { integer, nullable, text } from '../sql/sql-type.ts';
import { statement } from '../sql/statement.ts';
import type { Fence } from './lease-store.ts';

const ofFence = { name: text, token: integer };

export const FIND_LEASE = statement({
  sql: 'SELECT holder, token, renewals FROM leases WHERE name = :name',
  params: { name: text },
  row: { holder: nullable(text), token: integer, renewals: integer },
});
export const FIRST_LEASE = statement({
  sql: `INSERT INTO leases (name, holder, token, renewals) VALUES (:name, :holder, 1, 0)
    ON CONFLICT (name) DO NOTHING`,
  params: { name: text, holder: text },
});
export const TAKE_LEASE = statement({
  sql: `UPDATE leases SET holder = :holder, token = token + 1, renewals = 0
    WHERE name = :name AND token = :token AND renewals = :renewals`,
  params: { ...ofFence, holder: text, renewals: integer },
});
export const RENEW_LEASE = statement({
  sql: 'UPDATE leases SET renewals = renewals + 1 WHERE name = :name AND token = :token AND holder IS NOT NULL',
  params: ofFence,
});
export const GIVE_BACK_LEASE = statement({
  sql: 'UPDATE leases SET holder = NULL WHERE name = :name AND token = :token',
  params: ofFence,
});
const CHECK_FENCE = statement({ sql: 'SELECT 1 FROM leases WHERE name = :name AND token = :token', params: ofFence });

/** In the transaction that needs it. */
export async function isInForce(db: Db, fence: Fence): Promise<boolean> {
  return (await db.one(CHECK_FENCE, fence)) !== undefined;
}
