import type { Wire } from '@lamppost/protocol';

export type KeyRow = Wire['KeysAnswer']['data'][number];
export type KeyKind = KeyRow['kind'];

export interface KindWords {
  readonly label: string;
  /** Who uses it, and for what. */
  readonly use: string;
  /** What stops once it is revoked. */
  readonly loss: string;
}

export const kindWords: Readonly<Record<KeyKind, KindWords>> = {
  publishable: {
    label: 'Publishable',
    use: 'For apps and web pages. Sends events, crashes and metrics, and reads flags. Safe to expose.',
    loss: 'Apps using this key are rejected from their next request: no events, crashes or metrics arrive, and flags keep their last values. Installed apps need an update to get a new key.',
  },
  secret: {
    label: 'Secret',
    use: 'For servers and scripts. Reads data and changes settings within its scope. Keep it out of apps and repositories.',
    loss: 'Servers, scripts and CI using this key are rejected from their next request, and their streams close.',
  },
  dev: {
    label: 'Developer',
    use: 'For developer tools. Only reads definitions of flags, experiments and event schemas.',
    loss: 'Code generation and other tools using this key can no longer read definitions.',
  },
};

export type KeyScope = NonNullable<KeyRow['scope']>;

/** How far a secret key reaches; the smaller one is offered first. */
export const scopeOrder: readonly KeyScope[] = ['environment', 'project'];

export const scopeWords: Readonly<Record<KeyScope, { readonly label: string; readonly use: string }>> = {
  environment: {
    label: 'This environment only',
    use: 'Reads and changes data in the environment above. No access to other environments, flag definitions, groups or members.',
  },
  project: { label: 'Whole project', use: 'Admin access to all environments' },
};

export const kindOrder: readonly KeyKind[] = ['publishable', 'secret', 'dev'];

/** Usable ones first, then by kind, then by name. */
export function sortKeys(keys: readonly KeyRow[]): readonly KeyRow[] {
  const rank = (key: KeyRow) => (key.revoked_at === null ? 0 : 10) + kindOrder.indexOf(key.kind);
  return [...keys].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
}

/** How a key is reported from others: whole where it may be read, its last characters otherwise. */
export const keyHint = ({ hint }: Pick<KeyRow, 'hint'>): string => `…${hint}`;

const typable = /^[\x21-\x7e](?:[\x20-\x7e]{0,38}[\x21-\x7e])?$/;

/** What has to be typed before a key is revoked: its name, or its end where the name is nothing that one types. */
export function revokeWord({ name, hint }: Pick<KeyRow, 'name' | 'hint'>): string {
  return typable.test(name) ? name : hint;
}
