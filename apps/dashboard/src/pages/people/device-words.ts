import type { Wire } from '@lamppost/protocol';

type DeviceRow = Wire['DeviceRow'];

const joined = (...facts: readonly (string | null)[]): string | undefined =>
  facts.filter((fact) => fact !== null && fact !== '').join(' ') || undefined;

export function osWords({ os_name: name, os_version: version }: Pick<DeviceRow, 'os_name' | 'os_version'>) {
  return joined(name, version);
}

/** The model, else the platform: what people would call the thing. */
export function deviceModelWords({ device_model: model, platform }: Pick<DeviceRow, 'device_model' | 'platform'>) {
  return joined(model) ?? joined(platform);
}

/** A device in a line: "iPhone15,2, iOS 18.1, app 4.12.0". */
export function deviceLine(device: DeviceRow): string {
  const version = device.app_version === null ? undefined : `app ${device.app_version}`;
  return [deviceModelWords(device), osWords(device), version].filter((part) => part !== undefined).join(', ');
}
