import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import type { SnapshotSource } from '../../edge/snapshot-source.ts';

export function operatorStoreContract(open: () => Promise<ControlPlane & SnapshotSource>): void {
  describe('OperatorStore', () => {
    let control: ControlPlane & SnapshotSource;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    test('a token that is added is in the snapshot, once however often it is added', async () => {
      await control.operators.addToken('hash-of-a-token');
      await control.operators.addToken('hash-of-a-token');
      await control.operators.addToken('hash-of-another');
      expect((await control.read()).operatorTokenHashes).toEqual(['hash-of-a-token', 'hash-of-another']);
    });
  });
}
