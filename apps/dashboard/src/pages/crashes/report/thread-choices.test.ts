import { expect, test } from 'vitest';
import { threadChoices } from './thread-choices.ts';

test('threads go by their name, else their id, else their place', () => {
  const threads = [
    { name: 'main', is_crashed: true, frames: [] },
    { id: '18446744073709551615', is_crashed: false, frames: [] },
    { is_crashed: false, frames: [] },
  ];
  expect(threadChoices(threads).map(({ label }) => label)).toEqual([
    'Exception',
    'main (crashed)',
    'Thread 18446744073709551615',
    'Thread 3',
  ]);
});
