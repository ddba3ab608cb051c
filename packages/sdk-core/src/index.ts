export type { SystemEvent } from '@lamppost/protocol';
export type { BeforeSend, Outgoing, OutgoingCrash, OutgoingEvent, OutgoingMetric } from './before-send.ts';
export type { Assignment, ConfigSnapshot } from './config-snapshot.ts';
export { consoleGuard } from './console-guard.ts';
export type { Core, CoreSettings, CreatePlugin, DeviceState } from './core.ts';
export { createCore } from './create-core.ts';
export { createDeferred } from './create-deferred.ts';
export type { DeliveryQueue, ItemDraft, ItemOptions, QueuedItem, QueueName } from './delivery-queue.ts';
export { type DeliveryResult, deliveryResultOf } from './delivery-result.ts';
export { experimentExposure } from './experiment-exposure.ts';
export { expose, type SentExposures } from './expose.ts';
export { extendItems } from './extend-items.ts';
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
  SharedProperties,
} from './lamppost.ts';
export type {
  DeviceFacts,
  HttpResponse,
  LifecycleEvent,
  Platform,
  PlatformRequest,
  PlatformStorage,
} from './platform.ts';
export type { Plugin } from './plugin.ts';
export { askConsent } from './plugins/ask-consent.ts';
export { captureErrors } from './plugins/capture-errors.ts';
export { correctClock } from './plugins/correct-clock.ts';
export { filterItems } from './plugins/filter-items.ts';
export { flatContext } from './plugins/flat-context.ts';
export { followLifecycle } from './plugins/follow-lifecycle.ts';
export { guardBoot } from './plugins/guard-boot.ts';
export { inspectClient } from './plugins/inspect-client.ts';
export { measureMetrics } from './plugins/measure-metrics.ts';
export { observeChanges } from './plugins/observe-changes.ts';
export { reportDrops } from './plugins/report-drops.ts';
export { type SpanSample, sampleSpans } from './plugins/sample-spans.ts';
export { shareProperties } from './plugins/share-properties.ts';
export { shareStorage } from './plugins/share-storage.ts';
export { createEventReader, streamConfig } from './plugins/stream-config.ts';
export { trackInstalls } from './plugins/track-installs.ts';
export { retryDelayMs } from './retry-delay.ts';
export { textOf } from './text-of.ts';
export type { TransportResponse } from './transport.ts';
export { uuidV7 } from './uuid-v7.ts';
