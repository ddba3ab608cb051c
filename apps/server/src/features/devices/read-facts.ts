import { factLengths, type Wire } from '@lamppost/protocol';
import type { DeviceFacts } from './device-store.ts';

type Sent = Omit<Wire['RegisterBody'], 'device_id' | 'anonymous_id'>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Lenient, because a refusal silences a client for a day: empty is absent, what is too long is cut. */
export function readFacts(sent: Sent): DeviceFacts {
  const facts: Mutable<DeviceFacts> = {};
  const keep = (name: keyof DeviceFacts, value: string | null | undefined, length: number): void => {
    if (value !== undefined && value !== null && value !== '') facts[name] = value.slice(0, length);
  };
  keep('platform', sent.platform, factLengths.platform);
  keep('deviceModel', sent.device_model, factLengths.device_model);
  keep('osName', sent.os_name, factLengths.os_name);
  keep('osVersion', sent.os_version, factLengths.os_version);
  keep('appVersion', sent.app_version, factLengths.app_version);
  keep('buildNumber', sent.build_number, factLengths.build_number);
  keep('locale', sent.locale, factLengths.locale);
  keep('timezone', sent.timezone, factLengths.timezone);
  if (/^[A-Za-z]{2}$/.test(sent.country ?? '')) keep('country', sent.country, 2);
  return facts;
}
