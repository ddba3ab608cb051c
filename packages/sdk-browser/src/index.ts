export type {
  AppFacts,
  Bootstrap,
  CapturedError,
  ExperimentVariant,
  FlagInspection,
  Lamppost,
  LamppostStatus,
  Measurement,
  Properties,
} from '@lamppost/sdk-core';
export type { BrowserPlugin } from './browser-plugin.ts';
export { type BrowserOptions, createLamppost } from './create-lamppost.ts';
export { type FlagStream, streamFlags } from './stream-flags.ts';
