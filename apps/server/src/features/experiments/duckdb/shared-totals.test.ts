import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { duckdb } from '../../../engines/duckdb/duckdb.ts';
import { capsOf, countTotals, momentsOfTotals } from './metric-totals.ts';
import { capsOfShared, momentsOfShared } from './shared-totals.ts';

/** Units of two variants and two segments with small counts, many of which are equal. */
const UNITS = `SELECT (hash(i) % 2)::UTINYINT AS variant, (hash(i + 1000) % 2)::UTINYINT AS segment,
  (hash(i + 2000) % 7)::UINTEGER AS y, (hash(i + 3000) % 3)::UINTEGER AS x FROM range(200) AS rows(i)`;
const metric = { y: 'y::DOUBLE', x: '(x > 0)::UTINYINT::DOUBLE' };
const quantiles = Array.from({ length: 99 }, (_, at) => (at + 1) / 100);

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await duckdb.DuckDBInstance.create();
  connection = await instance.connect();
  await connection.run(`CREATE TABLE units AS ${UNITS}`);
  // Parts of the units are grouped apart, so that units with the same totals may have several rows.
  for (const rows of ['CREATE TABLE shared AS', 'INSERT INTO shared']) {
    const part = rows.startsWith('CREATE') ? 'rowid % 3 = 0' : 'rowid % 3 <> 0';
    await connection.run(`${rows} SELECT *, count(*) AS units FROM (SELECT * FROM units WHERE ${part}) GROUP BY ALL`);
  }
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

test('caps of totals that share rows are those of the totals of units', async () => {
  const counts = quantiles.map((quantile) => ({ ...metric, ignored: '0', quantile }));
  const [ofUnits, ofShared] = [
    await countTotals(connection, 'units', counts),
    await countTotals(connection, 'shared', counts, 'units'),
  ];
  expect(ofShared).toEqual(ofUnits);
  const asked = counts.map((count, at) => ({ ...count, counted: ofUnits.metrics[at], zeros: 30 }));
  const caps = await capsOf(connection, 'units', asked);
  expect(new Set(caps).size).toBeGreaterThan(5);
  expect(await capsOfShared(connection, 'shared', asked)).toEqual(caps);
});

test('so are their means, variances and covariances, in all and by segment', async () => {
  for (const breakdown of [undefined, 'platform']) {
    for (const cap of [null, 4]) {
      const ofUnits = await momentsOfTotals(
        connection,
        'units',
        [
          { ...metric, cap },
          { ...metric, cap: null },
        ],
        breakdown,
      );
      const ofShared = await momentsOfShared(
        connection,
        'shared',
        [
          { ...metric, cap },
          { ...metric, cap: null },
        ],
        breakdown,
      );
      expect(ofShared.map((groups) => groups.length)).toEqual(ofUnits.map(() => (breakdown === undefined ? 2 : 6)));
      for (const [at, groups] of ofUnits.entries()) {
        for (const [place, group] of groups.entries()) {
          const found = ofShared[at]?.[place];
          expect(found).toMatchObject({ variant: group.variant, segment: group.segment, units: group.units });
          for (const read of [
            (moments: typeof group) => moments.y.mean,
            (moments: typeof group) => moments.y.variance,
            (moments: typeof group) => moments.x.mean,
            (moments: typeof group) => moments.x.variance,
            (moments: typeof group) => moments.covariance,
          ]) {
            expect(read(found ?? group)).toBeCloseTo(read(group), 12);
          }
        }
      }
    }
  }
});
