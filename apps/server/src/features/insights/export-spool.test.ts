import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QueryRejected, QueryTooHeavy } from '../../analytics/analytics-store.ts';
import { scope } from '../../compose/testing/sample-log.ts';
import { SampleStore } from '../../compose/testing/sample-store.ts';
import { ExportSpool } from './export-spool.ts';
import type { ExportSource } from './queries/export-file.ts';

let sample: SampleStore;
beforeAll(async () => {
  sample = await SampleStore.open();
});
afterAll(() => sample.close());

let folders = 0;
const spoolWith = (reservedBytes = 0) => {
  const folder = join(sample.root, `exports-${folders++}`);
  const spool = new ExportSpool({ store: sample.analytics, folder, reservedBytes });
  const write = (sql: string, signal = new AbortController().signal, source: ExportSource = { kind: 'sql', sql }) =>
    spool.write({ scope, source, format: 'csv', changesJson: '[]' }, signal);
  return { folder, spool, write };
};
const endless = 'SELECT count(*) FROM range(1000000) a, range(1000000) b';

test('an export is whole before it is read, and has no name while it is', async () => {
  const { folder, write } = spoolWith();
  const { bytes, stream } = await write('SELECT * FROM range(3)');
  expect(readdirSync(folder)).toEqual([]);
  const content = await text(stream);
  expect([content, bytes]).toEqual(['range\n0\n1\n2\n', content.length]);
});

test('what was left behind by a process before is gone', async () => {
  const { folder, write } = spoolWith();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'left.csv'), 'x');
  (await write('SELECT 1')).stream.destroy();
  expect(readdirSync(folder)).toEqual([]);
});

test('an export that fails, or that nobody waits for, leaves nothing', async () => {
  const { folder, write } = spoolWith();
  await expect(write("SELECT ('a' || range)::INT FROM range(100000)")).rejects.toBeInstanceOf(QueryRejected);
  const leaving = new AbortController();
  const writing = write(endless, leaving.signal);
  setTimeout(() => leaving.abort(new Error('left')), 100);
  await expect(writing).rejects.toThrow('left');
  expect(readdirSync(folder)).toEqual([]);
});

test('an export does not take the room that is kept for others', async () => {
  const { folder, write } = spoolWith(Number.POSITIVE_INFINITY);
  await expect(write('SELECT 1')).rejects.toBeInstanceOf(QueryTooHeavy);
  expect(readdirSync(folder)).toEqual([]);
});

test('a project has one written at a time, four wait, one more is told to come again, and another project is served', async () => {
  const { write, spool } = spoolWith();
  const leaving = new AbortController();
  const own = [1, 2, 3, 4, 5].map(() => write(endless, leaving.signal).catch(() => 'ended'));
  await expect(write('SELECT 1')).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  const other = { ...scope, projectId: '018f2f6e-7c1a-7000-8000-00000000beef' };
  const source = { kind: 'sql', sql: 'SELECT 1 AS one' } as const;
  const query = { scope: other, source, format: 'csv', changesJson: '[]' } as const;
  const { stream } = await spool.write(query, new AbortController().signal);
  expect(await text(stream)).toBe('one\n1\n');
  leaving.abort(new Error('left'));
  expect(await Promise.all(own)).toEqual(['ended', 'ended', 'ended', 'ended', 'ended']);
  (await write('SELECT 1')).stream.destroy();
});

test('rows that were made elsewhere are written with their types', async () => {
  const { folder, write } = spoolWith();
  const columns = [
    { name: 'at', type: 'timestamp' },
    { name: 'a "name"', type: 'text' },
    { name: 'n', type: 'integer' },
    { name: 'share', type: 'number' },
  ] as const;
  const rows = [
    [0, "it's", 1, 0.5],
    [null, null, null, null],
  ];
  const source = { kind: 'rows', columns, rowsJson: JSON.stringify(rows) } as const;
  const { stream } = await write('', undefined, source);
  expect(await text(stream)).toBe(`at,"a ""name""",n,share\n1970-01-01T00:00:00.000Z,it's,1,0.5\n,,,\n`);
  expect(existsSync(folder)).toBe(true);
});
