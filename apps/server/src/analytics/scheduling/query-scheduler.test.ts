import { expect, test } from 'vitest';
import { StoreUnavailable } from '../analytics-store.ts';
import { QueryScheduler } from './query-scheduler.ts';

/** Work that ends when it is told to. */
class Job {
  readonly done: Promise<string>;
  isStarted = false;
  finish: () => void = () => undefined;

  constructor(queues: QueryScheduler, owner: string, more: { signal?: AbortSignal; patienceMs?: number } = {}) {
    const ended = new Promise<void>((resolve) => {
      this.finish = resolve;
    });
    this.done = queues.run({ owner, patienceMs: 60_000, ...more }, async () => {
      this.isStarted = true;
      await ended;
      return owner;
    });
    // Looked at where it matters.
    this.done.catch(() => undefined);
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('so many run at a time, the next one when one has ended', async () => {
  const queues = new QueryScheduler({ queues: 2, maxWaitingEach: 9 });
  const jobs = ['a', 'a', 'a'].map((owner) => new Job(queues, owner));
  await settle();
  expect(jobs.map(({ isStarted }) => isStarted)).toEqual([true, true, false]);
  jobs[1]?.finish();
  await jobs[1]?.done;
  await settle();
  expect(jobs[2]?.isStarted).toBe(true);
});

test('one owner with many queries does not keep others waiting', async () => {
  const queues = new QueryScheduler({ queues: 2, maxWaitingEach: 9 });
  const flood = Array.from({ length: 6 }, () => new Job(queues, 'flood'));
  const other = new Job(queues, 'other');
  await settle();
  flood[0]?.finish();
  await flood[0]?.done;
  await settle();
  expect(other.isStarted).toBe(true);
  expect(flood.filter(({ isStarted }) => isStarted)).toHaveLength(2);
});

test('who has too many waiting is refused at once, and others are not', async () => {
  const queues = new QueryScheduler({ queues: 1, maxWaitingEach: 2 });
  const jobs = Array.from({ length: 4 }, () => new Job(queues, 'a'));
  await expect(jobs[3]?.done).rejects.toBeInstanceOf(StoreUnavailable);
  const other = new Job(queues, 'b');
  for (const job of [...jobs, other]) job.finish();
  expect(await other.done).toBe('b');
});

test('a turn that does not come in time is given up, and one that nobody waits for', async () => {
  const queues = new QueryScheduler({ queues: 1, maxWaitingEach: 9 });
  const running = new Job(queues, 'a');
  await expect(new Job(queues, 'a', { patienceMs: 20 }).done).rejects.toBeInstanceOf(StoreUnavailable);
  const leaving = new AbortController();
  const left = new Job(queues, 'a', { signal: leaving.signal });
  leaving.abort(new Error('left'));
  await expect(left.done).rejects.toThrow('left');
  running.finish();
  await running.done;
  const last = new Job(queues, 'c');
  last.finish();
  expect(await last.done).toBe('c');
  expect(left.isStarted).toBe(false);
});

test('work that fails gives its turn on', async () => {
  const queues = new QueryScheduler({ queues: 1, maxWaitingEach: 9 });
  const failing = queues.run({ owner: 'a', patienceMs: 1_000 }, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  const next = new Job(queues, 'a');
  next.finish();
  expect(await next.done).toBe('a');
});

test('one owner with a queue of slow queries does not keep another’s waiting: it begins at once', async () => {
  const queues = new QueryScheduler({ queues: 2, maxWaitingEach: 9 });
  const slow = Array.from({ length: 4 }, () => new Job(queues, 'slow'));
  const other = new Job(queues, 'other');
  await settle();
  expect([slow.filter(({ isStarted }) => isStarted).length, other.isStarted]).toEqual([2, true]);
  other.finish();
  await other.done;
  await settle();
  // The last lane is not for who has two already.
  expect(slow.filter(({ isStarted }) => isStarted)).toHaveLength(2);
  for (const job of slow) job.finish();
  await Promise.all(slow.map(({ done }) => done));
});

/** One lane that owners share, beside one that is taken; a query takes as long as it says. */
function sharedLane() {
  let nowMs = 0;
  const queues = new QueryScheduler({ queues: 1, maxWaitingEach: 99, now: () => nowMs });
  const order: string[] = [];
  const run = (owner: string, takesMs: number): Promise<void> =>
    queues.run({ owner, patienceMs: 60_000 }, async () => {
      order.push(owner);
      await settle();
      nowMs += takesMs;
    });
  const taken = new Job(queues, 'taken');
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { order, ask: run, pass, taken };
}

test('time is shared, not turns: who asks for little at a time is answered more often', async () => {
  const { order, ask: run, taken } = sharedLane();
  await Promise.all([
    ...Array.from({ length: 6 }, () => run('slow', 1_000)),
    ...Array.from({ length: 30 }, () => run('quick', 100)),
  ]);
  const whileBothWait = order.slice(0, order.lastIndexOf('quick') + 1);
  const slow = whileBothWait.filter((owner) => owner === 'slow').length;
  // Thirty quick ones take as long as three slow ones.
  expect(slow).toBeGreaterThanOrEqual(3);
  expect(slow).toBeLessThanOrEqual(4);
  taken.finish();
});

test('time that was used long ago is forgotten', async () => {
  const { order, ask: run, pass, taken } = sharedLane();
  await run('early', 10_000);
  pass(600_000);
  await run('late', 1_000);
  await Promise.all([run('third', 1), run('late', 1), run('early', 1)]);
  expect(order.slice(2)).toEqual(['third', 'early', 'late']);
  taken.finish();
});
