import { expect, test } from 'vitest';
import { createInsightGate } from './query-gate.ts';

function controlled() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  let max = 0;
  const task = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      max = Math.max(max, begun.length - finished());
      ends.set(name, () => {
        ends.delete(name);
        done += 1;
        resolve(name);
      });
    });
  let done = 0;
  const finished = (): number => done;
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  return { begun, ends, task, settle, most: () => max };
}

const never = new AbortController().signal;

test('no more run at a time than there is room for, in the order in which they came', async () => {
  const { begun, ends, task, settle, most } = controlled();
  const gate = createInsightGate(2);
  const all = ['a', 'b', 'c', 'd'].map((name) => gate.run(task(name), never));
  await settle();
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.();
  await settle();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c']) ends.get(name)?.();
  await settle();
  ends.get('d')?.();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  expect(most()).toBe(2);
});

test('a task that is given up while it waits is never begun and takes no place', async () => {
  const { begun, ends, task, settle } = controlled();
  const gate = createInsightGate(1);
  const first = gate.run(task('a'), never);
  const ending = new AbortController();
  const second = gate.run(task('b'), ending.signal);
  const third = gate.run(task('c'), never);
  ending.abort();
  await expect(second).rejects.toThrow();
  ends.get('a')?.();
  await first;
  await settle();
  expect(begun).toEqual(['a', 'c']);
  ends.get('c')?.();
  await third;
});

test('a task that fails makes room like one that ends well', async () => {
  const gate = createInsightGate(1);
  await expect(gate.run(() => Promise.reject(new Error('no')), never)).rejects.toThrow('no');
  expect(await gate.run(async () => 'yes', never)).toBe('yes');
});
