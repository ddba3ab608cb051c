import { deviceOperations } from './device-operations.ts';
import type { DeviceRegistration } from './device-store.ts';

/** `remember` is called before a device is stored: a moment too early is harmless. */
export function rememberingDevices(
  remember: (environmentId: string, deviceId: string) => void,
): typeof deviceOperations {
  const { read } = deviceOperations.register;
  return {
    ...deviceOperations,
    register: {
      ...deviceOperations.register,
      // Every registration is first tried without leave to write.
      read: async (db, registration: DeviceRegistration) => {
        remember(registration.environmentId, registration.deviceId);
        return await read(db, registration);
      },
    },
  };
}
