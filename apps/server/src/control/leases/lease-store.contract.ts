import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';

export function leaseStoreContract(open: () => Promise<ControlPlane>): void {
  describe('LeaseStore', () => {
    let control: ControlPlane;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());
    const leases = () => control.leases;

    test('the first to take it has it, and nobody else until it lapses or is given back', async () => {
      expect(await leases().find('one')).toBeUndefined();
      expect(await leases().take('one', 'a', undefined)).toBe(1);
      expect(await leases().take('one', 'b', undefined)).toBeUndefined();
      const seen = await leases().find('one');
      expect(seen).toEqual({ holder: 'a', token: 1, renewals: 0 });
      expect(await leases().renew({ name: 'one', token: 1 })).toBe(true);
      expect(await leases().take('one', 'b', seen)).toBeUndefined();
      expect(await leases().find('one')).toEqual({ holder: 'a', token: 1, renewals: 1 });
    });

    test('one that is not renewed any more is taken with a larger token, and its holder cannot renew it', async () => {
      await leases().take('two', 'a', undefined);
      const seen = await leases().find('two');
      expect(await leases().take('two', 'b', seen)).toBe(2);
      expect(await leases().renew({ name: 'two', token: 1 })).toBe(false);
      expect(await leases().giveBack({ name: 'two', token: 1 })).toBe(false);
      expect(await leases().renew({ name: 'two', token: 2 })).toBe(true);
    });

    test('one that was given back is free, and its tokens go on', async () => {
      await leases().take('three', 'a', undefined);
      expect(await leases().giveBack({ name: 'three', token: 1 })).toBe(true);
      expect(await leases().renew({ name: 'three', token: 1 })).toBe(false);
      const seen = await leases().find('three');
      expect(seen).toMatchObject({ holder: null, token: 1 });
      expect(await leases().take('three', 'b', seen)).toBe(2);
    });

    test('of many who take it as they saw it, one gets it', async () => {
      const takers = Array.from({ length: 12 }, (_, at) => `edge ${at}`);
      const first = await Promise.all(takers.map((holder) => leases().take('four', holder, undefined)));
      expect(first.filter((token) => token !== undefined)).toEqual([1]);
      const seen = await leases().find('four');
      const second = await Promise.all(takers.map((holder) => leases().take('four', holder, seen)));
      expect(second.filter((token) => token !== undefined)).toEqual([2]);
    });
  });
}
