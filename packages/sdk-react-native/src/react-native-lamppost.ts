import type {
  BeforeSend,
  DeviceFacts,
  Lamppost,
  LamppostOptions,
  Properties,
  SharedProperties,
} from '@lamppost/sdk-core';
import type { DeviceStorage } from './mirror-storage.ts';

export interface ReactNativeOptions extends LamppostOptions {
  /** AsyncStorage, or `mmkvStorage(…)`. Without it nothing outlives the process. */
  readonly storage?: DeviceStorage | undefined;
  /** What the app knows of the device and React Native does not, such as the model on iOS. */
  readonly device?: Partial<DeviceFacts> | undefined;
  /** Changes of flags as they happen. Default true. */
  readonly stream?: boolean | undefined;
  /** Report uncaught errors and unhandled rejections. Default true. */
  readonly uncaught?: boolean | undefined;
  /** Measure cold starts; `manual`: until `started()` is called. Default true. */
  readonly startup?: boolean | 'manual' | undefined;
  /** Measure frames; a number is the share of the time. Default 0.1. */
  readonly frames?: boolean | number | undefined;
  /** Measure times in which the JavaScript thread is blocked. Default true. */
  readonly stalls?: boolean | undefined;
  /** Measure requests of the app. Default true. */
  readonly network?: boolean | undefined;
  /** Changes or drops each event, crash and metric before it is stored or sent. */
  readonly beforeSend?: BeforeSend | undefined;
  /** Takes lines for the developer. Default `console.log`. */
  readonly log?: ((message: string) => void) | undefined;
}

export interface ReactNativeLamppost extends Lamppost, SharedProperties {
  /** This screen is shown from now on: an event, and where errors, frames and stalls belong. */
  screen(name: string, properties?: Properties): void;
  /** With `startup: 'manual'`: the app can be used now, the start is over. */
  started(): void;
}
