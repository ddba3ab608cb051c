import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CHECKPOINT_FORMAT } from '../../../analytics/duckdb/checkpoint/checkpoint-manifest.ts';
import { createTables, STORE_FORMAT } from '../../../analytics/duckdb/store-schema.ts';
import { recordKinds } from '../../../collect/event-log/parse-line.ts';
import { SEGMENT_FORMAT } from '../../../collect/event-log/segment-format.ts';
import { migrations } from '../../../control/migrations/migrations.ts';
import { SNAPSHOT_FORMAT } from '../../../edge/snapshot-file/snapshot-lines.ts';
import { INDEX_FORMAT } from '../../../features/symbols/files/index-file.ts';
import { CURRENT_FORMAT, FORMAT_HISTORY, type StoredFormats } from './format-history.ts';

test('whatever this version stores in another way than the one before is a new format of the data directory', () => {
  const stored: StoredFormats = {
    controlMigrations: Object.keys(migrations).sort(),
    snapshot: SNAPSHOT_FORMAT,
    segment: SEGMENT_FORMAT,
    recordKinds: [...recordKinds].sort(),
    store: STORE_FORMAT,
    storeTables: hash('sha256', createTables.join('\n'), 'hex').slice(0, 16),
    checkpoint: CHECKPOINT_FORMAT,
    symbolIndex: INDEX_FORMAT,
  };
  // If this fails: add an entry to FORMAT_HISTORY, or change the last one if no released version has written it.
  expect(FORMAT_HISTORY.at(-1)).toEqual(stored);
});

test('no two formats are the same', () => {
  expect(new Set(FORMAT_HISTORY.map((formats) => JSON.stringify(formats))).size).toBe(CURRENT_FORMAT);
});
