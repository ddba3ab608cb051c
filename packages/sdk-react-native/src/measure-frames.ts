import type { Guard, Measurement } from '@lamppost/sdk-core';
import type { Host } from './host.ts';
import { isActive, onPresence } from './react-native-platform.ts';

/** Frames are looked at for so long at a time. */
const WINDOW_MS = 1_000;
/** One frame at 60 a second, and half of the next: less is the noise of timers, more is a frame that was missed. */
const SLOW_FRAME_MS = 25;
const FROZEN_FRAME_MS = 700;
/** A device that slept, not a frame. */
const MAX_FRAME_MS = 60_000;
/** What was seen is sent after so many windows, or when so many frames were late. */
const MAX_WINDOWS = 6;
const MAX_LATE_FRAMES = 20;

export interface FrameMeasuring {
  /** Of the time: 1 is always. Which time it is does not depend on what is seen, so shares of frames stay right. */
  readonly share: number;
  /** The screen that is shown. */
  screen(): string | undefined;
  measure(measurement: Measurement): void;
  later(delayMs: number, task: () => void): () => void;
  readonly guard: Guard;
}

export interface FrameMeter {
  /** Sends what was seen so far: what comes belongs to another screen. */
  send(): void;
  stop(): void;
}

/**
 * Frames of the JavaScript thread while somebody looks: `frame_summary` has their number, `slow_frame` and
 * `frozen_frame` each one that was late. A frame counts when it began within a window, however long it took.
 */
export function measureFrames(host: Host, { share, screen, measure, later, guard }: FrameMeasuring): FrameMeter {
  const { global } = host;
  const { performance } = global;
  if (!global.requestAnimationFrame || !performance) return { send() {}, stop() {} };
  const restMs = WINDOW_MS / Math.min(Math.max(share, 0.001), 1) - WINDOW_MS;
  let late: number[] = [];
  let frames = 0;
  let windows = 0;
  let lastMs = 0;
  let endMs = 0;
  let frame: number | undefined;
  let cancelRest: (() => void) | undefined;
  let seenOn = screen();

  const send = (): void => {
    const attributes = seenOn === undefined ? undefined : { screen: seenOn };
    const seen = late;
    const count = frames;
    late = [];
    frames = windows = 0;
    seenOn = screen();
    if (count === 0) return;
    measure({ type: 'frames', name: 'frame_summary', value: count, attributes });
    for (const value of seen)
      measure({ type: 'frames', name: value > FROZEN_FRAME_MS ? 'frozen_frame' : 'slow_frame', value, attributes });
  };
  const ask = (): void => {
    frame = global.requestAnimationFrame?.(onFrame);
  };
  const begin = (): void => {
    lastMs = endMs = 0;
    ask();
  };
  const onFrame = guard((): void => {
    const nowMs = performance.now();
    if (lastMs > 0) {
      const tookMs = nowMs - lastMs;
      if (tookMs < MAX_FRAME_MS) frames += 1;
      if (tookMs > SLOW_FRAME_MS && tookMs < MAX_FRAME_MS) late.push(tookMs);
    } else endMs = nowMs + WINDOW_MS;
    lastMs = nowMs;
    if (nowMs < endMs) {
      ask();
      return;
    }
    windows += 1;
    if (windows >= MAX_WINDOWS || late.length >= MAX_LATE_FRAMES) send();
    if (restMs > 0) cancelRest = later(restMs, begin);
    else begin();
  });
  const pause = (): void => {
    cancelRest?.();
    if (frame !== undefined) global.cancelAnimationFrame?.(frame);
    frame = undefined;
    send();
  };
  const off = onPresence(host, guard, (isBack) => {
    pause();
    if (isBack) begin();
  });
  if (isActive(host)) begin();
  return {
    send,
    stop() {
      off();
      pause();
    },
  };
}
