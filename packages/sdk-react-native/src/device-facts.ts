import type { DeviceFacts } from '@lamppost/sdk-core';
import type { Host } from './host.ts';

/** Of the shorter side, in points: what Android itself calls a tablet. */
const tabletWidth = 600;
const idioms: Readonly<Record<string, string>> = { phone: 'phone', pad: 'tablet', tv: 'tv', mac: 'desktop' };
const osNames: Readonly<Record<string, string>> = {
  ios: 'iOS',
  android: 'Android',
  macos: 'macOS',
  windows: 'Windows',
};

const osVersion = ({ Platform }: Host): string | undefined => {
  // On Android the version is that of the API; people know the release.
  const said = Platform.constants?.Release ?? Platform.constants?.osVersion ?? Platform.Version;
  return said === undefined ? undefined : `${said}`;
};

const typeOf = ({ Platform, Dimensions }: Host): string | undefined => {
  if (Platform.isTV) return 'tv';
  const idiom = Platform.constants?.interfaceIdiom;
  if (idiom !== undefined) return idioms[idiom];
  const screen = Dimensions?.get('screen');
  if (Platform.OS !== 'android' || screen === undefined) return undefined;
  return Math.min(screen.width, screen.height) >= tabletWidth ? 'tablet' : 'phone';
};

const platformOf = ({ Platform }: Host): string => {
  if (Platform.OS !== 'ios') return Platform.OS;
  if (Platform.isTV) return 'tvos';
  return Platform.isPad ? 'ipados' : 'ios';
};

const placeOf = ({ global }: Host): { locale?: string; timeZone?: string } => {
  try {
    return global.Intl?.DateTimeFormat().resolvedOptions() ?? {};
  } catch {
    // Hermes can be built without it.
    return {};
  }
};

/** What the device says of itself. iOS does not tell its model to scripts; the app may. */
export function deviceFacts(host: Host, told: Partial<DeviceFacts> = {}): DeviceFacts {
  const { Platform } = host;
  const { locale, timeZone } = placeOf(host);
  return {
    platform: platformOf(host),
    model: Platform.constants?.Model,
    os_name: Platform.constants?.systemName ?? osNames[Platform.OS],
    os_version: osVersion(host),
    type: typeOf(host),
    locale,
    timezone: timeZone,
    ...told,
  };
}
