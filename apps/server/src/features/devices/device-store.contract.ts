import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { deviceListContract } from './device-list.contract.ts';
import { type DeviceScope, registrationIn } from './device-scope.contract.ts';
import type { DeviceRegistration } from './device-store.ts';
import { identifyContract } from './identify.contract.ts';

export function deviceStoreContract(open: () => Promise<ControlPlane>): void {
  describe('DeviceStore', () => {
    let scope: DeviceScope;
    beforeAll(async () => {
      const control = await open();
      const project = await control.projects.create({ slug: 'apps', name: 'Apps', plan: 'scale', keys: [] });
      scope = {
        control,
        projectId: project.id,
        environmentId: (await control.environments.find(project.id, 'production'))?.id ?? '',
        otherEnvironmentId: (await control.environments.find(project.id, 'development'))?.id ?? '',
      };
    });
    afterAll(() => scope.control.close());

    registerContract(() => scope);
    identifyContract(() => scope);
    deviceListContract(() => scope);
  });
}

function registerContract(scope: () => DeviceScope): void {
  const register = (deviceId: string, more: Partial<DeviceRegistration> = {}) =>
    scope().control.devices.register(registrationIn(scope(), deviceId, more));
  const find = (deviceId: string) => scope().control.devices.find(scope().environmentId, deviceId);

  test('register creates a device that find returns', async () => {
    const { profile, isNew } = await register('new', { facts: { platform: 'ios', osVersion: '17.1' } });
    expect(isNew).toBe(true);
    expect(profile).toEqual({
      environmentId: scope().environmentId,
      deviceId: 'new',
      anonymousId: 'minted-new',
      facts: { platform: 'ios', osVersion: '17.1' },
      userId: null,
      revision: 1,
      firstSeenAtMs: 1_000,
      lastSeenAtMs: 1_000,
      userAttributes: {},
      userGroups: [],
      userRevision: 0,
    });
    expect(await find('new')).toEqual(profile);
    expect(await find('unknown')).toBeUndefined();
  });

  test('all nine facts are kept', async () => {
    const facts = {
      platform: 'android',
      deviceModel: 'Pixel',
      osName: 'Android',
      osVersion: '15',
      appVersion: '1.2',
      buildNumber: '7',
      locale: 'de-AT',
      country: 'AT',
      timezone: 'Europe/Vienna',
    };
    await register('facts', { facts });
    expect((await find('facts'))?.facts).toEqual(facts);
  });

  test('registering again updates the facts sent, keeps the others, and moves the revision', async () => {
    await register('again', { facts: { platform: 'ios', locale: 'de' } });
    const { profile, isNew } = await register('again', { facts: { locale: 'fr' }, atMs: 2_000 });
    expect(isNew).toBe(false);
    expect(profile).toMatchObject({ facts: { platform: 'ios', locale: 'fr' }, revision: 2, firstSeenAtMs: 1_000 });
    expect(await find('again')).toEqual(profile);
  });

  test('the same again does not move the revision', async () => {
    await register('same', { facts: { platform: 'web' } });
    expect((await register('same', { facts: { platform: 'web' }, atMs: 2_000 })).profile.revision).toBe(1);
    expect((await register('same', { atMs: 10_000_000 })).profile.revision).toBe(1);
  });

  test('last seen is true to a minute and never goes back', async () => {
    await register('seen');
    await register('seen', { atMs: 61_000 });
    expect((await find('seen'))?.lastSeenAtMs).toBe(61_000);
    await register('seen', { atMs: 5_000, facts: { locale: 'nl' } });
    expect((await find('seen'))?.lastSeenAtMs).toBe(61_000);
  });

  test('a known device keeps its anonymous id unless another is sent, which moves the revision', async () => {
    await register('anonymous', { anonymousId: 'mine' });
    expect((await register('anonymous')).profile).toMatchObject({ anonymousId: 'mine', revision: 1 });
    const other = await register('anonymous', { anonymousId: 'another' });
    expect(other.profile).toMatchObject({ anonymousId: 'another', revision: 2 });
  });

  test('a device id means one device per environment', async () => {
    await register('twin');
    const elsewhere = await register('twin', { environmentId: scope().otherEnvironmentId });
    expect(elsewhere.isNew).toBe(true);
  });

  const oddIds = [
    'case',
    'CASE',
    ' case',
    'nul\u0000a',
    'nul\u0000b',
    '\ud800',
    '\ud801',
    "'; --",
    'json:"x"',
    'ü',
    'u\u0308',
  ];
  test('device ids are compared exactly, however odd', async () => {
    for (const id of oddIds) expect((await register(id)).isNew, JSON.stringify(id)).toBe(true);
    for (const id of oddIds) expect((await find(id))?.anonymousId).toBe(`minted-${id}`);
  });

  test('a fact that cannot be stored as sent does not move the revision each time', async () => {
    await register('odd-fact', { facts: { deviceModel: 'x\u0000\ud800' } });
    expect((await register('odd-fact', { facts: { deviceModel: 'x\u0000\ud800' } })).profile.revision).toBe(1);
  });

  test('a thousand parallel registrations of one new device create one', async () => {
    const all = await Promise.all(
      Array.from({ length: 1_000 }, () => register('crowd', { facts: { platform: 'web' } })),
    );
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(all.map(({ profile }) => JSON.stringify(profile))).size).toBe(1);
  });
}
