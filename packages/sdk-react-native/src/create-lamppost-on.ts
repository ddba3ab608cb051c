import {
  askConsent,
  type CapturedError,
  type Core,
  type CreatePlugin,
  captureErrors,
  correctClock,
  createCore,
  createDeferred,
  createGuard,
  filterItems,
  followLifecycle,
  guardBoot,
  guardMembers,
  inspectClient,
  type Lamppost,
  measureMetrics,
  observeChanges,
  reportDrops,
  type SharedProperties,
  sampleSpans,
  shareProperties,
  streamConfig,
  trackInstalls,
} from '@lamppost/sdk-core';
import type { Host } from './host.ts';
import { type FrameMeter, measureFrames } from './measure-frames.ts';
import { measureStalls } from './measure-stalls.ts';
import { measureStartup } from './measure-startup.ts';
import { mirrorStorage } from './mirror-storage.ts';
import type { ReactNativeLamppost, ReactNativeOptions } from './react-native-lamppost.ts';
import { reactNativePlatform } from './react-native-platform.ts';
import { templateUrl } from './template-url.ts';
import { watchErrors } from './watch-errors.ts';
import { watchRequests } from './watch-requests.ts';

/** Of ten seconds; beyond that a fair sample. */
const MAX_REQUESTS = 20;
const FRAME_SHARE = 0.1;
const FIRST_ERROR_STATUS = 400;

/** A client on any host: an app's own, or one that a test made up. Takes calls at once; nothing of it throws. */
export function createLamppostOn(host: Host, options: ReactNativeOptions): ReactNativeLamppost {
  const base = reactNativePlatform(host, options);
  const { later } = base;
  const guard = createGuard(base.log);
  const mirror =
    options.storage &&
    mirrorStorage(options.storage, {
      prefix: `${options.namespace ?? 'lamppost'}.`,
      later,
      log: base.log,
    });
  if (!mirror) base.log('there is no storage: what was not sent is lost when the app ends');
  const platform = { ...base, storage: mirror };
  const offs: (() => void)[] = [];
  let screenName: string | undefined;
  let frames: FrameMeter | undefined;
  let spans: ReturnType<typeof sampleSpans> | undefined;
  const screen = (): string | undefined => screenName;

  const measureApp: CreatePlugin = (core) => {
    const measure: Lamppost['measure'] = (measurement) => (core.client as Lamppost).measure(measurement);
    const measuring = { screen, measure, later, guard };
    const share = options.frames === true ? FRAME_SHARE : (options.frames ?? FRAME_SHARE);
    const begin = guard((measureOne: () => () => void): void => {
      offs.push(measureOne());
    });
    if (share)
      begin(() => {
        const meter = measureFrames(host, { ...measuring, share });
        frames = meter;
        return guard(() => meter.stop());
      });
    if (options.stalls !== false) begin(() => measureStalls(host, measuring));
    if (options.network !== false) begin(() => measureRequests(core));
    return {
      onLifecycleEvent(event) {
        if (event === 'background') spans?.send();
      },
    };
  };
  const measureRequests = (core: Core): (() => void) => {
    const sample = sampleSpans(core, 'network', MAX_REQUESTS);
    spans = sample;
    const putBack = watchRequests(host.global, guard, (method, url, status, durationMs) => {
      if (url.startsWith(`${options.url}/v1/`)) return;
      const attributes = { method, ...(screenName !== undefined && { screen: screenName }) };
      sample.add(() => templateUrl(url), durationMs, status, status === 0 || status >= FIRST_ERROR_STATUS, attributes);
    });
    return () => {
      putBack();
      sample.send();
    };
  };

  const hasStream = options.stream !== false && !!host.global.XMLHttpRequest;
  const make = (): Core =>
    createCore({
      platform,
      options,
      plugins: [
        askConsent,
        guardBoot,
        observeChanges,
        correctClock,
        inspectClient,
        reportDrops,
        captureErrors,
        measureMetrics,
        trackInstalls,
        measureApp,
        hasStream && streamConfig,
        followLifecycle,
        shareProperties,
        options.beforeSend && filterItems(options.beforeSend),
      ],
    });
  let handedOn: Promise<void> | undefined;
  let isHandedOn = (): void => {};
  const start = (): Lamppost & SharedProperties => {
    if (!mirror?.loaded) return make().client as Lamppost & SharedProperties;
    handedOn = new Promise((resolve) => {
      isHandedOn = resolve;
    });
    return createDeferred(mirror.loaded, platform.now, make, () => {
      handedOn = undefined;
      isHandedOn();
    });
  };
  const inner = start();

  const captureError = (error: unknown, about?: CapturedError): void =>
    inner.captureError(error, { screenName, ...about });
  /** Sends what is measured but not enqueued yet. */
  const sendAll = (): void => {
    frames?.send();
    spans?.send();
  };

  const watchUncaught = guard((): void => {
    const off = watchErrors(host, {
      later,
      guard,
      log: platform.log,
      capture(error, about) {
        captureError(error, about);
        return handedOn ? handedOn.then(() => mirror?.whenWritten()) : mirror?.whenWritten();
      },
    });
    offs.push(guard(off));
  });
  if (options.uncaught !== false) watchUncaught();
  const started = options.startup === false ? () => {} : measureStartup(host, guard, inner.measure);
  const onFrame = guard((task: () => void): unknown => host.global.requestAnimationFrame?.(task));
  // The first frame may be one that was asked for before anything was drawn.
  if (options.startup !== 'manual') onFrame(() => onFrame(started));

  const members: ReactNativeLamppost = {
    ...inner,
    captureError,
    started,
    screen(name, properties) {
      if (name === screenName && !properties) return;
      screenName = name;
      frames?.send();
      inner.breadcrumb('navigation', name);
      inner.track('$screen', { ...properties, screen_name: name });
    },
    flush() {
      sendAll();
      return inner.flush();
    },
    async close() {
      const stop = (): void => {
        for (const off of offs.splice(0)) off();
      };
      stop();
      await inner.close();
      // What began only now, as storage was still being read.
      stop();
    },
  };
  return guardMembers(guard, members, { flags: () => ({}), experiment: () => null });
}
