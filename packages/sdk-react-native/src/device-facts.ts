import type { DeviceFacts, Guard } from '@lamppost/sdk-core';
import type { Host } from './host.ts';

/** Of the shorter side, in points: what Android itself calls a tablet. */
const MIN_TABLET_WIDTH = 600;
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
  return Math.min(screen.width, screen.height) >= MIN_TABLET_WIDTH ? 'tablet' : 'phone';
};

const platformOf = ({ Platform }: Host): string => {
  if (Platform.OS !== 'ios') return Platform.OS;
  if (Platform.isTV) return 'tvos';
  return Platform.isPad ? 'ipados' : 'ios';
};

/** Hermes can be built without `Intl`. */
const placeOf = ({ global }: Host): { locale?: string; timeZone?: string } =>
  global.Intl?.DateTimeFormat().resolvedOptions() ?? {};

/** What the device says of itself. iOS does not tell its model to scripts; the app may. What cannot be read is left out. */
export function deviceFacts(host: Host, guard: Guard, given?: Partial<DeviceFacts>): DeviceFacts {
  const { Platform } = host;
  const { locale, timeZone } = guard(placeOf, () => ({}))(host);
  return {
    platform: guard(platformOf)(host) ?? 'unknown',
    model: guard(() => Platform.constants?.Model)(),
    os_name: guard(() => Platform.constants?.systemName ?? osNames[Platform.OS])(),
    os_version: guard(osVersion)(host),
    type: guard(typeOf)(host),
    locale,
    timezone: timeZone,
    ...guard(() => ({ ...given }))(),
  };
}
