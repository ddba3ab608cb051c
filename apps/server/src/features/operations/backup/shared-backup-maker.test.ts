import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileStorageUnavailable } from '../../../engines/file-storage/file-storage.ts';
import { S3FileStorage } from '../../../engines/file-storage/s3/s3-file-storage.ts';
import { S3TestServer } from '../../../engines/file-storage/s3/s3-server.contract.ts';
import { BackupUnusable } from './backup-manifest.ts';
import { FileBackupMaker } from './file-backup-maker.ts';
import { restoreStoredBackup } from './restore-backup.ts';
import { SharedBackupMaker } from './shared-backup-maker.ts';

let root: string;
let server: S3TestServer;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'lamppost-shared-backup-'));
  server = new S3TestServer();
  await server.start();
});
afterEach(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

const storage = () => new S3FileStorage({ ...server.options, attempts: 2, timeoutMs: 300 });

/** On a disk of its own. */
function edge(name: string) {
  const path = join(root, name);
  mkdirSync(path);
  for (const file of ['control.db', 'format.json']) writeFileSync(join(path, file), file);
  const local = new FileBackupMaker({
    folder: join(path, 'backups'),
    dataDirectory: { path, controlDb: join(path, 'control.db') },
    version: '0.0.0',
    spareBytes: 0,
    sealLog: async () => undefined,
    copyStore: async (target) => {
      await mkdir(join(target, 'log', 'x'), { recursive: true });
      await writeFile(join(target, 'log', 'x', '1.ndjson'), `segment of ${name}`);
    },
    copyControl: (target) => writeFile(target, 'control'),
  });
  return { local, path, maker: new SharedBackupMaker(local, storage()) };
}
const objects = () => [...server.objects.keys()].sort();
const restore = (name: string) => restoreStoredBackup(storage(), name, join(root, 'restored'));

test('a backup that one edge made is listed, verified and removed by another, and leaves no disk behind', async () => {
  const [first, second] = [edge('a'), edge('b')];
  const counts = await first.maker.make('one', { isScheduled: true });
  expect(counts.files).toBe(3);
  expect(readdirSync(join(first.path, 'backups'))).toEqual([]);
  expect(await second.maker.names()).toEqual(['one']);
  expect((await second.maker.scheduled()).map(({ name }) => name)).toEqual(['one']);
  await second.maker.verify('one');
  await second.maker.remove('one');
  expect([objects(), await first.maker.names()]).toEqual([[], []]);
});

test('it is restored as it was made, the file that makes it a directory last', async () => {
  await edge('a').maker.make('one');
  const { files, dataDir } = await restore('one');
  expect(files).toBe(3);
  expect(readFileSync(join(dataDir, 'log', 'x', '1.ndjson'), 'utf8')).toBe('segment of a');
  expect(readdirSync(dataDir).sort()).toEqual(['control-created.json', 'control.db', 'format.json', 'log']);
  await expect(restore('one')).rejects.toThrow('is not empty');
});

test.each([
  ['damaged', (key: string) => server.objects.set(key, { body: Buffer.from('x'), sha256: undefined, modifiedAtMs: 0 })],
  ['missing', (key: string) => server.objects.delete(key)],
])('a file that is %s is named, and nothing is restored', async (_, harm) => {
  const { maker } = edge('a');
  await maker.make('one');
  harm('backups/one/format.json');
  for (const run of [() => maker.verify('one'), () => restore('one')]) {
    await expect(run()).rejects.toThrow(BackupUnusable);
    await expect(run()).rejects.toThrow('backups/one/format.json');
  }
  expect(readdirSync(join(root, 'restored'))).toEqual([]);
});

test('one that is not there is said by name', async () => {
  await expect(restore('two')).rejects.toThrow('There is no backup two in the file storage');
});

test('while it is being stored, or when that fails, nobody sees it', async () => {
  const { maker, path } = edge('a');
  server.fault = ({ key }) => (key.endsWith('backup.json') ? { status: 503, code: 'SlowDown' } : undefined);
  await expect(maker.make('one')).rejects.toThrow(FileStorageUnavailable);
  server.fault = () => undefined;
  expect(objects()).toHaveLength(3);
  expect([await maker.names(), await maker.scheduled(), readdirSync(join(path, 'backups'))]).toEqual([[], [], []]);
});

test('what an edge left unfinished is cleared later, and what another is storing is left alone', async () => {
  const { maker } = edge('a');
  await maker.make('whole');
  const old = { body: Buffer.from('x'), sha256: undefined, modifiedAtMs: 0 };
  server.objects.set('backups/left/control.db', old);
  server.objects.set('backups/storing/control.db', { ...old, modifiedAtMs: Date.now() });
  server.objects.set('other/file', old);
  await maker.clear();
  expect(objects()).toEqual([
    'backups/storing/control.db',
    'backups/whole/backup.json',
    'backups/whole/control.db',
    'backups/whole/format.json',
    'backups/whole/log/x/1.ndjson',
    'other/file',
  ]);
  await server.stop();
  await maker.clear();
});

test('those that were made on the disk before are still listed, verified and removed', async () => {
  const { local, maker } = edge('a');
  await local.make('before', { isScheduled: true });
  await maker.make('after', { isScheduled: true });
  expect((await maker.scheduled()).map(({ name }) => name)).toEqual(['before', 'after']);
  await maker.verify('before');
  await maker.remove('before');
  expect(await maker.names()).toEqual(['after']);
});
