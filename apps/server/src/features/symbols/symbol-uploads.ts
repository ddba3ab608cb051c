import type { Actor } from '../../control/actor.ts';
import { SymbolFault } from './symbol-fault.ts';
import type { NewSymbolFile, SymbolFile, SymbolFileStore, SymbolKind, SymbolRoomSpent } from './symbol-file-store.ts';
import type { SymbolDraft, SymbolVault, UploadKind } from './symbol-vault.ts';

/** What the uploader says of a file. */
export interface SymbolLabels {
  readonly kind: UploadKind;
  readonly release: string | null;
  readonly build: string | null;
  readonly file: string | null;
  readonly debugId: string | null;
  readonly platform: string | null;
}

export interface SymbolUpload {
  readonly projectId: string;
  readonly labels: SymbolLabels;
  readonly body: AsyncIterable<Buffer>;
  readonly actor: Actor;
}

export type UploadOutcome = { readonly files: readonly SymbolFile[]; readonly isNew: boolean } | SymbolRoomSpent;

/** Takes symbol files from "received" to "used for every report they are for". */
export class SymbolUploads {
  readonly #files: SymbolFileStore;
  readonly #vault: SymbolVault;
  readonly #maxBytes: number;
  /** One change at a time: the content of a file must not go while another upload counts on it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: { readonly files: SymbolFileStore; readonly vault: SymbolVault; readonly maxBytes: number }) {
    this.#files = parts.files;
    this.#vault = parts.vault;
    this.#maxBytes = parts.maxBytes;
  }

  /** Throws SymbolFault, UploadTooLarge, VaultBusy or FileStorageUnavailable; nothing is kept then. */
  async accept({ projectId, labels, body, actor }: SymbolUpload): Promise<UploadOutcome> {
    const received = await this.#vault.receive(body, labels.kind);
    try {
      const files = received.drafts.map((draft) => newFile(labels, draft));
      return await this.#inTurn(async () => {
        const fresh = await received.keep();
        let isAdded = false;
        try {
          const outcome = await this.#files.add(projectId, files, this.#maxBytes, actor);
          isAdded = 'files' in outcome;
          if (isAdded) await received.confirm();
          return outcome;
        } finally {
          if (!isAdded) for (const sha256 of fresh) await this.#vault.remove(sha256);
        }
      });
    } finally {
      await received.discard();
    }
  }

  /** False when there is no such file. */
  async remove(projectId: string, id: string, actor: Actor): Promise<boolean> {
    return await this.#inTurn(async () => {
      const removed = await this.#files.remove(projectId, id, actor);
      if (removed === undefined) return false;
      if (!removed.isContentNeeded) await this.#vault.remove(removed.file.sha256);
      return true;
    });
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(run, run);
    this.#last = turn;
    return turn;
  }
}

/** Throws SymbolFault when nothing would say which reports it is for. */
function newFile(labels: SymbolLabels, draft: SymbolDraft): NewSymbolFile {
  const kind: SymbolKind = labels.kind === 'archive' ? 'sourcemap' : labels.kind;
  const said = labels.kind === 'archive' ? (draft.path?.replace(/\.map$/, '') ?? null) : labels.file;
  const file = kind === 'proguard' ? null : (said ?? (kind === 'sourcemap' ? (draft.file ?? null) : null));
  const debugId = normalId(labels.debugId) ?? normalId(draft.debugId);
  const { release, build, platform } = labels;
  checkFindable(kind, { release, build, file, debugId });
  const { sha256, bytes, storedBytes } = draft;
  return { kind, release, build, file, debugId, platform, sha256, bytes, storedBytes };
}

function checkFindable(kind: SymbolKind, labels: Pick<NewSymbolFile, 'release' | 'build' | 'file' | 'debugId'>): void {
  const { release, build, file, debugId } = labels;
  if (debugId !== null) return;
  if (kind === 'sourcemap' && file === null) throw new SymbolFault('A source map needs file or debug_id.');
  if (kind === 'hermes' && file === null && release === null) {
    throw new SymbolFault('A Hermes map needs release, file or debug_id.');
  }
  if (kind === 'proguard' && release === null && build === null) {
    throw new SymbolFault('A mapping without its own id needs release, build or debug_id.');
  }
  if ((kind === 'apple' || kind === 'elf') && file === null) {
    throw new SymbolFault('A symbol table needs debug_id, or the name of its image as file.');
  }
}

function normalId(id: string | null | undefined): string | null {
  const normal = id?.replaceAll('-', '').toLowerCase() ?? '';
  return normal === '' ? null : normal;
}
