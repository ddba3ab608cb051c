import { expect, test } from 'vitest';
import { BoundedPasswords } from './bounded-passwords.ts';

test('so many run at once, so many wait in turn, and the rest is told to come back', async () => {
  let running = 0;
  let max = 0;
  const finish: (() => void)[] = [];
  const work = async <T>(result: T): Promise<T> => {
    running += 1;
    max = Math.max(max, running);
    await new Promise<void>((resolve) => finish.push(resolve));
    running -= 1;
    return result;
  };
  const passwords = new BoundedPasswords(
    { hash: (password) => work(`hash of ${password}`), verify: () => work(true) },
    { atOnce: 2, maxWaiting: 1 },
  );
  const taken = [passwords.hash('a'), passwords.verify('b', 'x'), passwords.hash('c')];
  await expect(passwords.hash('d')).rejects.toMatchObject({ status: 503 });
  expect(running).toBe(2);
  while (finish.length > 0) {
    finish.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(taken)).toEqual(['hash of a', true, 'hash of c']);
  expect(max).toBe(2);
});

test('one that fails makes room for the next', async () => {
  const failing = () => Promise.reject(new Error('no memory'));
  const passwords = new BoundedPasswords({ hash: failing, verify: async () => true }, { atOnce: 1, maxWaiting: 1 });
  await expect(passwords.hash('a')).rejects.toThrow('no memory');
  expect(await passwords.verify('b', 'x')).toBe(true);
});
