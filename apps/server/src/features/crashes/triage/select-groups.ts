import { memberName } from '../../../control/member-name-statements.ts';
import type { Db } from '../../../control/sql/db.ts';
import { aliasesOf } from '../crash-fingerprint-statements.ts';
import { chosenGroups, leftOutGroups } from '../crash-group-statements.ts';
import type { CrashGroupFilter, CrashGroupSelection } from '../crash-group-store.ts';

/** Most groups are open and nobody's, so a list of these is told by what it leaves out. */
export async function selectGroups(
  db: Db,
  environmentId: string,
  { assignee, ...filter }: CrashGroupFilter,
): Promise<CrashGroupSelection> {
  const aliases = await aliasesOf(db, environmentId);
  const { status, ...narrow } = filter;
  if (Object.keys(narrow).length === 0 && (status ?? 'open') === 'open' && (assignee ?? null) === null) {
    const isOpen = status === 'open';
    const isUnassigned = assignee === null;
    if (!isOpen && !isUnassigned) return { aliases };
    return { aliases, except: await leftOutGroups(db, environmentId, { isOpen, isUnassigned }) };
  }
  if (assignee === undefined) return { aliases, only: await chosenGroups(db, environmentId, filter) };
  const member = await memberName(db, assignee);
  if (member === null && assignee !== null) return { aliases, only: [] };
  return { aliases, only: await chosenGroups(db, environmentId, { ...filter, assigneeId: member?.id ?? null }) };
}
