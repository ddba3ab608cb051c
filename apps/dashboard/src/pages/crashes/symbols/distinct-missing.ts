import type { Report } from '../fold-frames.ts';
import { type MissingSymbols, missingSentence } from '../missing-symbols.ts';

export interface MissingForGroups {
  readonly entry: MissingSymbols;
  readonly groupIds: readonly string[];
}

/** The same file is missing for many reports: each once, those that help most groups first. */
export function distinctMissing(reports: readonly Pick<Report, 'group_id' | 'symbols'>[]): readonly MissingForGroups[] {
  const found = new Map<string, { entry: MissingSymbols; groupIds: Set<string> }>();
  for (const { group_id, symbols } of reports) {
    for (const entry of symbols.missing) {
      const name = missingSentence(entry);
      const known = found.get(name) ?? { entry, groupIds: new Set() };
      if (group_id !== null) known.groupIds.add(group_id);
      found.set(name, known);
    }
  }
  return [...found.values()]
    .map(({ entry, groupIds }) => ({ entry, groupIds: [...groupIds] }))
    .toSorted((a, b) => b.groupIds.length - a.groupIds.length);
}
