export type {
  AppFacts,
  BeforeSend,
  Bootstrap,
  CapturedError,
  DeviceFacts,
  ExperimentVariant,
  FlagInspection,
  Lamppost,
  LamppostOptions,
  LamppostStatus,
  Measurement,
  Outgoing,
  OutgoingCrash,
  OutgoingEvent,
  OutgoingMetric,
  Properties,
  SharedProperties,
} from '@lamppost/sdk-core';
export { createLamppost } from './create-lamppost.ts';
export type { DeviceStorage } from './mirror-storage.ts';
export { type MmkvLike, mmkvStorage } from './mmkv-storage.ts';
export type { ReactNativeLamppost, ReactNativeOptions } from './react-native-lamppost.ts';
