import { expect, test } from 'vitest';
import { sessionInsight } from './session-insight.ts';

test('an id with a quote in it stays an id', () => {
  const { q } = sessionInsight("s' OR 1=1 --") as { q: { sql: string } };
  expect(q.sql).toContain("session_id = 's'' OR 1=1 --'");
});
