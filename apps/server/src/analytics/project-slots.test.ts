import { expect, test } from 'vitest';
import { ProjectSlots } from './project-slots.ts';

const signal = new AbortController().signal;

function slotsWith(maxWaitMs = 60_000) {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const slots = new ProjectSlots({
    slots: 2,
    maxWaitingPerProject: 2,
    maxWaitMs,
    tooMany: () => new Error('too many'),
    tooLate: () => new Error('too late'),
  });
  const run = (projectId: string, name: string, left = signal): Promise<string> =>
    slots
      .run(projectId, left, async () => {
        log.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      })
      .catch((error: Error) => error.message);
  /** Lets the work of that name end, and what follows from it happen. */
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { log, ask: run, end };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('two slow exports of one project do not take the slot of another', async () => {
  const { log, ask: run, end } = slotsWith();
  const all = [run('a', 'a1'), run('a', 'a2'), run('b', 'b1')];
  await settled();
  expect(log).toEqual(['a1', 'b1']);
  await end('b1');
  expect(log).toEqual(['a1', 'b1']);
  await end('a1');
  expect(log).toEqual(['a1', 'b1', 'a2']);
  await end('a2');
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1']);
});

test('anyone who came first goes first, but for projects that have their slot', async () => {
  const { log, ask: run, end } = slotsWith();
  for (const name of ['a1', 'b1', 'a2', 'c1', 'b2']) void run(name[0] as string, name);
  await settled();
  await end('b1');
  await end('a1');
  expect(log).toEqual(['a1', 'b1', 'c1', 'a2']);
  await end('c1');
  expect(log).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
});

test('a project with too many waiting is refused, another is not', async () => {
  const { ask: run, end } = slotsWith();
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  expect(await run('a', 'a4')).toBe('too many');
  const other = run('b', 'b1');
  await settled();
  await end('b1');
  expect(await other).toBe('b1');
});

test('anyone who leaves, or waits too long, keeps nobody waiting', async () => {
  const { log, ask: run, end } = slotsWith(20);
  void run('a', 'a1');
  const leaving = new AbortController();
  const left = run('a', 'a2', leaving.signal);
  leaving.abort(new Error('left'));
  expect(await left).toBe('left');
  expect(await run('a', 'a3')).toBe('too late');
  await end('a1');
  void run('a', 'a4');
  await settled();
  expect(log).toEqual(['a1', 'a4']);
});
