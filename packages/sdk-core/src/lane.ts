/** An item that waits. Its JSON is made once, when it is tracked: what the app changes later does not change it. */
export interface Entry {
  /** Under which it is stored: `q.<owner>.<lane>.<number>`. */
  readonly name: string;
  atMs: number;
  /** The item without its time and context, and without its first brace. */
  readonly json: string;
  readonly context: string;
  isUnderWay?: boolean;
}

/**
 * A way to the server of its own. With a path, items go there in batches: the context of the first is the batch's, and
 * items with another one carry their own. Without one they go alone, and what is their context elsewhere is their path.
 *
 * Keeps items until the server has them, and sends them in order, one request at a time. A stored item is removed after
 * the server's answer: a crash in between sends it again, under the same id.
 */
export interface Lane {
  readonly name: string;
  /** The oldest first. */
  readonly entries: ReadonlySet<Entry>;
  add(entry: Entry): void;
  /** Sends what waits, unless the server has asked to wait. `isLeaving`: at once, and no more than outlives the page. */
  send(isLeaving?: boolean): Promise<void> | undefined;
  /** Forgets items. */
  remove(gone: Iterable<Entry>): void;
}
