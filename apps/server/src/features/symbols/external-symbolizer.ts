import type { ResolvedFrame } from './symbolicated-frame.ts';

/** Addresses of one image, as bytes from its beginning. */
export interface ImageLookup {
  readonly uuid: string;
  readonly name: string | null;
  readonly offsets: readonly number[];
}

/**
 * A service of the operator's own that knows native images.
 *
 * Promises: answers within a bounded time; never throws; offsets that it knows nothing of are not in the answer.
 */
export interface ExternalSymbolizer {
  /** By offset: what stands there, an inlined function before the one it was put into. */
  run(params: ImageLookup): Promise<ReadonlyMap<number, readonly ResolvedFrame[]>>;
}
