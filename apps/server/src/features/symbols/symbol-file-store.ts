import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';

const symbolKinds = ['sourcemap', 'hermes', 'proguard', 'apple', 'elf'] as const;
export type SymbolKind = (typeof symbolKinds)[number];

/** What says which reports a symbol file is for. */
interface SymbolIdentity {
  readonly kind: SymbolKind;
  /** The version of the app; null: any. */
  readonly release: string | null;
  readonly build: string | null;
  /** Of what it describes: a script's path, the name of an image. */
  readonly file: string | null;
  /** The debug id of a script, the map id of R8, the uuid of an image: without dashes, in lower case. */
  readonly debugId: string | null;
  readonly platform: string | null;
}

export interface NewSymbolFile extends SymbolIdentity {
  /** Of its content as it was sent. */
  readonly sha256: string;
  readonly bytes: number;
  /** What it takes on disk. */
  readonly storedBytes: number;
}

export interface SymbolFile extends NewSymbolFile {
  readonly id: string;
  readonly projectId: string;
  readonly createdAtMs: number;
}

export interface SymbolWanted {
  readonly debugIds: readonly string[];
  readonly release: string | null;
  readonly build: string | null;
  /** Last parts of the paths of scripts, names of images. */
  readonly fileNames: readonly string[];
}

export interface AddedSymbolFiles {
  readonly files: readonly SymbolFile[];
  /** False when every one of them was there already. */
  readonly isNew: boolean;
}

/** Why nothing was added. */
export interface SymbolRoomSpent {
  readonly spentBytes: number;
  readonly maxBytes: number;
}

export const MAX_SYMBOL_FILES = 20_000;
export const MAX_MATCHING_SYMBOL_FILES = 500;

/**
 * Which symbol files a project has; their content is kept elsewhere.
 *
 * Every adapter keeps these promises; symbol-file-store.contract.ts checks them:
 * - files are added all or none, each with an entry in the change log;
 * - the same content for the same purpose is one file, however often it is added;
 * - a project never has more bytes than it is allowed;
 * - the version of a project moves with every addition and removal, and with nothing else;
 * - lists are newest first and neither repeat nor skip.
 */
export interface SymbolFileStore {
  /** SymbolRoomSpent when they do not fit. */
  add(
    projectId: string,
    files: readonly NewSymbolFile[],
    maxBytes: number,
    actor: Actor,
  ): Promise<AddedSymbolFiles | SymbolRoomSpent>;
  list(projectId: string, page: PageRequest): Promise<Page<SymbolFile>>;
  /** Whether anything still needs its content; undefined when there is no such file. */
  remove(
    projectId: string,
    id: string,
    actor: Actor,
  ): Promise<{ readonly file: SymbolFile; readonly isContentNeeded: boolean } | undefined>;
  /** Of these contents those that a file of any project needs. */
  contentsInUse(sha256s: readonly string[]): Promise<readonly string[]>;
  /** Those that may be for a report, the newest first, at most `MAX_MATCHING_SYMBOL_FILES`. */
  matching(projectId: string, wanted: SymbolWanted): Promise<readonly SymbolFile[]>;
  version(projectId: string): Promise<number>;
}
