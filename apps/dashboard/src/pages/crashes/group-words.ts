import type { Wire } from '@lamppost/protocol';

export type CrashGroup = Wire['CrashGroupRow'];

export interface Headline {
  /** The type without its package: `IllegalStateException`. */
  readonly type: string;
  readonly message: string | undefined;
}

/** A title is `type: message`; the type may have dots and colons of its own. */
export function headlineOf({ title, exception_type }: Pick<CrashGroup, 'title' | 'exception_type'>): Headline {
  if (exception_type === null || !title.startsWith(exception_type)) return { type: title, message: undefined };
  const rest = title.slice(exception_type.length).replace(/^:\s*/, '').trim();
  return { type: withoutPackage(exception_type), message: rest === '' ? undefined : rest };
}

const packaged = /^(?:[a-z][\w$]*\.)+(?=[A-Z])/;
const withoutPackage = (type: string): string => type.replace(packaged, '');

/** First and last version that reported it: one when they are the same. */
export function versionSpan(first: string | null, last: string | null): string {
  if (first === null || last === null) return first ?? last ?? '–';
  return first === last ? first : `${first} → ${last}`;
}

const reasons: Readonly<Record<string, string>> = {
  override: 'These reports have the same custom fingerprint.',
  in_app_frames: 'These reports have the same exception and the same innermost in-app frames.',
  all_frames:
    'These reports have the same exception and the same innermost frames. No in-app frame is symbolicated, so all frames count.',
  message: 'These reports have the same exception and message, and no stack trace.',
  type_only: 'These reports have the same exception and no other details.',
};

/** Why reports are in one group. */
export function groupingSentence(kind: string): string {
  return reasons[kind] ?? 'These reports were grouped by an unknown rule.';
}

const MAX_VERSION_LENGTH = 24;

/** A version for a button: anybody may send anything as one. */
export const shortVersion = (version: string): string =>
  version.length > MAX_VERSION_LENGTH ? `${version.slice(0, MAX_VERSION_LENGTH)}…` : version;
