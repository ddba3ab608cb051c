export type { SystemEvent } from '@lamppost/protocol';
export type { Assignment, ConfigSnapshot } from './config-snapshot.ts';
export { consoleGuard } from './console-guard.ts';
export type { Core, DeviceState, MaybePart, Part } from './core.ts';
export { createCore } from './create-core.ts';
export { createDeferred } from './create-deferred.ts';
export { createLane } from './create-lane.ts';
export { type DeliveryResult, deliveryResultOf } from './delivery-result.ts';
export { experimentExposure } from './experiment-exposure.ts';
export type { FlagInspection } from './flag-inspection.ts';
export { createGuard, type Guard } from './guard.ts';
export { guardMembers } from './guard-members.ts';
export type {
  AppFacts,
  Bootstrap,
  CapturedError,
  Consent,
  ErrorCapture,
  ExperimentVariant,
  Inspection,
  Lamppost,
  LamppostCore,
  LamppostOptions,
  LamppostStatus,
  Measurement,
  Measuring,
  Observation,
  Properties,
} from './lamppost.ts';
export type { Entry, Lane } from './lane.ts';
export { askConsent } from './parts/ask-consent.ts';
export { captureErrors } from './parts/capture-errors.ts';
export { correctClock } from './parts/correct-clock.ts';
export { flatContext } from './parts/flat-context.ts';
export { followLifecycle } from './parts/follow-lifecycle.ts';
export { guardBoot } from './parts/guard-boot.ts';
export { hearReplies } from './parts/hear-replies.ts';
export { inspectClient } from './parts/inspect-client.ts';
export { measureMetrics } from './parts/measure-metrics.ts';
export { observeChanges } from './parts/observe-changes.ts';
export { reportDrops } from './parts/report-drops.ts';
export { type SpanSample, sampleSpans } from './parts/sample-spans.ts';
export { shareStorage } from './parts/share-storage.ts';
export { createEventReader, streamConfig } from './parts/stream-config.ts';
export { trackInstalls } from './parts/track-installs.ts';
export type {
  DeviceFacts,
  HttpResponse,
  LifecycleEvent,
  Platform,
  PlatformRequest,
  PlatformStorage,
} from './platform.ts';
export { retryDelayMs } from './retry-delay.ts';
export { textOf } from './text-of.ts';
export type { Transport, TransportResponse } from './transport.ts';
export { uuidV7 } from './uuid-v7.ts';
