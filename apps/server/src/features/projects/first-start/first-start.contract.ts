import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../../compose/control/control-plane.ts';
import { Taken } from '../../../control/control-errors.ts';
import { hashKey, mintKey, parseKey } from '../../../edge/keys/key-format.ts';
import { hashOperatorToken, isOperatorToken, mintOperatorToken } from '../../../edge/keys/operator-token.ts';
import type { SnapshotSource } from '../../../edge/snapshot-source.ts';
import { createProject } from '../create-project.ts';
import { firstStart } from './first-start.ts';
import { GivenValueRefused } from './given-values.ts';

const hashPassword = async (password: string) => `hash of ${password}`;

/** First start and project creation over a control plane. */
export function firstStartContract(open: () => Promise<ControlPlane & SnapshotSource>): void {
  describe('firstStart', () => {
    let control: ControlPlane & SnapshotSource;
    beforeEach(async () => {
      control = await open();
    });
    afterEach(() => control.close());

    test('makes an owner, a token and a project on scale whose six keys are the ones in force', async () => {
      const result = await firstStart(control, { hashPassword });
      expect(result?.owner.email).toBe('owner@localhost');
      expect(isOperatorToken(result?.operator_token ?? '')).toBe(true);
      const snapshot = await control.read();
      expect(snapshot.projects).toEqual([
        { id: result?.project.id, slug: 'default', plan: 'scale', timezone: 'UTC', retentionDays: null },
      ]);
      expect(snapshot.operatorTokenHashes).toEqual([hashOperatorToken(result?.operator_token ?? '')]);
      for (const environmentSlug of ['production', 'development'] as const) {
        for (const kind of ['publishable', 'secret', 'dev'] as const) {
          const key = result?.keys[environmentSlug][kind] ?? '';
          expect(parseKey(key)).toEqual({ kind, environmentSlug });
          const stored = snapshot.keys.find((each) => each.hash === hashKey(key));
          const environment = snapshot.environments.find((each) => each.id === stored?.environmentId);
          expect([stored?.kind, environment?.slug]).toEqual([kind, environmentSlug]);
        }
      }
      expect(snapshot.keys).toHaveLength(6);
    });

    test('happens once', async () => {
      expect(await firstStart(control, { hashPassword })).toBeDefined();
      expect(await firstStart(control, { hashPassword })).toBeUndefined();
      expect((await control.read()).projects).toHaveLength(1);
    });

    test('uses the values that were given', async () => {
      const given = {
        ownerEmail: 'ada@example.org',
        ownerPassword: 'analytical engine',
        operatorToken: mintOperatorToken(),
        publishableKey: mintKey('publishable', 'production'),
        secretKey: mintKey('secret', 'production'),
        devKey: mintKey('dev', 'production'),
      };
      const result = await firstStart(control, { hashPassword, given });
      expect(result).toMatchObject({
        owner: { email: 'ada@example.org', password: 'analytical engine' },
        operator_token: given.operatorToken,
        keys: { production: { publishable: given.publishableKey, secret: given.secretKey, dev: given.devKey } },
      });
      expect((await control.read()).keys.map((key) => key.hash)).toContain(hashKey(given.secretKey));
    });

    test('a given value that cannot be used leaves nothing behind', async () => {
      const refused = firstStart(control, { hashPassword, given: { secretKey: 'sesame' } });
      await expect(refused).rejects.toThrow(GivenValueRefused);
      expect(await control.members.count()).toBe(0);
    });

    test('secrets that cannot be handed over are never made', async () => {
      const beforeCommit = async () => Promise.reject(new Error('disk full'));
      await expect(firstStart(control, { hashPassword, beforeCommit })).rejects.toThrow('disk full');
      expect(await control.members.count()).toBe(0);
      expect((await control.read()).keys).toEqual([]);
    });

    test('createProject makes a project whose keys are shown once, and refuses a taken slug', async () => {
      const { project, keys } = await createProject(control, { slug: 'shop', name: 'Shop', plan: 'free' });
      const hashes = (await control.read()).keys.map((key) => key.hash);
      expect(hashes).toContain(hashKey(keys.development.dev));
      expect(hashes).toHaveLength(6);
      expect(project).toMatchObject({ slug: 'shop', plan: 'free' });
      await expect(createProject(control, { slug: 'shop', name: 'Shop', plan: 'free' })).rejects.toThrow(Taken);
    });
  });
}
