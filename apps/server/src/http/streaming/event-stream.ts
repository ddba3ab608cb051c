import type { FastifyReply } from 'fastify';

const keepAliveMs = 15_000;
/** A client that does not read is cut: it comes back and is told the newest state. */
const MAX_UNSENT_BYTES = 1_048_576;

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
  readonly id?: string;
}

/** One answer as server-sent events. */
export class EventStream {
  readonly #reply: FastifyReply;
  readonly #keepAlive: NodeJS.Timeout;
  readonly #onClose: (() => void)[] = [];
  #isOpen = true;

  private constructor(reply: FastifyReply) {
    this.#reply = reply;
    this.#keepAlive = setInterval(() => this.#write(':\n\n'), keepAliveMs).unref();
    reply.raw.on('close', () => this.close());
    reply.raw.on('error', () => this.close());
  }

  static open(reply: FastifyReply): EventStream {
    const headers = reply.getHeaders();
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(headers as Record<string, string>),
      // In small letters, as the framework has them: the same name written otherwise would be sent twice.
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    const stream = new EventStream(reply);
    // A client that left before the answer began is not told of again, and one that asks for the head gets no more.
    if (reply.raw.destroyed || reply.request.method === 'HEAD') stream.close();
    stream.#write(':\n\n');
    return stream;
  }

  send({ event, data, id }: StreamEvent): void {
    // JSON has no line breaks, and may be long.
    const lines = data.includes('\n') ? data.replaceAll('\n', '\ndata: ') : data;
    this.#write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${lines}\n\n`);
  }

  /** What the client has not read yet. */
  get unsentBytes(): number {
    return this.#reply.raw.writableLength;
  }

  onClose(listener: () => void): void {
    if (this.#isOpen) this.#onClose.push(listener);
    else listener();
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearInterval(this.#keepAlive);
    this.#reply.raw.end();
    for (const listener of this.#onClose) listener();
  }

  #write(text: string): void {
    if (!this.#isOpen) return;
    if (this.#reply.raw.writableLength > MAX_UNSENT_BYTES) this.#reply.raw.destroy();
    else this.#reply.raw.write(text);
  }
}
