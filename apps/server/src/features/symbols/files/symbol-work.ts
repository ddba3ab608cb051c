import type { PlannedStack, ResolvedStack } from '../resolve-stack.ts';
import type { SymbolKind } from '../symbol-file-store.ts';
import type { ContentFacts } from './open-symbols.ts';

/** What a worker is asked to do. Paths are those of files in the vault. */
export type SymbolWork =
  | { readonly do: 'inspect'; readonly contentPath: string; readonly indexPath: string; readonly kind: SymbolKind }
  | { readonly do: 'unpack'; readonly archivePath: string; readonly folder: string }
  | { readonly do: 'resolve'; readonly stacks: readonly PlannedStack[]; readonly contents: readonly WorkContent[] };

export interface WorkContent {
  readonly sha256: string;
  readonly kind: SymbolKind;
  readonly contentPath: string;
  readonly indexPath: string;
}

/** A file of an archive, written as content. */
export interface UnpackedFile {
  readonly path: string;
  readonly contentPath: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly facts: ContentFacts;
}

export interface WorkResults {
  readonly inspect: ContentFacts;
  readonly unpack: readonly UnpackedFile[];
  readonly resolve: readonly ResolvedStack[];
}

export type WorkReply =
  | { readonly result: WorkResults[keyof WorkResults] }
  /** The content's fault. */
  | { readonly fault: string }
  /** Ours. */
  | { readonly error: string };
