import { expect, test } from 'vitest';
import { PacedQueue } from './paced-queue.ts';

const work = (forMs: number) => {
  const endsAt = performance.now() + forMs;
  while (performance.now() < endsAt);
};

test('much work is done in order, and others get in between', async () => {
  const queue = new PacedQueue();
  const done: number[] = [];
  const seenBetween: number[] = [];
  await new Promise<void>((resolve, reject) => {
    for (let task = 0; task < 20; task += 1) {
      queue.add(() => {
        work(2);
        done.push(task);
        if (task === 19) resolve();
      }, reject);
    }
    const look = () => {
      seenBetween.push(done.length);
      if (done.length < 20) setImmediate(look);
    };
    setImmediate(look);
  });
  expect(done).toEqual(Array.from({ length: 20 }, (_, task) => task));
  const longest = Math.max(...seenBetween.map((count, at) => count - (seenBetween[at - 1] ?? 0)));
  expect(longest).toBeLessThanOrEqual(3);
});

test('a task that fails says so, and does not keep the others from being done', async () => {
  const queue = new PacedQueue();
  const failures: unknown[] = [];
  await new Promise<void>((resolve) => {
    const fail = () => {
      throw new Error('on purpose');
    };
    queue.add(fail, (error) => failures.push(error));
    queue.add(resolve, (error) => failures.push(error));
  });
  expect(failures).toEqual([new Error('on purpose')]);
});
