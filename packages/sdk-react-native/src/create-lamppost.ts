import { createLamppostOn } from './create-lamppost-on.ts';
import { reactNativeHost } from './react-native-host.ts';
import type { ReactNativeLamppost, ReactNativeOptions } from './react-native-lamppost.ts';

/** Starts at once, before anything is drawn if you like. Nothing of it throws, and nothing waits for the network. */
export const createLamppost = (options: ReactNativeOptions): ReactNativeLamppost =>
  createLamppostOn(reactNativeHost, options);
