import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

/** Somebody who stays inside until told to leave. */
function stayIn(gate: Gate) {
  let leave = (): void => undefined;
  const leaving = new Promise<void>((resolve) => {
    leave = resolve;
  });
  return { left: gate.enter(() => leaving), leave };
}

test('who wants to be alone waits for those who are inside, and others wait for them', async () => {
  const gate = new Gate();
  const done: string[] = [];
  const [first, second] = [stayIn(gate), stayIn(gate)];
  const alone = gate.alone(10_000, async () => {
    await turn();
    done.push('alone');
  });
  const later = gate.enter(async () => done.push('later'));
  first.leave();
  await first.left;
  await turn();
  expect(done).toEqual([]);
  second.leave();
  expect(await alone).toBe(true);
  await later;
  expect(done).toEqual(['alone', 'later']);
});

test('somebody who does not leave is not waited for beyond the patience, and the next time not at all', async () => {
  const gate = new Gate();
  const inside = stayIn(gate);
  expect(await gate.alone(5, () => Promise.reject(new Error('not alone')))).toBe(false);
  const others = gate.enter(async () => 'let in');
  expect(await others).toBe('let in');
  const again = gate.alone(1, () => Promise.reject(new Error('not alone')));
  expect(await Promise.race([again, turn('it has waited')])).toBe(false);
  inside.leave();
  await inside.left;
});

test('after work that failed the gate is open', async () => {
  const gate = new Gate();
  await expect(gate.alone(0, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await gate.enter(async () => 'let in')).toBe('let in');
});
