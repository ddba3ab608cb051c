import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exitCodes } from '../exit/exit-codes.ts';
import { writeWhole } from './write-file-whole.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamppost-'));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

test('an interrupt while a file is written removes what was written of it, and ends the process', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const written = writeWhole(join(folder, 'flags.json'), {}, async (file) => {
    await file.writeFile('half');
    process.emit('SIGINT', 'SIGINT');
    expect(await readdir(folder)).toEqual([]);
  });
  await expect(written).rejects.toThrow('flags.json');
  expect(exit).toHaveBeenCalledExactlyOnceWith(exitCodes.interrupted);
  expect(await readdir(folder)).toEqual([]);
});

test('a command that stops by itself finishes the file it is writing', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const stop = vi.fn();
  process.on('SIGINT', stop);
  try {
    await writeWhole(join(folder, 'flags.json'), {}, async (file) => {
      process.emit('SIGINT', 'SIGINT');
      await file.writeFile('whole');
    });
  } finally {
    process.off('SIGINT', stop);
  }
  expect(stop).toHaveBeenCalledOnce();
  expect(exit).not.toHaveBeenCalled();
  expect(await readFile(join(folder, 'flags.json'), 'utf8')).toBe('whole');
});
