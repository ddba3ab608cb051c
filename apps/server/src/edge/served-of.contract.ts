import { rowsOf } from './edge-changes.ts';
import type { EdgeSnapshot } from './edge-snapshot.ts';
import { EdgeState } from './edge-state.ts';
import { EdgeTables } from './edge-tables.ts';
import type { Ruleset } from './ruleset.ts';
import { decodeLine, encodeLine } from './snapshot-file/snapshot-lines.ts';

/** What each environment of a snapshot serves. */
export function servedOf(snapshot: EdgeSnapshot): (Ruleset & { readonly environmentId: string })[] {
  const state = new EdgeState();
  state.swap(snapshot);
  return snapshot.environments.map(({ id, configVersion }) => {
    const { config_version: _, ...ruleset } = state.served(id).ruleset;
    return { environmentId: id, ...(ruleset as Omit<Ruleset, 'configVersion'>), configVersion };
  });
}

/** A snapshot after it went through the text of a file. */
export function throughText(snapshot: EdgeSnapshot): EdgeSnapshot {
  const { text } = encodeLine({ rows: rowsOf(snapshot) }, '');
  const read = decodeLine(text.slice(0, -1), '')?.line;
  const tables = new EdgeTables();
  if (read !== undefined && 'rows' in read) tables.apply(read.rows);
  return tables.snapshot(snapshot.mark, snapshot.takenAtMs);
}
