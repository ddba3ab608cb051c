import type { Signature } from './signature.ts';

/** What changed about a definition that code may use. */
export interface DefinitionChange {
  readonly kind: 'flag' | 'experiment' | 'event';
  readonly name: string;
  readonly what: string;
  /** Code that used it no longer compiles, or is no longer right. */
  readonly isBreaking: boolean;
}

/** Breaking ones first, in the order of the definitions. */
export function findBreaks(before: readonly Signature[], after: readonly Signature[]): DefinitionChange[] {
  const known = new Map(before.map((signature) => [idOf(signature), signature]));
  const now = new Map(after.map((signature) => [idOf(signature), signature]));
  const changes = [
    ...before.flatMap((old) => {
      const next = now.get(idOf(old));
      return next === undefined ? [change(old, 'was removed', true)] : compare(old, next);
    }),
    ...after.filter((signature) => !known.has(idOf(signature))).map((added) => change(added, 'is new', false)),
  ];
  return [...changes.filter(({ isBreaking }) => isBreaking), ...changes.filter(({ isBreaking }) => !isBreaking)];
}

function compare(old: Signature, next: Signature): DefinitionChange[] {
  if ('flag' in old && 'flag' in next) {
    return old.type === next.type ? [] : [change(next, `is ${next.type} now, was ${old.type}`, true)];
  }
  if ('experiment' in old && 'experiment' in next) {
    return compareMembers(old.variants, next.variants).map(({ name, what }) => {
      if (what === 'removed') return change(next, `has no variant "${name}" any more`, true);
      if (what === 'added') return change(next, `has a new variant "${name}"`, false);
      return change(next, `has another payload for "${name}": ${next.variants[name]}, was ${old.variants[name]}`, true);
    });
  }
  return 'event' in old && 'event' in next ? compareEvents(old, next) : [];
}

type EventSignature = Extract<Signature, { event: string }>;

function compareEvents(old: EventSignature, next: EventSignature): DefinitionChange[] {
  const [all, allNow] = [old, next].map(({ required, optional }) => ({ ...required, ...optional }));
  const members = compareMembers(all ?? {}, allNow ?? {}).map(({ name, what }) => {
    const isRequired = name in next.required;
    if (what === 'removed') return change(next, `has no property "${name}" any more`, true);
    if (what === 'added')
      return change(next, `${isRequired ? 'needs the new' : 'has a new'} property "${name}"`, isRequired);
    return change(next, `has another type for "${name}": ${allNow?.[name]}, was ${all?.[name]}`, true);
  });
  const tightened = Object.keys(next.required)
    .filter((name) => name in old.optional)
    .map((name) => change(next, `needs the property "${name}" now`, true));
  const loosened = Object.keys(next.optional)
    .filter((name) => name in old.required)
    .map((name) => change(next, `does not need the property "${name}" any more`, false));
  return [...members, ...tightened, ...loosened];
}

interface MemberChange {
  readonly name: string;
  readonly what: 'removed' | 'changed' | 'added';
}

function compareMembers(old: Readonly<Record<string, string>>, next: Readonly<Record<string, string>>): MemberChange[] {
  return [
    ...Object.keys(old)
      .filter((name) => next[name] !== old[name])
      .map((name): MemberChange => ({ name, what: name in next ? 'changed' : 'removed' })),
    ...Object.keys(next)
      .filter((name) => !(name in old))
      .map((name): MemberChange => ({ name, what: 'added' })),
  ];
}

const kindOf = (signature: Signature): DefinitionChange['kind'] =>
  'flag' in signature ? 'flag' : 'experiment' in signature ? 'experiment' : 'event';

function nameOf(signature: Signature): string {
  if ('flag' in signature) return signature.flag;
  return 'experiment' in signature ? signature.experiment : signature.event;
}

const idOf = (signature: Signature): string => `${kindOf(signature)} ${nameOf(signature)}`;

const change = (signature: Signature, what: string, isBreaking: boolean): DefinitionChange => ({
  kind: kindOf(signature),
  name: nameOf(signature),
  what,
  isBreaking,
});
