import type { SymbolFile } from './symbol-file-store.ts';

/** A symbol file as the wire and the change log show it. */
export type SymbolFileState = {
  readonly id: string;
  readonly kind: SymbolFile['kind'];
  readonly release: string | null;
  readonly build: string | null;
  readonly file: string | null;
  readonly debug_id: string | null;
  readonly platform: string | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly created_at: string;
};

export const symbolFileState = (file: SymbolFile): SymbolFileState => ({
  id: file.id,
  kind: file.kind,
  release: file.release,
  build: file.build,
  file: file.file,
  debug_id: file.debugId,
  platform: file.platform,
  bytes: file.bytes,
  sha256: file.sha256,
  created_at: new Date(file.createdAtMs).toISOString(),
});
