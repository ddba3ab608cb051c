export type {
  AppFacts,
  Bootstrap,
  CapturedError,
  DeviceFacts,
  ExperimentVariant,
  FlagInspection,
  Lamppost,
  LamppostOptions,
  LamppostStatus,
  Measurement,
  Properties,
} from '@lamppost/sdk-core';
export { createLamppost } from './create-lamppost.ts';
export type { DeviceStorage } from './mirror-storage.ts';
export { type MmkvLike, mmkvStorage } from './mmkv-storage.ts';
export type { ReactNativeLamppost, ReactNativeOptions } from './react-native-lamppost.ts';
