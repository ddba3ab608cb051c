import { expect, test } from 'vitest';
import { Unacceptable } from '../../control/control-errors.ts';
import { type DeviceScope, registrationIn } from './device-scope.contract.ts';
import type { DeviceRegistration, Identification } from './device-store.ts';

export function identifyContract(scope: () => DeviceScope): void {
  const register = (deviceId: string, more: Partial<DeviceRegistration> = {}) =>
    scope().control.devices.register(registrationIn(scope(), deviceId, more));
  const find = (deviceId: string) => scope().control.devices.find(scope().environmentId, deviceId);
  const identify = (deviceId: string, userId: string, attributes: Identification['attributes'] = {}, atMs = 1_000) => {
    const { projectId, environmentId } = scope();
    return scope().control.devices.identify({ projectId, environmentId, deviceId, userId, attributes, atMs });
  };

  test('identify of an unknown device is undefined', async () => {
    expect(await identify('nowhere', 'somebody', { a: 1 })).toBeUndefined();
    expect(await find('nowhere')).toBeUndefined();
  });

  test('identify links, then is unchanged, then switches', async () => {
    await register('phone');
    const linked = await identify('phone', 'ada');
    expect(linked).toMatchObject({ status: 'linked', profile: { userId: 'ada', revision: 2, userRevision: 0 } });
    const again = await identify('phone', 'ada');
    expect(again).toMatchObject({ status: 'unchanged', profile: { userId: 'ada', revision: 2, userRevision: 0 } });
    const switched = await identify('phone', 'grace');
    expect(switched).toMatchObject({ status: 'switched', profile: { userId: 'grace', revision: 3, userRevision: 0 } });
    expect(await find('phone')).toEqual(switched?.profile);
  });

  test('registering again keeps the bound user and its attributes', async () => {
    await register('bound');
    await identify('bound', 'bound-user', { tier: 'gold' });
    const { profile } = await register('bound', { facts: { locale: 'it' } });
    expect(profile).toMatchObject({ userId: 'bound-user', userAttributes: { tier: 'gold' }, userRevision: 1 });
  });

  test('attributes belong to the user and are seen from each of its devices', async () => {
    await register('laptop');
    await register('tablet');
    await identify('laptop', 'lin', { plan: 'pro', tags: ['a', 'b'], beta: true, age: 30.5 });
    await identify('tablet', 'lin', { plan: 'team', beta: null });
    const expected = { plan: 'team', tags: ['a', 'b'], age: 30.5 };
    expect(await find('laptop')).toMatchObject({ userAttributes: expected, userRevision: 2 });
    expect(Object.keys((await find('tablet'))?.userAttributes ?? {})).not.toContain('beta');
  });

  test('the user revision moves only when attributes really change', async () => {
    await register('steady');
    await identify('steady', 'steady-user', { a: [1, 2], b: 'x' });
    expect((await identify('steady', 'steady-user', { a: [1, 2], c: null }))?.profile.userRevision).toBe(1);
    expect((await identify('steady', 'steady-user', { a: [2, 1] }))?.profile.userRevision).toBe(2);
  });

  test('attributes out of bounds are refused naming the key, and nothing changes', async () => {
    await register('strict');
    await identify('strict', 'strict-user', { kept: 1 });
    const before = await find('strict');
    const refused = identify('strict', 'other-user', { fine: 1, long: 'x'.repeat(1_025) });
    await expect(refused).rejects.toThrow(Unacceptable);
    await expect(refused).rejects.toMatchObject({ field: 'attributes.long' });
    expect(await find('strict')).toEqual(before);
    expect((await identify('strict', 'other-user'))?.profile.userAttributes).toEqual({});
  });

  test('an attribute named __proto__ is kept like any other', async () => {
    await register('proto');
    const attributes = JSON.parse('{"__proto__": "x", "constructor": ["y"]}');
    await identify('proto', 'proto-user', attributes);
    expect(JSON.stringify((await find('proto'))?.userAttributes)).toBe('{"__proto__":"x","constructor":["y"]}');
  });

  test('user ids are compared exactly, however odd', async () => {
    await register('odd-users');
    for (const userId of ['a\u0000b', 'a\u0000c', '\ud800', '\ud801', 'A', 'a']) {
      const { profile } = (await identify('odd-users', userId, { id: 'mine' })) ?? {};
      expect(profile).toMatchObject({ userId, userRevision: 1 });
      expect((await find('odd-users'))?.userId).toBe(userId);
    }
  });

  test('users of different environments have nothing to do with each other', async () => {
    await register('here');
    await identify('here', 'same-name', { where: 'here' });
    const { projectId, otherEnvironmentId: environmentId, control } = scope();
    await control.devices.register(registrationIn(scope(), 'there', { environmentId }));
    const there = { projectId, environmentId, deviceId: 'there', userId: 'same-name', attributes: {}, atMs: 1 };
    expect((await control.devices.identify(there))?.profile.userAttributes).toEqual({});
  });

  test('many parallel identifications of one user are all merged', async () => {
    await register('merge');
    await Promise.all(Array.from({ length: 90 }, (_, index) => identify('merge', 'merged', { [`k${index}`]: index })));
    const profile = await find('merge');
    expect(Object.keys(profile?.userAttributes ?? {})).toHaveLength(90);
    expect(profile).toMatchObject({ userRevision: 90, revision: 2 });
  });
}
