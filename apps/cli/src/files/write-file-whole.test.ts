import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exitCodes } from '../exit/exit-codes.ts';
import { untilInterrupted } from './unfinished-files.ts';
import { writeWhole } from './write-file-whole.ts';

let folder: string;
let others: ReadonlySet<NodeJS.SignalsListener>;

beforeEach(async () => {
  others = new Set(process.listeners('SIGINT'));
  folder = await mkdtemp(join(tmpdir(), 'lamppost-'));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** Only for those who listen since the test began: files of tests share a process. */
function interrupt(): void {
  for (const listener of process.listeners('SIGINT')) if (!others.has(listener)) listener('SIGINT');
}

const mockExit = () => vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);

test('an interrupt while a file is written removes what was written of it, and ends the process', async () => {
  const exit = mockExit();
  const written = writeWhole(join(folder, 'flags.json'), {}, async (file) => {
    await file.writeFile('half');
    interrupt();
    expect(await readdir(folder)).toEqual([]);
  });
  await expect(written).rejects.toThrow('flags.json');
  expect(exit).toHaveBeenCalledExactlyOnceWith(exitCodes.interrupted);
  expect(await readdir(folder)).toEqual([]);
});

test('a command that ends by itself finishes the file it is writing; a second interrupt ends it at once', async () => {
  const exit = mockExit();
  await untilInterrupted(async (stop) => {
    await writeWhole(join(folder, 'flags.json'), {}, async (file) => {
      interrupt();
      await file.writeFile('whole');
    });
    expect(stop.aborted).toBe(true);
    expect(exit).not.toHaveBeenCalled();
    interrupt();
  });
  expect(exit).toHaveBeenCalledExactlyOnceWith(exitCodes.interrupted);
  expect(await readFile(join(folder, 'flags.json'), 'utf8')).toBe('whole');
  expect(process.listeners('SIGINT').filter((listener) => !others.has(listener))).toEqual([]);
});
