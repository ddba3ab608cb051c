import type { PlannedStack, ResolvedStack } from './resolve-stack.ts';
import type { SymbolKind } from './symbol-file-store.ts';

export type UploadKind = SymbolKind | 'archive';

/** What was received and can be used, and is not kept yet. */
export interface SymbolDraft {
  readonly sha256: string;
  readonly bytes: number;
  readonly storedBytes: number;
  /** Where it stood in the archive that it came in. */
  readonly path?: string;
  /** What the content says of itself. */
  readonly debugId?: string;
  readonly file?: string;
}

/** A set of drafts that came in one upload. Anyone who receives it keeps or discards it. */
export interface SymbolDrafts {
  readonly drafts: readonly SymbolDraft[];
  /** The content survives a power cut from here on. Resolves with what was not there before. */
  keep(): Promise<readonly string[]>;
  /** To be called once they are listed: content that an edge removed meanwhile, because nothing needed it, is put back. */
  confirm(): Promise<void>;
  discard(): Promise<void>;
}

export interface SymbolContent {
  readonly sha256: string;
  readonly kind: SymbolKind;
}

export type VaultResult =
  /** With a failure when some of the content could not be had; what needed it is unresolved. */
  | { readonly stacks: readonly ResolvedStack[]; readonly failure?: string }
  /** The files took too long or too much memory. */
  | { readonly failure: string };

/** The body of an upload is larger than it may be. */
export class UploadTooLarge extends Error {
  readonly limitBytes: number;
  constructor(limitBytes: number) {
    super(`The body is larger than ${limitBytes} bytes.`);
    this.name = 'UploadTooLarge';
    this.limitBytes = limitBytes;
  }
}

/** More uploads at once than the disk and the memory are meant for. */
export class VaultBusy extends Error {
  constructor() {
    super('Too many symbol files are being uploaded at once.');
    this.name = 'VaultBusy';
  }
}

/**
 * Keeps the content of symbol files by its hash, and looks frames up in it.
 *
 * Every adapter keeps these promises; symbol-vault.contract.ts checks them:
 * - what cannot be used is refused with SymbolFault and leaves nothing behind;
 * - what is too large is refused while it is received, with memory for a piece of it only;
 * - what was kept can be read after the next start; the same content is kept once;
 * - a file that takes too long or too much memory fails the query that needed it, and nothing else.
 */
export interface SymbolVault {
  receive(body: AsyncIterable<Buffer>, kind: UploadKind): Promise<SymbolDrafts>;
  remove(sha256: string): Promise<void>;
  /** `symbol` of a planned frame is a place in `contents`. Content that is missing resolves nothing. */
  resolve(stacks: readonly PlannedStack[], contents: readonly SymbolContent[]): Promise<VaultResult>;
  close(): Promise<void>;
}
