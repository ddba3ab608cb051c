export type { Assignment, ConfigSnapshot } from './config-snapshot.ts';
export type { Circumstances, Core, LaneEntry } from './core.ts';
export type { FlagInspection } from './flag-inspection.ts';
export type {
  AppFacts,
  Bootstrap,
  CapturedError,
  ErrorCapture,
  ExperimentVariant,
  Lamppost,
  LamppostCore,
  LamppostOptions,
  LamppostStatus,
  Measurement,
  Measuring,
  Properties,
} from './lamppost.ts';
export type {
  Answer,
  DeviceFacts,
  Eventually,
  Moment,
  Platform,
  PlatformRequest,
  PlatformStorage,
} from './platform.ts';
