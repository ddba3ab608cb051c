import type { ConfigSnapshot } from './config-snapshot.ts';
import type { Guard } from './guard.ts';
import type { LamppostCore, LamppostOptions } from './lamppost.ts';
import type { Lane } from './lane.ts';
import type { HttpResponse, Platform } from './platform.ts';
import type { Transport } from './transport.ts';

/** What is kept on the device, besides the configuration and what waits to be sent. Parts of it are an event's context. */
export interface DeviceState {
  user: { id?: string; readonly anonymous_id: string };
  device: { readonly id: string };
  /** What the server was reported the device, and of its user, or is about to be. */
  registered?: string | undefined;
  identified?: string | undefined;
  session?: { readonly id: string };
  /** When the last event was, by the device's own clock. */
  activeAt?: number;
  /** Flags and variants that this session was given. Made with it, as its first event is. */
  flags: Record<string, unknown>;
  experiments: Record<string, unknown>;
}

/**
 * What the parts of an SDK are built on. `createCore` makes it, hands it to each part before it starts, and adds what
 * the part returns to the client that the app is given.
 */
export interface Core {
  /** Its methods are guarded, each as it is added. */
  readonly client: LamppostCore;
  readonly platform: Platform;
  readonly options: LamppostOptions;
  /** Replaced as a whole by a reset: to be read anew each time. */
  state: DeviceState;
  /** In force. */
  config: ConfigSnapshot;
  /** Nothing may be asked or sent: the server has refused the key, or the client is closed. */
  isHalted?: boolean;
  /** Nothing may be told: nobody has agreed, or the client is closed. */
  isMute?: boolean;
  /** Items that were never sent, or refused, since the start. */
  drops: number;
  readonly lanes: Record<string, Lane>;
  /** What has to be added to the device's clock, in milliseconds. */
  skewMs: number;
  /** Before every name in storage. Items are `q.<owner>.<lane>.<number>`, and sort by age. */
  readonly prefix: string;
  /** The name in the names of this client's items. */
  readonly owner: string;

  /** What is stored under a name, undefined when there is nothing or nothing that can be read. */
  load(name: string): unknown;
  /** Stores a text; removes it without one. */
  store(name: string, text?: string): void;
  /** The names of items that are stored, the oldest first; of one owner, or of all. */
  itemsOf(owner: string): string[];
  /** Takes over the items that are stored for an owner, or for all. Called for all at the start. */
  recover(owner: string): void;
  /** Puts an item into a lane, under an id and with the time: it is kept until the server has it. */
  enqueue(lane: Lane, item: object, context?: unknown, atMs?: number): void;
  /** Asks the server as this client. */
  transport: Transport;
  /** Puts a configuration in force, and remembers it when it is news. What is none is ignored. */
  apply(snapshot: unknown, isNews?: boolean): void;
  /** Is called after that. */
  onApply?(isOverride?: boolean): void;
  /** Asks for the configuration, now. */
  refresh(): Promise<void>;
  /** Somebody does something: a session begins, or goes on. */
  touch(atMs?: number): void;
  /** Begins: registers the device, begins a session and asks for the configuration. */
  start(): Promise<void>;
  eachLane(task: (lane: Lane) => unknown): Promise<unknown>;
  /** Is shown every answer of Lamppost's own. */
  onAnswer?(answer: HttpResponse, askedMs: number): void;
  /** What the developer should know: a line, or what was thrown. Never throws. */
  log(message: unknown): void;
  /** For whatever the app, or the platform, calls back. */
  readonly guard: Guard;
  /** Called when the client is closed. */
  readonly offs: (() => void)[];
}

/** Adds something to a client, or to how it works. Called before it starts. */
export type Part<Members = unknown> = (core: Core) => Members;
/** A part, or none. */
export type MaybePart = Part | false | undefined;
