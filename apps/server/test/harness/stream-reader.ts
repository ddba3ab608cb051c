import { setTimeout as sleep } from 'node:timers/promises';

export interface StreamMessage {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: unknown;
  /** On the clock of performance.now(). */
  readonly atMs: number;
}

/** A client of server-sent events; comments are counted and passed over. */
export class StreamReader {
  readonly response: Response;
  readonly messages: StreamMessage[] = [];
  comments = 0;
  isEnded = false;
  /** Why the connection broke; a stream that the server ended has none. */
  failure: unknown;
  readonly ended: Promise<void>;
  readonly #abort: AbortController;
  #taken = 0;

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
    this.ended = this.#read();
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<StreamReader> {
    const abort = new AbortController();
    return new StreamReader(await fetch(url, { headers, signal: abort.signal }), abort);
  }

  /** The next message that was not taken yet. */
  async next(withinMs = 60_000): Promise<StreamMessage> {
    const endsAt = performance.now() + withinMs;
    for (;;) {
      const message = this.messages[this.#taken];
      if (message !== undefined) {
        this.#taken += 1;
        return message;
      }
      if (performance.now() > endsAt) throw new Error(`No message within ${withinMs} ms`);
      await sleep(2);
    }
  }

  get waiting(): number {
    return this.messages.length - this.#taken;
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.ended;
  }

  async #read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body ?? []) {
        text += decoder.decode(chunk as Uint8Array, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
      }
    } catch (error) {
      if (!this.#abort.signal.aborted) this.failure = error;
    }
    this.isEnded = true;
  }

  #take(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const [name = '', ...rest] = line.split(': ');
      if (line.startsWith(':')) this.comments += 1;
      else fields.set(name, `${fields.has(name) ? `${fields.get(name)}\n` : ''}${rest.join(': ')}`);
    }
    const data = fields.get('data');
    if (data === undefined) return;
    const atMs = performance.now();
    this.messages.push({
      event: fields.get('event') ?? 'message',
      id: fields.get('id'),
      data: JSON.parse(data) as unknown,
      atMs,
    });
  }
}
