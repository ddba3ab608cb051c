import { ControlUnavailable } from '../control/control-errors.ts';
import type { DeviceProfile } from '../control/devices/device-store.ts';
import { configTag, isTagKnown } from './config-tag.ts';
import type { SnapshotEnvironment } from './edge-snapshot.ts';

export interface ConfigRequest {
  readonly environment: SnapshotEnvironment;
  readonly deviceId?: string;
  readonly userId?: string;
  readonly anonymousId?: string;
  readonly platform?: string;
  readonly appVersion?: string;
  readonly locale?: string;
  readonly country?: string;
  readonly ifNoneMatch?: string;
}

export interface ConfigAnswer {
  readonly etag: string;
  readonly isUnchanged: boolean;
  readonly isKnownDevice: boolean;
  readonly configVersion: string;
}

export type FindDevice = (environmentId: string, deviceId: string) => Promise<DeviceProfile | undefined>;

/** What a device or user is told. A control plane that is down never fails it: the request then speaks for itself. */
export async function answerConfig(request: ConfigRequest, findDevice: FindDevice): Promise<ConfigAnswer> {
  const { environment, deviceId, userId, anonymousId, platform, appVersion, locale, country } = request;
  const device = deviceId === undefined ? undefined : await findOrGoOn(findDevice, environment.id, deviceId);
  const etag = configTag({
    environmentId: environment.id,
    configVersion: environment.configVersion,
    deviceId,
    identity: [userId, anonymousId, platform, appVersion, locale, country],
    boundUserId: device?.userId ?? null,
    deviceRevision: device?.revision ?? 0,
    userRevision: device?.userRevision ?? 0,
  });
  return {
    etag,
    isUnchanged: isTagKnown(etag, request.ifNoneMatch),
    isKnownDevice: device !== undefined,
    configVersion: String(environment.configVersion),
  };
}

async function findOrGoOn(
  findDevice: FindDevice,
  environmentId: string,
  deviceId: string,
): Promise<DeviceProfile | undefined> {
  try {
    return await findDevice(environmentId, deviceId);
  } catch (error) {
    if (error instanceof ControlUnavailable) return undefined;
    throw error;
  }
}
