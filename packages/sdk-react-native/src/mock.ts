export { createLamppostOn } from './create-lamppost-on.ts';
export type { Host } from './host.ts';
export type { DeviceStorage } from './mirror-storage.ts';
export { mmkvStorage } from './mmkv-storage.ts';
export { createMockHost, type MockHost, type MockHostOptions } from './mock/create-mock-host.ts';
export { createMockStorage } from './mock/create-mock-storage.ts';
export type { ReactNativeLamppost, ReactNativeOptions } from './react-native-lamppost.ts';
