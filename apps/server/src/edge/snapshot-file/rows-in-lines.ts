import type { EdgeRows } from '../edge-changes.ts';
import type { EdgeTables } from '../edge-tables.ts';

/** So many in a line that it is written in a millisecond or two. */
const SMALL_ROWS = 300;
const FLAGS = 10;
const MEMBERS = 1_000;

/**
 * Everything that the tables hold, in pieces. The tables may be changed between two pieces: then a row is given as it
 * was or as it is, and anyone who applies the change behind the pieces has it as it is.
 */
export function* rowsInLines(tables: EdgeTables): Generator<EdgeRows> {
  yield { plans: tables.plans, operatorTokenHashes: tables.operatorTokenHashes };
  for (const projects of inGroupsOf(SMALL_ROWS, tables.projects.values())) yield { projects };
  for (const environments of inGroupsOf(SMALL_ROWS, tables.environments.values())) yield { environments };
  for (const keys of inGroupsOf(SMALL_ROWS, tables.keys.values())) yield { keys };
  for (const flags of inGroupsOf(FLAGS, tables.flags.values())) yield { flags };
  for (const experiments of inGroupsOf(FLAGS, tables.experiments.values())) yield { experiments };
  for (const ofProject of tables.schemas.values()) {
    for (const schemas of inGroupsOf(FLAGS, ofProject.values())) yield { schemas };
  }
  for (const ofProject of tables.groups.values()) {
    for (const { members, ...group } of ofProject.values()) {
      yield { groups: [{ ...group, joined: [], left: [] }] };
      for (const joined of inGroupsOf(MEMBERS, members)) yield { groups: [{ ...group, joined, left: [] }] };
    }
  }
}

function* inGroupsOf<Row>(size: number, rows: Iterable<Row>): Generator<Row[]> {
  let group: Row[] = [];
  for (const row of rows) {
    group.push(row);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
