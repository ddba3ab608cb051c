import { isoTime } from '../../http/request/wire-time.ts';
import type { DeviceProfile } from './device-store.ts';

/** A device in its wire form. */
export const deviceRow = (device: DeviceProfile) => ({
  device_id: device.deviceId,
  anonymous_id: device.anonymousId,
  user_id: device.userId,
  platform: device.facts.platform ?? null,
  device_model: device.facts.deviceModel ?? null,
  os_name: device.facts.osName ?? null,
  os_version: device.facts.osVersion ?? null,
  app_version: device.facts.appVersion ?? null,
  build_number: device.facts.buildNumber ?? null,
  locale: device.facts.locale ?? null,
  country: device.facts.country ?? null,
  timezone: device.facts.timezone ?? null,
  attributes: device.userAttributes,
  groups: device.userGroups,
  first_seen_at: isoTime(device.firstSeenAtMs),
  last_seen_at: isoTime(device.lastSeenAtMs),
});
