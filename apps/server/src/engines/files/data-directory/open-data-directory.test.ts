import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compiledEntry } from '../../compiled-entry.ts';
import { DataDirectoryInUse, DataDirectoryUnusable } from './data-directory-errors.ts';
import { CURRENT_FORMAT } from './format-history.ts';
import { openDataDirectory } from './open-data-directory.ts';

const compiled = compiledEntry('./open-data-directory.js', import.meta.url).href;
let root: string;
let path: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lamppost-data-'));
  path = join(root, 'data');
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  await rm(root, { recursive: true, force: true });
});

/** A second process that opens the directory, says so (or why not), and stays. */
async function openInAnotherProcess(): Promise<{ child: ChildProcess; said: string }> {
  const script = `
    const { openDataDirectory } = await import(${JSON.stringify(compiled)});
    try { await openDataDirectory(${JSON.stringify(path)}); console.log('open'); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.name + ': ' + error.message); }`;
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return { child, said: String(said).trim() };
}

describe('openDataDirectory', () => {
  test('makes a new directory that only its owner can read, with a format', async () => {
    const directory = await openDataDirectory(path, { version: '1.2.3' });
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect(JSON.parse(await readFile(join(path, 'format.json'), 'utf8'))).toEqual({
      format: CURRENT_FORMAT,
      created_by: '1.2.3',
    });
    expect(directory).toMatchObject({
      controlDb: join(path, 'control.db'),
      snapshotFile: join(path, 'snapshot.json'),
      limitsFile: join(path, 'limits.json'),
      logRoot: join(path, 'log'),
      storeDir: join(path, 'store'),
    });
    await directory.close();
  });

  test('opens again after it was closed, and keeps who created it', async () => {
    await (await openDataDirectory(path, { version: '1.0.0' })).close();
    await (await openDataDirectory(path, { version: '2.0.0' })).close();
    expect(JSON.parse(await readFile(join(path, 'format.json'), 'utf8'))).toEqual({
      format: CURRENT_FORMAT,
      created_by: '1.0.0',
    });
  });

  test('brings a directory of version 0.1.0 up to date, so that version 0.1.0 refuses it from then on', async () => {
    await mkdir(path);
    await writeFile(join(path, 'format.json'), '{"format":1,"created_by":"0.1.0"}\n');
    await writeFile(join(path, 'control.db'), 'of version 0.1.0');
    await (await openDataDirectory(path, { version: '0.2.0' })).close();
    const format = JSON.parse(await readFile(join(path, 'format.json'), 'utf8'));
    expect(format).toEqual({ format: CURRENT_FORMAT, created_by: '0.1.0', raised_by: '0.2.0' });
    // 1 is the highest that version 0.1.0 knows.
    expect(format.format).toBeGreaterThan(1);
    expect(await readFile(join(path, 'control.db'), 'utf8')).toBe('of version 0.1.0');
  });

  test('remembers that the control database was created', async () => {
    const first = await openDataDirectory(path);
    expect(first.isControlDbExpected).toBe(false);
    await first.noteControlDbCreated();
    await first.close();
    const second = await openDataDirectory(path);
    expect(second.isControlDbExpected).toBe(true);
    await second.close();
  });
});

describe('the lock', () => {
  test('a second process is refused and names the first', async () => {
    const directory = await openDataDirectory(path);
    const { said } = await openInAnotherProcess();
    expect(said).toMatch(/^DataDirectoryInUse: /);
    expect(said).toContain(`in use by process ${process.pid} on `);
    await directory.close();
    expect((await openInAnotherProcess()).said).toBe('open');
  });

  test('a process cannot open its own directory twice', async () => {
    const directory = await openDataDirectory(path);
    await expect(openDataDirectory(path)).rejects.toThrow(DataDirectoryInUse);
    await directory.close();
  });

  test('negative control: with the lock deleted from under the first process, a second one is let in', async () => {
    const directory = await openDataDirectory(path);
    await rm(join(path, 'lock.db'));
    expect((await openInAnotherProcess()).said).toBe('open');
    await directory.close();
  });

  test('dies with a process that is killed', async () => {
    const { child, said } = await openInAnotherProcess();
    expect(said).toBe('open');
    await expect(openDataDirectory(path)).rejects.toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await openDataDirectory(path)).close();
  });
});

describe('what cannot be used', () => {
  async function tree(): Promise<string[]> {
    const names = (await readdir(path)).sort();
    return Promise.all(names.map(async (name) => `${name}: ${await readFile(join(path, name), 'utf8')}`));
  }

  test('a newer format is refused and nothing is touched', async () => {
    await mkdir(path);
    await writeFile(join(path, 'format.json'), JSON.stringify({ format: CURRENT_FORMAT + 1, created_by: '9.0.0' }));
    await writeFile(join(path, 'control.db'), 'of a newer version');
    const before = await tree();
    await expect(openDataDirectory(path)).rejects.toThrow('written by a newer Lamppost');
    expect(await tree()).toEqual(before);
  });

  const broken: Record<string, string> = {
    'is torn': '{"form',
    'names no format': '{}',
    'names a format that never was': '{"format": 0}',
  };
  for (const [name, text] of Object.entries(broken)) {
    test(`a format.json that ${name} is refused`, async () => {
      await mkdir(path);
      await writeFile(join(path, 'format.json'), text);
      await expect(openDataDirectory(path)).rejects.toThrow('format.json cannot be read');
      expect(await readdir(path)).toEqual(['format.json']);
    });
  }

  test('data without a format.json is not taken for a new directory', async () => {
    await mkdir(path);
    await writeFile(join(path, 'control.db'), 'x');
    await expect(openDataDirectory(path)).rejects.toThrow('no format.json');
    expect(await readdir(path)).toEqual(['control.db']);
  });

  test('a start that was killed before the format was written is no obstacle', async () => {
    await mkdir(path);
    await writeFile(join(path, 'lock.db'), '');
    await writeFile(join(path, 'holder.json'), '{"pid": 1');
    await (await openDataDirectory(path)).close();
  });

  test('a file in its place is refused', async () => {
    await writeFile(path, '');
    await expect(openDataDirectory(path)).rejects.toThrow('is not a directory');
    await expect(openDataDirectory(join(path, 'below'))).rejects.toThrow(DataDirectoryUnusable);
  });

  test.skipIf(process.getuid?.() === 0)('a directory that may not be written is refused', async () => {
    await mkdir(path, { mode: 0o500 });
    await expect(openDataDirectory(path)).rejects.toThrow('may not read and write');
  });
});
