import type { ConfigSnapshot } from './config-snapshot.ts';
import type { DeliveryQueue, ItemDraft, ItemOptions, OnSettled, QueueName } from './delivery-queue.ts';
import type { Guard } from './guard.ts';
import type { LamppostCore, LamppostOptions } from './lamppost.ts';
import type { Platform } from './platform.ts';
import type { Plugin } from './plugin.ts';

/** What is kept on the device, besides the configuration and what waits to be sent. Some of it is an event's context. */
export interface DeviceState {
  user: { id?: string; readonly anonymous_id: string };
  device: { readonly id: string };
  /** What the server was sent of the device, and of its user, or is about to be. */
  registered?: string | undefined;
  identified?: string | undefined;
  session?: { readonly id: string };
  /** When the last event was, by the device's own clock. */
  activeAt?: number;
  /** Of all events. */
  properties?: Record<string, unknown>;
  /** Flags and variants that this session was given. Made with it, as its first event is. */
  flags: Record<string, unknown>;
  experiments: Record<string, unknown>;
}

export interface CoreSettings {
  readonly platform: Platform;
  readonly options: LamppostOptions;
  readonly plugins: readonly (CreatePlugin | false | undefined)[];
  /** It is not registered, has no session, and a plugin says what a configuration is. */
  readonly isServer?: boolean;
  /** Where the configuration is. Default `/v1/config`. */
  readonly configPath?: string;
  /** Where its stream is. Default `/v1/config/stream`. */
  readonly streamPath?: string;
}

/** What a plugin may set. */
interface CoreState {
  /** Device, user and session. A reset replaces it as a whole: to be read anew each time. */
  state: DeviceState;
  /** Nothing may be tracked: nobody has agreed, or the client is closed. */
  isMuted: boolean;
  /** No request may be made: the server has refused the key, or the client is closed. */
  isStopped: boolean;
  /** Nothing may be stored: nobody has decided yet. */
  isForgetful: boolean;
  /** What has to be added to the device's clock, in milliseconds. */
  skewMs: number;
  /** Items that were never sent, or refused, since the start. */
  drops: number;
  /**
   * What becomes of an item before it is queued. A plugin that adds to items goes before what was set (`extendItems`), one
   * that filters them behind it. When it throws, the item is dropped and counted.
   */
  prepare?: (draft: ItemDraft, queue: QueueName) => void;
}

/** What plugins are built on: its settings, what a plugin may set, and what only the core changes. */
export interface Core extends CoreState, CoreSettings {
  /** Its methods are guarded. */
  readonly client: LamppostCore;
  /** The configuration in force. */
  readonly config: ConfigSnapshot;
  /** By the letter that they are stored under: the first one of their names. */
  readonly queues: Readonly<Record<string, DeliveryQueue>>;
  /** Before every name in storage. Items are `q.<owner>.<letter of the queue>.<number>`, and sort by age. */
  readonly prefix: string;
  /** The name in the names of this client's items. */
  readonly owner: string;
  /** What was logged last. */
  readonly lastMessage: unknown;
  /** For whatever the app, or the platform, calls back. */
  readonly guard: Guard;

  /** Calls a hook of every plugin. */
  eachPlugin(task: (plugin: Plugin) => unknown): void;

  /** What is stored under a name, undefined when there is nothing or nothing that can be read. */
  load(name: string): unknown;
  /** Stores a text; removes it without one. */
  store(name: string, text?: string): void;
  /** The names of items that are stored, the oldest first; of one owner, or of all. */
  itemsOf(owner: string): string[];
  /** Takes over the items that are stored for an owner, or for all. */
  recover(owner: string): void;

  /** Adds a queue. With a path its items go there in batches; without one each goes alone, to its own. */
  addQueue(name: QueueName, path?: string, onSettled?: OnSettled): void;
  /** Puts what plugins make of an item into a queue, under an id and with the time: it is kept until the server has it. */
  enqueue(queue: QueueName, item: object, options?: ItemOptions): void;
  eachQueue(task: (queue: DeliveryQueue) => unknown): Promise<unknown>;

  /** Puts a configuration in force, and stores it when it is news from the server. What is none is ignored. */
  applyConfig(snapshot: unknown, isNews?: boolean): void;
  /** Asks for the configuration, now. */
  refresh(): Promise<void>;

  /** Begins, or begins anew: registers the device, begins a session, calls a hook and asks for the configuration. */
  start(hook: (plugin: Plugin) => unknown): Promise<void>;
  /** Somebody does something: a session begins, or goes on. */
  touch(atMs?: number): void;
  /** What the developer should know: a line, or what was thrown. Never throws. */
  log(message: unknown): void;
}

/**
 * Makes a plugin for a client. The core is whole, but has not started: the device is known, and nothing is in force,
 * stored or sent yet. What needs other plugins waits for `onLaunch`.
 */
export type CreatePlugin<Methods extends object = object> = (core: Core) => Plugin<Methods>;
