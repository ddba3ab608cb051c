import { expect, test } from 'vitest';
import { type DeviceScope, registrationIn } from './device-scope.contract.ts';
import type { DeviceFilter } from './device-store.ts';

export function deviceListContract(scope: () => DeviceScope): void {
  const seen = Array.from({ length: 7 }, (_, n) => `listed-${n}`);
  const listAll = async (filter: Partial<DeviceFilter>, limit: number): Promise<string[]> => {
    const { control, otherEnvironmentId } = scope();
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = { limit, ...(cursor === undefined ? {} : { cursor }) };
      const { rows, nextCursor } = await control.devices.list({ environmentId: otherEnvironmentId, ...filter }, page);
      ids.push(...rows.map(({ deviceId }) => deviceId));
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
    return ids;
  };

  test('devices are listed newest first, page by page', async () => {
    const { control, otherEnvironmentId: environmentId } = scope();
    for (const deviceId of seen) {
      await control.devices.register(
        registrationIn(scope(), deviceId, { environmentId, anonymousId: `an-${deviceId}` }),
      );
    }
    const expected = seen.toReversed();
    for (const limit of [1, 2, 3, 100]) {
      expect((await listAll({}, limit)).filter((id) => id.startsWith('listed-'))).toEqual(expected);
    }
    const { rows } = await control.devices.list({ environmentId }, { limit: 1 });
    expect(rows[0]).toMatchObject((await control.devices.find(environmentId, rows[0]?.deviceId ?? '')) as object);
  });

  test('devices are found by how an id begins and by their user', async () => {
    const { control, projectId, otherEnvironmentId: environmentId } = scope();
    for (const deviceId of ['listed-2', 'listed-4']) {
      await control.devices.identify({ projectId, environmentId, deviceId, userId: 'lister', attributes: {}, atMs: 1 });
    }
    expect(await listAll({ search: 'listed-3' }, 2)).toEqual(['listed-3']);
    expect(await listAll({ search: 'an-listed-' }, 2)).toEqual(seen.toReversed());
    expect(await listAll({ search: 'liste' }, 2)).toEqual(seen.toReversed());
    expect(await listAll({ search: 'lister' }, 1)).toEqual(['listed-4', 'listed-2']);
    expect(await listAll({ userId: 'lister' }, 1)).toEqual(['listed-4', 'listed-2']);
    expect(await listAll({ userId: 'lister', search: 'listed-2' }, 5)).toEqual(['listed-2']);
    expect(await listAll({ search: 'isted' }, 5)).toEqual([]);
    expect(await listAll({ search: 'listed-%' }, 5)).toEqual([]);
  });
}
