import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { SharedResults } from './shared-results.ts';

interface Begun {
  readonly signal: AbortSignal;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

let generation: number;
let begun: Begun[];
let shared: SharedResults<{ readonly resultJson: string }>;

beforeEach(() => {
  [generation, begun] = [1, []];
  shared = new SharedResults({
    freshMs: 40,
    unchangedMs: 150,
    maxResults: 2,
    maxCharacters: 20,
    generation: () => generation,
  });
});

const run = (key: string, signal?: AbortSignal) =>
  shared.run(
    key,
    signal,
    (runSignal) =>
      new Promise((resolve, reject) => {
        begun.push({ signal: runSignal, resolve: (resultJson) => resolve({ resultJson }), reject });
      }),
  );

const answered = async (key: string, text: string): Promise<void> => {
  const asking = run(key);
  begun.at(-1)?.resolve(text);
  await asking;
};

describe('answers that are shared', () => {
  test('the same query at the same time is one run', async () => {
    const asking = [run('q'), run('q'), run('other')];
    expect(begun).toHaveLength(2);
    for (const { resolve } of begun) resolve('a');
    expect(await Promise.all(asking)).toEqual([{ resultJson: 'a' }, { resultJson: 'a' }, { resultJson: 'a' }]);
  });

  test('an answer is given again while nothing was loaded, and only for a moment after a load', async () => {
    await answered('q', 'a');
    generation++;
    expect(await run('q')).toEqual({ resultJson: 'a' });
    await pause(60);
    void run('q');
    expect(begun).toHaveLength(2);
    begun[1]?.resolve('b');
    await pause(60);
    expect(await run('q')).toEqual({ resultJson: 'b' });
    await pause(120);
    void run('q');
    expect(begun).toHaveLength(3);
  });

  test('anyone who asks after a load does not join a run from long before it', async () => {
    const first = run('q');
    await pause(60);
    generation++;
    const second = run('q');
    expect(begun).toHaveLength(2);
    begun[0]?.resolve('old');
    begun[1]?.resolve('new');
    expect([await first, await second]).toEqual([{ resultJson: 'old' }, { resultJson: 'new' }]);
    expect(await run('q')).toEqual({ resultJson: 'new' });
  });

  test('the work ends when the last one has left, not before', async () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const asking = [run('q', one.signal), run('q', other.signal)];
    one.abort(new Error('one left'));
    await expect(asking[0]).rejects.toThrow('one left');
    expect(begun[0]?.signal.aborted).toBe(false);
    other.abort(new Error('other left'));
    await expect(asking[1]).rejects.toThrow('other left');
    expect(begun[0]?.signal.aborted).toBe(true);
    void run('q');
    expect(begun).toHaveLength(2);
  });

  test('a failure is told to all and kept for nobody', async () => {
    const asking = [run('q'), run('q')];
    begun[0]?.reject(new Error('broken'));
    for (const each of asking) await expect(each).rejects.toThrow('broken');
    await answered('q', 'a');
    expect(begun).toHaveLength(2);
  });

  test('few answers and little text are kept, the newest', async () => {
    await answered('q1', 'a');
    await answered('q2', 'a');
    await answered('q3', 'a');
    await run('q3');
    expect(begun).toHaveLength(3);
    await answered('q1', 'x'.repeat(30));
    void run('q1');
    expect(begun).toHaveLength(5);
  });
});
