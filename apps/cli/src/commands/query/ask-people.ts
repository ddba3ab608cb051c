import type { Wire } from '@lamppost/protocol';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatNumber } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import type { Cli } from '../cli.ts';
import { omitUndefined, readAssignments } from '../read-options.ts';

type Person = Wire['InsightPersonRow'];

/** A screenful; --json has no more, and the total with it. */
const SHOWN = 200;

/** Prints who is behind a number of a query's result. */
export async function askPeople(cli: Cli, query: Wire['InsightQuery'], pairs: readonly string[]): Promise<void> {
  const { breakdown, ...members } = readAssignments(pairs, '--people');
  const at = { ...members, ...(breakdown === undefined ? {} : { breakdown: [breakdown].flat().map(String) }) };
  const body = { query, at, limit: SHOWN, ...omitUndefined({ environment_id: await cli.environment() }) };
  const { data, total } = await (await cli.client()).answer('listPeopleBehind', { body });
  cli.print({ people: data, total }, () => {
    if (total === 0) return 'No people.';
    const columns: Column<Person>[] = [
      { title: 'PERSON', value: (row) => printable(row.person_id) },
      { title: 'KIND', value: ({ kind }) => kind },
      { title: 'EVENTS', value: ({ events }) => formatNumber(events), align: 'right' },
      { title: 'FIRST', value: (row) => row.first_at },
      { title: 'LAST', value: (row) => row.last_at },
    ];
    const rest = total > data.length ? `\n${formatNumber(total)} in all.` : '';
    return `${drawTable(cli.terminal, columns, data)}${rest}`;
  });
}
