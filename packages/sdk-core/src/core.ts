import type { ConfigSnapshot } from './config-snapshot.ts';
import type { LamppostCore, LamppostOptions } from './lamppost.ts';
import type { Moment, Platform } from './platform.ts';

/** Who is concerned, at this moment. */
export interface Circumstances {
  readonly deviceId: string;
  readonly anonymousId: string;
  readonly userId: string | undefined;
  readonly sessionId: string;
  /** Flags and variants that this session was given. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly experiments: Readonly<Record<string, string>>;
}

/** Puts an item into a lane: kept until the server has it. `item` is sent as it is, with its id and time. */
export type LaneEntry = (item: object, context?: object) => void;

/**
 * What the parts of an SDK are built on: `createCore` makes it, `core.client` is what the app is given, and parts such
 * as `captureErrors(core)` add to it.
 */
export interface Core {
  readonly client: LamppostCore;
  readonly platform: Platform;
  readonly options: LamppostOptions;
  circumstances(): Circumstances;
  /** What the device's clock should say, in milliseconds. */
  time(): number;
  /**
   * A way to the server of its own, with its own order and retries. `mostItems` go into one request, written by
   * `toBody` from the JSON texts of items and the sentence that says when it was sent.
   */
  openLane(name: string, path: string, mostItems?: number): LaneEntry;
  /** The configuration in force. */
  config(): ConfigSnapshot;
  /** Puts another one in force, if it is a newer truth for the same identity. */
  applyConfig(snapshot: ConfigSnapshot): void;
  /** Headers of a request for this device. */
  headers(): Record<string, string>;
  /** Asks the server again. */
  refresh(): void;
  onMoment(listener: (moment: Moment) => void): void;
  /** Runs when storage has been read; at once when it has. */
  whenLoaded(task: () => void): void;
  onClose(task: () => void): void;
}
