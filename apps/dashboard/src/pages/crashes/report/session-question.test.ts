import { expect, test } from 'vitest';
import { sessionQuestion } from './session-question.ts';

test('an id with a quote in it stays an id', () => {
  const { q } = sessionQuestion("s' OR 1=1 --") as { q: { sql: string } };
  expect(q.sql).toContain("session_id = 's'' OR 1=1 --'");
});
