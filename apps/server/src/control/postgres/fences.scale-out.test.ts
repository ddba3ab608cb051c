import { afterAll, beforeAll, expect, test } from 'vitest';
import { fencedStores } from '../../compose/control/fenced-stores.ts';
import { PostgresControlPlane } from '../../compose/control/postgres-control-plane.ts';
import { LeaseLost } from '../control-errors.ts';
import type { Lease } from '../leases/lease.ts';
import { TestDatabases } from './test-database.contract.ts';

const databases = new TestDatabases();
let control: PostgresControlPlane;
beforeAll(async () => {
  await databases.open();
  control = new PostgresControlPlane({ url: (await databases.create()).url });
  control.start();
  await control.ready();
});
afterAll(async () => {
  await control.close();
  await databases.close();
});

const feedback = { type: 'general', message: 'x', metadata: null, projectId: null } as const;
const count = async () => (await control.feedback.list({ limit: 100 })).rows.length;

test('what a job writes is written while its lease is in force, and not a moment longer', async () => {
  const token = (await control.leases.take('job', 'a', undefined)) ?? 0;
  const lease: Lease = { isHeld: true, fence: { name: 'job', token } };
  const stores = fencedStores(control, 'job', lease);
  await stores.feedback.add(feedback);
  expect(await count()).toBe(1);
  // The holder was stopped; it does not know that another one has taken over.
  expect(await control.leases.take('job', 'b', await control.leases.find('job'))).toBe(token + 1);
  await expect(stores.feedback.add(feedback)).rejects.toThrow(LeaseLost);
  expect(await count()).toBe(1);
  // The connection it was refused on is as good as before.
  await control.feedback.add(feedback);
  expect(await count()).toBe(2);
});

test('a holder that knows it has lost the lease does not even ask', async () => {
  const stores = fencedStores(control, 'other', { isHeld: false, fence: undefined });
  await expect(stores.feedback.list({ limit: 1 })).rejects.toThrow(LeaseLost);
});

test('a takeover while a write of the holder is under way: one of them comes first, and never both', async () => {
  for (let round = 0; round < 20; round += 1) {
    const name = `race ${round}`;
    const token = (await control.leases.take(name, 'a', undefined)) ?? 0;
    const seen = await control.leases.find(name);
    const stores = fencedStores(control, name, { isHeld: true, fence: { name, token } });
    const before = await count();
    const [written, taken] = await Promise.allSettled([
      stores.plans.list().then(() => stores.feedback.add(feedback)),
      control.leases.take(name, 'b', seen),
    ]);
    expect(taken.status).toBe('fulfilled');
    expect((await count()) - before).toBe(written.status === 'fulfilled' ? 1 : 0);
    if (written.status === 'rejected') expect(written.reason).toBeInstanceOf(LeaseLost);
  }
});
