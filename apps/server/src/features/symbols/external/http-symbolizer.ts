import type { ExternalSymbolizer, ImageLookup } from '../external-symbolizer.ts';
import type { ResolvedFrame } from '../symbolicated-frame.ts';

export interface HttpSymbolizerOptions {
  /** As the operator set it: http or https. */
  readonly url: string;
  readonly timeoutMs?: number;
  /** How long it is left alone after it failed. */
  readonly pauseMs?: number;
  readonly onFailure: (error: unknown) => void;
}

type Frames = readonly ResolvedFrame[];

const MAX_ANSWER_BYTES = 1_048_576;
const MAX_REMEMBERED = 20_000;
const MAX_FRAMES_EACH = 50;

/**
 * Asks a service of the operator's own: POST `{"uuid", "name", "addresses": ["0x3f50"]}`, which answers
 * `{"frames": [{"address": "0x3f50", "function", "file", "line", "column", "is_inlined"}]}`. Addresses count from the
 * beginning of the image.
 */
export class HttpSymbolizer implements ExternalSymbolizer {
  readonly #url: string;
  readonly #timeoutMs: number;
  readonly #pauseMs: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #known = new Map<string, Frames>();
  #pausedUntilMs = 0;

  constructor(options: HttpSymbolizerOptions) {
    const { protocol, href } = new URL(options.url);
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new Error('The symbolizer must be at an http or https URL.');
    this.#url = href;
    this.#timeoutMs = options.timeoutMs ?? 2_000;
    this.#pauseMs = options.pauseMs ?? 10_000;
    this.#onFailure = options.onFailure;
  }

  async run(params: ImageLookup): Promise<ReadonlyMap<number, Frames>> {
    const keyOf = (offset: number) => `${params.uuid} ${offset}`;
    const unknown = params.offsets.filter((offset) => !this.#known.has(keyOf(offset)));
    if (unknown.length > 0 && Date.now() >= this.#pausedUntilMs) {
      try {
        const found = await this.#post({ ...params, offsets: unknown });
        for (const offset of unknown) this.#remember(keyOf(offset), found.get(offset) ?? []);
      } catch (error) {
        this.#pausedUntilMs = Date.now() + this.#pauseMs;
        this.#onFailure(error);
      }
    }
    return new Map(params.offsets.map((offset) => [offset, this.#known.get(keyOf(offset)) ?? []]));
  }

  async #post({ uuid, name, offsets }: ImageLookup): Promise<Map<number, ResolvedFrame[]>> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ uuid, name, addresses: offsets.map((offset) => `0x${offset.toString(16)}`) }),
      redirect: 'error',
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The symbolizer answered ${response.status}.`);
    }
    return framesOf(JSON.parse(await boundedText(response)));
  }

  #remember(key: string, frames: Frames): void {
    this.#known.set(key, frames);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
  }
}

async function boundedText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`The symbolizer answered more than ${MAX_ANSWER_BYTES} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function framesOf(response: unknown): Map<number, ResolvedFrame[]> {
  const { frames } = (response ?? {}) as { frames?: unknown };
  if (!Array.isArray(frames)) throw new Error('The symbolizer answered without frames.');
  const found = new Map<number, ResolvedFrame[]>();
  for (const frame of frames as readonly Record<string, unknown>[]) {
    const offset = typeof frame?.address === 'string' ? Number.parseInt(frame.address, 16) : Number.NaN;
    if (!Number.isSafeInteger(offset) || typeof frame.function !== 'string' || frame.function === '') continue;
    const list = found.get(offset) ?? [];
    if (list.length < MAX_FRAMES_EACH) list.push(frameOf(frame, frame.function));
    found.set(offset, list);
  }
  return found;
}

function frameOf({ file, line, column, is_inlined: isInlined }: Record<string, unknown>, name: string): ResolvedFrame {
  return {
    function: name.slice(0, 512),
    ...(typeof file === 'string' && file !== '' ? { file: file.slice(0, 1024) } : {}),
    ...(isCount(line) ? { line } : {}),
    ...(isCount(column) ? { column } : {}),
    ...(isInlined === true ? { isInlined } : {}),
  };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
