import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import type { Plan } from '../../edge/plan.ts';

const tiny: Plan = { name: 'tiny', requestsPerMinute: 60, eventsPerMinute: 100, eventsPerDay: 1_000 };

export function planStoreContract(open: () => Promise<ControlPlane>): void {
  describe('PlanStore', () => {
    let control: ControlPlane;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    test('a fresh store holds the four plans', async () => {
      expect(await control.plans.list()).toEqual([
        { name: 'free', requestsPerMinute: 60, eventsPerMinute: 1_000, eventsPerDay: 100_000 },
        { name: 'starter', requestsPerMinute: 300, eventsPerMinute: 10_000, eventsPerDay: 2_000_000 },
        { name: 'growth', requestsPerMinute: 1_200, eventsPerMinute: 60_000, eventsPerDay: 20_000_000 },
        { name: 'scale', requestsPerMinute: 5_000, eventsPerMinute: 300_000, eventsPerDay: 200_000_000 },
      ]);
    });

    test('replace keeps the order and answers with what is there now', async () => {
      const plans = [tiny, ...(await control.plans.list()).toReversed()];
      expect(await control.plans.replace(plans)).toEqual(plans);
      expect(await control.plans.list()).toEqual(plans);
    });

    test('a plan that a project is on cannot be dropped, and nothing changes', async () => {
      await control.projects.create({ slug: 'on-scale', name: 'x', plan: 'scale', keys: [] });
      await control.projects.create({ slug: 'off-the-books', name: 'x', plan: 'unmetered', keys: [] });
      const before = await control.plans.list();
      await expect(control.plans.replace([tiny])).rejects.toThrow(Unacceptable);
      expect(await control.plans.list()).toEqual(before);
      const scale = before.filter((plan) => plan.name === 'scale');
      expect(await control.plans.replace(scale)).toEqual(scale);
    });

    test('unmetered and a repeated name are refused', async () => {
      const plans = await control.plans.list();
      await expect(control.plans.replace([...plans, { ...tiny, name: 'unmetered' }])).rejects.toThrow(Unacceptable);
      await expect(control.plans.replace([...plans, tiny, tiny])).rejects.toThrow(Unacceptable);
      expect(await control.plans.list()).toEqual(plans);
    });
  });
}
