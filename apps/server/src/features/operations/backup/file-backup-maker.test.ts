import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NoRoomForBackup } from '../backup-maker.ts';
import { verifyBackup } from './backup-manifest.ts';
import { FileBackupMaker, type FileBackupOptions } from './file-backup-maker.ts';

let root: string;
let steps: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lamppost-backup-'));
  steps = [];
  for (const name of ['control.db', 'format.json', 'snapshot.json']) writeFileSync(join(root, name), name);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const folder = (): string => join(root, 'backups');

const maker = (more: Partial<FileBackupOptions> = {}) =>
  new FileBackupMaker({
    folder: folder(),
    dataDirectory: { path: root, controlDb: join(root, 'control.db') },
    version: '0.0.0',
    sealLog: async () => void steps.push('log sealed'),
    copyStore: async (target) => {
      steps.push('store');
      await mkdir(join(target, 'log', 'x'), { recursive: true });
      await writeFile(join(target, 'log', 'x', '1.ndjson'), 'segment');
    },
    copyControl: async (path) => {
      steps.push('control');
      await writeFile(path, 'control');
    },
    ...more,
  });

test('the log is handed over before it is copied, and the control plane comes last', async () => {
  await maker().make('one');
  expect(steps).toEqual(['log sealed', 'store', 'control']);
});

test('every file but the edge snapshot is in the manifest, and nothing unfinished is left', async () => {
  const made = await maker().make('one');
  const files = await verifyBackup(join(folder(), 'one'));
  expect(files.map(({ path }) => path)).toEqual(['control.db', 'format.json', 'log/x/1.ndjson']);
  expect(made).toEqual({ files: 3, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) });
  expect(readdirSync(folder())).toEqual(['one']);
});

test('without room nothing is begun, and it says how much is needed', async () => {
  const making = maker({ spareBytes: 2 ** 60 }).make('one');
  await expect(making).rejects.toThrow(NoRoomForBackup);
  await expect(making).rejects.toThrow(/needs about \d+ MiB in .*, but only \d+ MiB are free/);
  expect([steps, readdirSync(folder())]).toEqual([[], []]);
});

test('a step that fails leaves nothing behind, and what a dead process left is cleared', async () => {
  const failing = maker({ copyControl: () => Promise.reject(new Error('no control')) });
  await expect(failing.make('one')).rejects.toThrow('no control');
  expect(readdirSync(folder())).toEqual([]);
  await mkdir(join(folder(), 'two.unfinished', 'log'), { recursive: true });
  await maker().make('three');
  await maker().clear();
  expect(readdirSync(folder())).toEqual(['three']);
});

test('those of the schedule are told from those that were asked for, oldest first', async () => {
  const backups = maker();
  await backups.make('b', { isScheduled: true });
  await backups.make('asked for');
  await backups.make('a', { isScheduled: true });
  writeFileSync(join(folder(), 'a note.txt'), 'not a backup');
  expect((await backups.scheduled()).map(({ name }) => name)).toEqual(['b', 'a']);
  expect((await backups.names()).toSorted()).toEqual(['a', 'a note.txt', 'asked for', 'b']);
});

test('one that was removed is gone, and what a kill left of it is cleared', async () => {
  const backups = maker();
  await backups.make('one', { isScheduled: true });
  await backups.make('two', { isScheduled: true });
  await backups.remove('one');
  renameSync(join(folder(), 'two'), join(folder(), 'two.unfinished'));
  expect(await backups.names()).toEqual([]);
  await backups.clear();
  expect(readdirSync(folder())).toEqual([]);
});

test('verifying reads every file again', async () => {
  const backups = maker();
  await backups.make('one');
  await backups.verify('one');
  writeFileSync(join(folder(), 'one', 'log', 'x', '1.ndjson'), 'segmenu');
  await expect(backups.verify('one')).rejects.toThrow('1.ndjson is damaged');
});
