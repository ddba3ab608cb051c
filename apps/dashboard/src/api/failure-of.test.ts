import { expect, test } from 'vitest';
import { ApiProblem } from './api-problem.ts';
import { failureOf } from './failure-of.ts';

const problem = new ApiProblem('The store is starting.', { status: 503, code: 'INTERNAL', requestId: 'r-1' });

test('an answer that did not come is said with the words of the server, and can be asked for again', () => {
  let asked = 0;
  const failure = failureOf({ error: problem, refetch: () => (asked += 1) }, "Couldn't load crashes");
  expect(failure).toMatchObject({ title: "Couldn't load crashes", children: 'The store is starting.' });
  expect(failure?.requestId).toBe('r-1');
  failure?.onRetry();
  expect(asked).toBe(1);
});

test('while there is an older answer, that is shown', () => {
  expect(failureOf({ error: problem, data: [], refetch: () => undefined }, 'No.')).toBeUndefined();
  expect(failureOf({ error: null, refetch: () => undefined }, 'No.')).toBeUndefined();
});
