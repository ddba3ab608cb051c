export type QueueName = 'events' | 'identity' | 'crashes' | 'metrics';

/** An item that waits. Its JSON is made once, when it is enqueued: what the app changes later does not change it. */
export interface QueuedItem {
  /** Under which it is stored: `q.<owner>.<letter of the queue>.<number>`. */
  readonly storageKey: string;
  atMs: number;
  /** The item without its time and context, and without its first brace. */
  readonly json: string;
  /** Its context as JSON, for batches. Storage has the path in its place for an item that goes alone. */
  readonly about: string;
  /** Where an item goes that goes alone; of the others nobody asks. */
  readonly urlPath: string | undefined;
  isInFlight?: boolean;
}

/** About an item that is enqueued, where it is not what it is for most. */
export interface ItemOptions {
  /** For a queue without a path of its own. */
  readonly urlPath?: string;
  /** Its context. Default: the device, its user and its session. */
  readonly about?: object;
  /** Default: now. */
  readonly atMs?: number;
}

/** What is about to be queued. */
export interface ItemDraft {
  /** The item, in the words of the wire. Null: it is dropped, on purpose. */
  wire: (object & { readonly properties?: object }) | null;
  /** Its context; the path, for an item that goes alone. */
  about: object | string;
}

/**
 * Keeps items until the server has them, and sends them in order, one request at a time. A queue with a path sends
 * batches there: the context of the first item is the batch's, and items with another one carry their own. A queue
 * without one sends each item alone, to the path of the item.
 *
 * A stored item is removed after the server's response: a crash in between sends it again, under the same id.
 */
export interface DeliveryQueue {
  /** The oldest first. */
  readonly items: ReadonlySet<QueuedItem>;
  add(item: QueuedItem): void;
  /** Sends what waits, unless the server has asked to wait. `isLeaving`: at once, and no more than outlives the page. */
  send(isLeaving?: boolean): Promise<void> | undefined;
  /** Forgets items. */
  remove(gone: Iterable<QueuedItem>): void;
}

/** Is given the `data` of a response; undefined: the items were dropped. */
export type OnSettled = (data: Readonly<Record<string, unknown>> | undefined) => void;
