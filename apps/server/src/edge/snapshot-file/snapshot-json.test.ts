import { expect, test } from 'vitest';
import { rowsOf } from '../edge-changes.ts';
import { EdgeState } from '../edge-state.ts';
import { EdgeTables } from '../edge-tables.ts';
import { JsonPlace } from '../json-place.ts';
import { sampleSnapshot } from './sample-snapshot.contract.ts';
import { decodeRows, encodeRows } from './snapshot-json.ts';

type Rows = { projects: Record<string, unknown>[]; experiments: Record<string, unknown>[] };
const encoded = (): Rows => JSON.parse(JSON.stringify(encodeRows(rowsOf(sampleSnapshot))));
const read = (rows: object) => decodeRows(new JsonPlace(rows));

test('what is written is read back', () => {
  expect(read(encoded())).toEqual(rowsOf(sampleSnapshot));
});

test('rows of before there were testers, layers and holdouts are served as they were', () => {
  const { projects, experiments, ...rest } = encoded();
  const before = {
    ...rest,
    projects: projects.map(({ holdout: _, ...project }) => project),
    experiments: experiments.slice(0, 1).map(({ completed_at: _, ...experiment }) => experiment),
  };
  const tables = new EdgeTables();
  tables.apply(read(before));
  const state = new EdgeState();
  state.swap(tables.snapshot(undefined, 0));
  const { definition } = sampleSnapshot.experiments[0] ?? {};
  expect(state.served('e1').ruleset.experiments).toEqual([definition]);
  expect(state.holdoutOf('p1')).toBeUndefined();
});

test.each([
  ['overrides', [{ variant_key: 'a', user_ids: ['u'] }]],
  ['overrides', null],
  ['layer', { id: 'l1', ranges: [['0', 5]] }],
])('a wrong place in %s is named', (member, value) => {
  const rows = encoded();
  Object.assign(rows.experiments[1]?.definition as object, { [member]: value });
  expect(() => read(rows)).toThrow(`experiments[1].definition.${member}`);
});
