import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestProject } from './test-project.ts';

/** Users who were exposed to a variant, and some of whom crash; their clocks are so far ahead. */
export async function exposeCrowd(
  project: TestProject,
  key: string,
  variant: string,
  users: number,
  crashes: number,
  aheadMs = 1_000,
) {
  const names = Array.from({ length: users }, () => randomUUID());
  const batch = names.map((user) => ({
    event: '$experiment_exposure',
    event_id: randomUUID(),
    properties: { experiment_key: key, variant_key: variant },
    context: { user: { id: user }, session: { id: `s-${user}` } },
  }));
  for (let from = 0; from < users; from += 100) {
    expect((await project.ingest({ batch: batch.slice(from, from + 100) })).status).toBe(202);
  }
  for (const user of names.slice(0, crashes)) {
    const timestamp = new Date(Date.now() + aheadMs).toISOString();
    const report = { platform: 'ios', exception_type: 'Boom', timestamp, user_id: user, session_id: `s-${user}` };
    expect((await project.post('/v1/crashes/report', report)).status).toBe(202);
  }
}
