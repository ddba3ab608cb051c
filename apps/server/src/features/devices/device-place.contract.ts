import type { ControlPlane } from '../../compose/control-plane.ts';
import type { DeviceRegistration } from './device-store.ts';

export interface DevicePlace {
  readonly control: ControlPlane;
  readonly projectId: string;
  readonly environmentId: string;
  readonly otherEnvironmentId: string;
}

export function registrationIn(
  place: DevicePlace,
  deviceId: string,
  more: Partial<DeviceRegistration> = {},
): DeviceRegistration {
  const { projectId, environmentId } = place;
  return {
    projectId,
    environmentId,
    deviceId,
    mintedAnonymousId: `minted-${deviceId}`,
    facts: {},
    atMs: 1_000,
    ...more,
  };
}
