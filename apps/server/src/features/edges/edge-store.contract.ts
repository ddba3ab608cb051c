import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import type { EdgeReport } from './edge-store.ts';

export function edgeStoreContract(open: () => Promise<ControlPlane>): void {
  describe('EdgeStore', () => {
    let control: ControlPlane;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    const report = (id: string, more: Partial<EdgeReport> = {}): EdgeReport => ({
      id,
      name: `host-${id}`,
      version: '0.1.0',
      startedAtMs: 1_000,
      state: { isReady: true, reasons: [], backlogBytes: 0, behindSeconds: 0, revision: 1, jobs: [] },
      ...more,
    });

    test('an edge is known by what it said last, with the moment of that, until it is removed', async () => {
      const before = Date.now();
      await control.edges.report(report('a'));
      await control.edges.report(report('b', { startedAtMs: 500 }));
      const state = { isReady: false, reasons: ['odd'], backlogBytes: 7, behindSeconds: 1.5, revision: 9, jobs: ['x'] };
      await control.edges.report(report('a', { version: '0.2.0', state }));
      const found = await control.edges.list();
      expect(found.map(({ id }) => id)).toEqual(['b', 'a']);
      expect(found[1]).toMatchObject({ version: '0.2.0', state });
      for (const { seenAtMs } of found) expect(seenAtMs).toBeGreaterThanOrEqual(before);
      await control.edges.remove('b');
      expect((await control.edges.list()).map(({ id }) => id)).toEqual(['a']);
    });
  });
}
