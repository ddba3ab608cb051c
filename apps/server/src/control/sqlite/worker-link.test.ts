import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { ControlUnavailable } from '../control-errors.ts';
import type { ControlState } from '../control-state.ts';
import { WorkerLink } from './worker-link.ts';

/** Answers `echo`; dies of `die`, hangs at `hang`, for as long as the argument says. */
const SCRIPT = `
  const { parentPort, workerData } = require('node:worker_threads');
  if (!workerData.staysSilent) parentPort.postMessage({ state: 'open', isNew: !workerData.mustExist });
  parentPort.on('message', (message) => {
    if (message.close) return parentPort.close();
    for (const { id, name, args } of message.calls) {
      if (name === 'die') throw new Error('the worker was told to die');
      if (name === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, args[0]);
      if (name === 'echo') parentPort.postMessage({ replies: [{ id, result: args[0] }] });
    }
  });`;

let link: WorkerLink | undefined;
afterEach(async () => {
  await link?.close();
  link = undefined;
});

function start(options: { stuckAfterMs?: number; staysSilent?: boolean } = {}) {
  const started: boolean[] = [];
  const states: ControlState[] = [];
  const made = new WorkerLink({
    startWorker: (mustExist) => {
      started.push(mustExist);
      const staysSilent = options.staysSilent ?? false;
      return new Worker(SCRIPT, { eval: true, workerData: { mustExist, staysSilent }, execArgv: [] });
    },
    mustExist: false,
    stuckAfterMs: options.stuckAfterMs ?? 5_000,
    onState: (state) => states.push(state),
  });
  link = made;
  return { link: made, started, states };
}

async function untilAnswered(made: WorkerLink): Promise<unknown> {
  for (;;) {
    try {
      return await made.call('echo', ['back']);
    } catch (error) {
      if (!(error instanceof ControlUnavailable)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

describe('WorkerLink', () => {
  test('calls made before the worker is up are answered', async () => {
    const { link: made } = start();
    expect(await Promise.all([made.call('echo', [1]), made.call('echo', [2])])).toEqual([1, 2]);
  });

  test('when the worker dies, what is pending is refused and another one is started that must not begin anew', async () => {
    const { link: made, started, states } = start();
    await made.call('echo', [1]);
    const lost = [made.call('die', []), made.call('echo', [2])];
    for (const each of lost) await expect(each).rejects.toThrow(ControlUnavailable);
    await expect(made.call('echo', [3])).rejects.toThrow('being restarted');
    expect(await untilAnswered(made)).toBe('back');
    expect(started).toEqual([false, true]);
    expect(states.map((state) => state.isAvailable)).toEqual([true, false, true]);
  });

  test('a worker that hangs is replaced', async () => {
    const { link: made, started } = start({ stuckAfterMs: 200 });
    await made.call('echo', [1]);
    await expect(made.call('hang', [60_000])).rejects.toThrow('is not responding');
    expect(await untilAnswered(made)).toBe('back');
    expect(started).toHaveLength(2);
  });

  test('a worker that takes long to open is left in peace, its callers are let go', async () => {
    const { link: made, started } = start({ stuckAfterMs: 100, staysSilent: true });
    await expect(made.call('hang', [1])).rejects.toThrow('did not open in time');
    expect(started).toHaveLength(1);
  });

  test('close lets what is under way finish and refuses the rest', async () => {
    const { link: made } = start();
    const under = made.call('echo', ['under way']);
    const closing = made.close();
    await expect(made.call('echo', [2])).rejects.toThrow(ControlUnavailable);
    expect(await under).toBe('under way');
    await closing;
  });

  test('an argument that cannot be sent fails its call and does not leave it hanging', async () => {
    const { link: made } = start();
    await expect(made.call('echo', [() => 1])).rejects.toThrow('could not be cloned');
    expect(await made.call('echo', [1])).toBe(1);
  });

  test('what cannot be kept up with is refused instead of piling up', async () => {
    const { link: made } = start();
    const answered = Array.from({ length: 20_000 }, (_, index) => made.call('echo', [index]));
    await expect(made.call('echo', [0])).rejects.toThrow('cannot keep up');
    await Promise.all(answered);
  });
});
