import type { MappedMember } from './read-class-section.ts';

/** Methods that one line of obfuscated code stands for at once: the innermost first, each inlined into the next. */
export type InlineGroup = readonly MappedMember[];

/**
 * What a method of an obfuscated class may have been. Several groups mean that it cannot be reported.
 * Lines of a mapping with the same name and the same range, one after the other, are one group.
 */
export function membersAt(
  members: readonly MappedMember[],
  method: string,
  line: number | undefined,
): readonly InlineGroup[] {
  const groups = inGroups(members.filter(({ obfuscated }) => obfuscated === method));
  if (line !== undefined && line > 0) {
    const around = groups.filter(([first]) => first?.residual !== undefined && holds(first, line));
    if (around.length > 0) return around;
    const anywhere = groups.filter(([first]) => first?.residual === undefined);
    if (anywhere.length > 0) return oneEach(anywhere);
  } else {
    const unplaced = groups.filter(([first]) => first?.residual === undefined || first.residual.from === 0);
    if (unplaced.length > 0) return oneEach(unplaced);
  }
  return oneEach(groups.map((group) => withoutLines(group.slice(-1))));
}

const holds = ({ residual }: MappedMember, line: number): boolean =>
  residual !== undefined && residual.from <= line && line <= residual.to;

function inGroups(members: readonly MappedMember[]): readonly InlineGroup[] {
  const groups: MappedMember[][] = [];
  for (const member of members) {
    const last = groups.at(-1);
    const previous = last?.at(-1);
    if (last !== undefined && previous !== undefined && isSameRange(previous, member)) last.push(member);
    else groups.push([member]);
  }
  return groups;
}

const isSameRange = (one: MappedMember, other: MappedMember): boolean =>
  one.residual !== undefined && one.residual.from === other.residual?.from && one.residual.to === other.residual.to;

/** Overloads, and ranges of the same method, are told apart by nothing that a frame shows. */
function oneEach(groups: readonly InlineGroup[]): readonly InlineGroup[] {
  const seen = new Set<string>();
  return groups.filter((group) => {
    const key = group.map(({ holder, name }) => `${holder ?? ''}.${name}`).join(' < ');
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** A line that no range holds says nothing about where in the method it was. */
const withoutLines = (group: InlineGroup): InlineGroup =>
  group.map(({ original: _, residual: __, ...member }) => ({ ...member, original: { from: 0 } }));
