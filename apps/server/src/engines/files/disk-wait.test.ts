import { expect, test } from 'vitest';
import { DataDirectoryUnusable } from './data-directory/data-directory-errors.ts';
import { DiskWait } from './disk-wait.ts';

const readOnly = new DataDirectoryUnusable('The disk is read-only.', { isTemporary: true });
const noSpace = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
const inTheWay = new DataDirectoryUnusable('It is not a directory.');

/** Opens after these failures. */
const openAfter = (...failures: readonly Error[]) => {
  const left = [...failures];
  const problems: string[] = [];
  const open = async (): Promise<string> => {
    const failure = left.shift();
    if (failure !== undefined) throw failure;
    return 'open';
  };
  return { problems, wait: DiskWait.begin(open, { retryMs: 1, onProblem: (reason) => problems.push(reason) }) };
};

test('what opens at once is not waited for', async () => {
  const wait = await openAfter().wait;
  expect([wait.value, wait.problem, await wait.opened()]).toEqual(['open', undefined, 'open']);
});

test('a disk is waited for, and each reason is reported once', async () => {
  const { wait: waiting, problems } = openAfter(readOnly, readOnly, noSpace, noSpace);
  const wait = await waiting;
  expect([wait.value, wait.problem]).toEqual([undefined, readOnly.message]);
  expect(await wait.opened()).toBe('open');
  expect([wait.value, wait.problem]).toEqual(['open', undefined]);
  expect(problems).toEqual([readOnly.message, noSpace.message]);
});

test('what people must put right ends the wait, at once or later', async () => {
  await expect(openAfter(inTheWay).wait).rejects.toBe(inTheWay);
  const wait = await openAfter(readOnly, inTheWay).wait;
  await expect(wait.opened()).rejects.toBe(inTheWay);
});

test('after a stop nothing is opened any more', async () => {
  const wait = await openAfter(readOnly).wait;
  void wait.opened();
  await wait.stop();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(wait.value).toBeUndefined();
});
