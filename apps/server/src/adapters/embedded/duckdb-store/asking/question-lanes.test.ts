import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../../analytics/analytics-store.ts';
import { QuestionLanes } from './question-lanes.ts';

/** Work that ends when it is told to. */
class Job {
  readonly done: Promise<string>;
  isStarted = false;
  finish: () => void = () => undefined;

  constructor(lanes: QuestionLanes, owner: string, more: { signal?: AbortSignal; patienceMs?: number } = {}) {
    const ended = new Promise<void>((resolve) => {
      this.finish = resolve;
    });
    this.done = lanes.run({ owner, patienceMs: 60_000, ...more }, async () => {
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
  const lanes = new QuestionLanes({ lanes: 2, mostWaitingEach: 9 });
  const jobs = ['a', 'a', 'a'].map((owner) => new Job(lanes, owner));
  await settle();
  expect(jobs.map(({ isStarted }) => isStarted)).toEqual([true, true, false]);
  jobs[1]?.finish();
  await jobs[1]?.done;
  await settle();
  expect(jobs[2]?.isStarted).toBe(true);
});

test('one owner with many questions does not keep others waiting', async () => {
  const lanes = new QuestionLanes({ lanes: 2, mostWaitingEach: 9 });
  const flood = Array.from({ length: 6 }, () => new Job(lanes, 'flood'));
  const other = new Job(lanes, 'other');
  await settle();
  flood[0]?.finish();
  await flood[0]?.done;
  await settle();
  expect(other.isStarted).toBe(true);
  expect(flood.filter(({ isStarted }) => isStarted)).toHaveLength(2);
});

test('who has too many waiting is refused at once, and others are not', async () => {
  const lanes = new QuestionLanes({ lanes: 1, mostWaitingEach: 2 });
  const jobs = Array.from({ length: 4 }, () => new Job(lanes, 'a'));
  await expect(jobs[3]?.done).rejects.toBeInstanceOf(StoreUnavailable);
  const other = new Job(lanes, 'b');
  for (const job of [...jobs, other]) job.finish();
  expect(await other.done).toBe('b');
});

test('a turn that does not come in time is given up, and one that nobody waits for', async () => {
  const lanes = new QuestionLanes({ lanes: 1, mostWaitingEach: 9 });
  const running = new Job(lanes, 'a');
  await expect(new Job(lanes, 'b', { patienceMs: 20 }).done).rejects.toBeInstanceOf(StoreUnavailable);
  const leaving = new AbortController();
  const left = new Job(lanes, 'b', { signal: leaving.signal });
  leaving.abort(new Error('left'));
  await expect(left.done).rejects.toThrow('left');
  running.finish();
  await running.done;
  const last = new Job(lanes, 'c');
  last.finish();
  expect(await last.done).toBe('c');
  expect(left.isStarted).toBe(false);
});

test('work that fails gives its turn on', async () => {
  const lanes = new QuestionLanes({ lanes: 1, mostWaitingEach: 9 });
  const failing = lanes.run({ owner: 'a', patienceMs: 1_000 }, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  const next = new Job(lanes, 'a');
  next.finish();
  expect(await next.done).toBe('a');
});
