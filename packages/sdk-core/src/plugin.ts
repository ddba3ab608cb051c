import type { LifecycleEvent } from './platform.ts';
import type { TransportResponse } from './transport.ts';

/**
 * What a client can do beyond the core, or does differently. A plugin has any of these hooks; what one throws is logged,
 * and takes no other with it.
 *
 * The order of plugins does not matter, with two exceptions: of two that have the same method the later one counts, and a
 * configuration goes through `readConfig` of one after the other.
 */
export interface Plugin<Methods extends object = object> {
  /** Methods of the client. One with the name of a core's own replaces it; that one is in `core.client` until then. */
  readonly methods?: Methods;
  /** Called once, when the client has started: everything stored is loaded, and a session has begun. */
  onLaunch?(): void;
  /** Called when the client has started anew, for another device. */
  onReset?(): void;
  /** Called when tracking is allowed that was not before. */
  onOptIn?(): void;
  /** Called when the app goes to the background, returns, or is online again: before what waits is sent. */
  onLifecycleEvent?(event: LifecycleEvent): void;
  /** Called with what came of each request. */
  onResponse?(response: TransportResponse): void;
  /** Given a configuration before it comes into force, returns the one that does; undefined: none. */
  readConfig?(snapshot: unknown, isNews?: boolean): unknown;
  /** Called when a configuration is in force, with what it was read from. `isNews`: the server has just sent it. */
  onConfig?(snapshot: unknown, isNews?: boolean): void;
  /** Called when a flag is overridden, or flags are there that the app could not read before. */
  onOverride?(): void;
  /** Takes over, at launch, what earlier clients have stored; without such a plugin the core takes all of it. */
  recover?(owner: ''): void;
  /** Called when the client is closed: takes back what was done to the app. */
  onClose?: (() => void) | undefined;
}
