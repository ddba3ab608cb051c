import { compiledEntry } from '../../../engines/compiled-entry.ts';
import { SerialWorker } from '../../../engines/serial-worker.ts';
import type { Chart } from './chart.ts';
import type { Picture } from './render-picture.ts';

export interface PictureWork {
  readonly chart: Chart;
}
export type PictureReply = Picture | { readonly failure: string };

const LIMIT_MS = 10_000;
const IDLE_MS = 30_000;
const HEAP_MB = 128;
export const MAX_PICTURE_BYTES = 60_000;

/** Draws in a thread, so that nothing else waits for it; the thread ends when there is nothing to draw. */
export class PictureRenderer {
  readonly #worker: SerialWorker<PictureWork, PictureReply>;

  constructor(fontFiles: readonly string[]) {
    this.#worker = new SerialWorker({
      entry: compiledEntry('../../../compose/digests/digest-picture-worker.js', import.meta.url),
      name: 'digest pictures',
      heapMb: HEAP_MB,
      limitMs: LIMIT_MS,
      idleMs: IDLE_MS,
      workerData: { fontFiles },
    });
  }

  /** Throws where there is no picture. */
  async render(chart: Chart): Promise<Picture> {
    const reply = await this.#worker.run({ chart });
    if (reply === undefined) throw new Error('The thread that draws pictures ended.');
    if ('failure' in reply) throw new Error(reply.failure);
    if (reply.png.byteLength > MAX_PICTURE_BYTES) throw new Error(`The picture has ${reply.png.byteLength} bytes.`);
    return reply;
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}
