import type { Actor } from '../../../control/actor.ts';
import type { Page, PageRequest } from '../../../control/page.ts';
import type { KeyKind, KeyScope } from '../../../edge/keys/key-kinds.ts';

/** A key as it is kept. */
export interface StoredKey {
  readonly id: string;
  readonly projectId: string;
  readonly environmentId: string;
  readonly environmentSlug: string;
  readonly kind: KeyKind;
  readonly scope: KeyScope;
  readonly name: string;
  readonly hint: string;
  /** The key itself, of publishable keys only; null of those made before it was kept. */
  readonly text: string | null;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
  readonly revokedAtMs: number | null;
}

export interface NewKey {
  readonly projectId: string;
  readonly environmentId: string;
  readonly kind: KeyKind;
  /** Absent: the whole project. */
  readonly scope?: KeyScope;
  readonly name: string;
  readonly hash: string;
  readonly hint: string;
  readonly text: string | null;
}

/**
 * Promises: the hash never leaves the store except into the edge snapshot; revoking twice keeps the first moment;
 * a revoked key leaves no invitations behind.
 * Without an actor, changes are noted as the operator's.
 */
export interface KeyStore {
  create(key: NewKey, actor?: Actor): Promise<StoredKey>;
  list(projectId: string, page: PageRequest): Promise<Page<StoredKey>>;
  /** False when the project has no such key. */
  revoke(projectId: string, keyId: string, actor?: Actor): Promise<boolean>;
  noteUse(uses: readonly { readonly keyId: string; readonly usedAtMs: number }[]): Promise<void>;
}
