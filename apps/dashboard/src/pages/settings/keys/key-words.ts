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
    use: 'For apps and web pages: sends events, crashes and metrics, and reads flags. It is no secret.',
    loss: 'Apps that have it are refused from their next request on: no events, crashes or metrics arrive, and flags stay as they last were. Installed apps cannot be given another key without an update.',
  },
  secret: {
    label: 'Secret',
    use: 'For your servers and scripts: reads data and changes settings, as far as its scope goes. Keep it out of apps and repositories.',
    loss: 'Servers, scripts and CI that have it are refused from their next request on, and their streams end.',
  },
  dev: {
    label: 'Developer',
    use: 'For tools of developers: reads definitions of flags, experiments and event schemas, nothing else.',
    loss: 'Code generation and other tools that have it cannot read definitions any more.',
  },
};

export type KeyScope = NonNullable<KeyRow['scope']>;

/** How far a secret key reaches; the smaller one is offered first. */
export const scopeOrder: readonly KeyScope[] = ['environment', 'project'];

export const scopeWords: Readonly<Record<KeyScope, { readonly label: string; readonly use: string }>> = {
  environment: {
    label: 'This environment only',
    use: 'Reads and changes what is in the environment above. Other environments, flag definitions, groups and members are closed to it.',
  },
  project: { label: 'Whole project', use: 'Everything in every environment of the project, as an admin has it.' },
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
