import type { ControlPlane } from '../../compose/control/control-plane.ts';
import type { DeviceRegistration } from './device-store.ts';

export interface DeviceScope {
  readonly control: ControlPlane;
  readonly projectId: string;
  readonly environmentId: string;
  readonly otherEnvironmentId: string;
}

export function registrationIn(
  scope: DeviceScope,
  deviceId: string,
  more: Partial<DeviceRegistration> = {},
): DeviceRegistration {
  const { projectId, environmentId } = scope;
  return {
    projectId,
    environmentId,
    deviceId,
    newAnonymousId: `minted-${deviceId}`,
    facts: {},
    atMs: 1_000,
    ...more,
  };
}
