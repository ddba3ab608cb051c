import { AppState, Dimensions, Platform } from 'react-native';
import type { Host, HostGlobal } from './host.ts';

/** The app that this runs in. */
export const reactNativeHost: Host = {
  AppState,
  Dimensions,
  Platform,
  global: globalThis as unknown as HostGlobal,
};
