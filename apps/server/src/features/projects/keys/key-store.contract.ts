import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../../compose/control/control-plane.ts';
import { Taken, Unacceptable } from '../../../control/control-errors.ts';
import type { NewKey } from './key-store.ts';

export function keyStoreContract(open: () => Promise<ControlPlane>): void {
  describe('KeyStore', () => {
    let control: ControlPlane;
    let projectId: string;
    let otherId: string;
    let environmentId: string;
    beforeAll(async () => {
      control = await open();
      projectId = (await control.projects.create({ slug: 'one', name: 'One', plan: 'free', keys: [] })).id;
      otherId = (await control.projects.create({ slug: 'two', name: 'Two', plan: 'free', keys: [] })).id;
      environmentId = (await control.environments.find(projectId, 'production'))?.id ?? '';
    });
    afterAll(() => control.close());

    const newKey = (hash: string): NewKey => ({
      projectId,
      environmentId,
      kind: 'publishable',
      name: `Key ${hash}`,
      hash,
      hint: 'WXYZ',
      text: 'lp_pub_production_of-the-contract',
    });
    const keysOf = async (id: string) => (await control.keys.list(id, { limit: 100 })).rows;

    test('a new key is listed, without its hash, unused and in force', async () => {
      const key = await control.keys.create(newKey('hash-a'));
      expect(key).toMatchObject({ environmentSlug: 'production', hint: 'WXYZ', lastUsedAtMs: null, revokedAtMs: null });
      expect(await keysOf(projectId)).toContainEqual(key);
      expect(JSON.stringify(await keysOf(projectId))).not.toContain('"hash-a"');
      expect(await keysOf(otherId)).toEqual([]);
    });

    test('the text of a key is listed when it was given, and never in the change log', async () => {
      const open = await control.keys.create(newKey('hash-h'));
      const secret = await control.keys.create({ ...newKey('hash-i'), kind: 'secret', text: null });
      expect(await keysOf(projectId)).toEqual(expect.arrayContaining([open, secret]));
      expect([open.text, secret.text]).toEqual(['lp_pub_production_of-the-contract', null]);
      const changes = await control.changes.list({ projectId }, { limit: 100 });
      expect(JSON.stringify(changes)).not.toContain('of-the-contract');
    });

    test('the same key cannot be there twice', async () => {
      await control.keys.create(newKey('hash-b'));
      await expect(control.keys.create(newKey('hash-b'))).rejects.toThrow(Taken);
    });

    test("another project's environment is refused", async () => {
      await expect(control.keys.create({ ...newKey('hash-c'), projectId: otherId })).rejects.toThrow(Unacceptable);
    });

    test('revoking twice keeps the first moment', async () => {
      const { id } = await control.keys.create(newKey('hash-d'));
      expect(await control.keys.revoke(projectId, id)).toBe(true);
      const first = (await keysOf(projectId)).find((key) => key.id === id)?.revokedAtMs;
      expect(first).toEqual(expect.any(Number));
      await new Promise((resolve) => setTimeout(resolve, 3));
      expect(await control.keys.revoke(projectId, id)).toBe(true);
      expect((await keysOf(projectId)).find((key) => key.id === id)?.revokedAtMs).toBe(first);
    });

    test("another project's key cannot be revoked", async () => {
      const { id } = await control.keys.create(newKey('hash-e'));
      expect(await control.keys.revoke(otherId, id)).toBe(false);
      expect((await keysOf(projectId)).find((key) => key.id === id)?.revokedAtMs).toBeNull();
    });

    test('the latest use is kept, whatever order uses are noted in', async () => {
      const { id } = await control.keys.create(newKey('hash-f'));
      await control.keys.noteUse([
        { keyId: id, usedAtMs: 2_000 },
        { keyId: id, usedAtMs: 1_000 },
        { keyId: '0190163d-8694-739b-aea5-966c26f8ad91', usedAtMs: 1_000 },
      ]);
      expect((await keysOf(projectId)).find((key) => key.id === id)?.lastUsedAtMs).toBe(2_000);
    });

    test('pages are newest first', async () => {
      const last = await control.keys.create(newKey('hash-g'));
      expect(await control.keys.list(projectId, { limit: 1 })).toEqual({ rows: [last], nextCursor: last.id });
    });
  });
}
