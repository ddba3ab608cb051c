import { assignExperiments, evaluateAll } from '@lamppost/evaluator';
import { expect } from 'vitest';
import type { EdgeSnapshot } from './edge-snapshot.ts';
import type { EdgeState } from './edge-state.ts';

const contexts = ['u1', 'u2', undefined].map((userId) => ({ userId, country: 'beta', attributes: {} }));

/** Whatever can be asked of one is answered alike by the other. */
export function expectSame(state: EdgeState, expected: EdgeState): void {
  expect(state.mark).toEqual(expected.mark);
  expect(sorted(state.tables.snapshot(undefined, 0))).toEqual(sorted(expected.tables.snapshot(undefined, 0)));
  for (const { id, projectId } of expected.environments()) {
    const [served, whole] = [state.served(id), expected.served(id)];
    expect(served.tag).toBe(whole.tag);
    expect(served.ruleset).toEqual(whole.ruleset);
    for (const version of [1, 2]) expect(served.inVersion(version)).toEqual(whole.inVersion(version));
    expect([...served.compiled.flags.keys()]).toEqual([...whole.compiled.flags.keys()]);
    for (const context of contexts) {
      expect(evaluateAll(served.compiled, context)).toEqual(evaluateAll(whole.compiled, context));
      expect(assignExperiments(served.compiled, context)).toEqual(assignExperiments(whole.compiled, context));
    }
    expect(state.environmentsOf(projectId)).toEqual(expected.environmentsOf(projectId));
    expect([state.planOf(projectId), state.timezoneOf(projectId), state.retentionDaysOf(projectId)]).toEqual([
      expected.planOf(projectId),
      expected.timezoneOf(projectId),
      expected.retentionDaysOf(projectId),
    ]);
  }
  for (const { id, hash } of expected.tables.keys.values()) {
    const [key, whole] = [state.keyByHash(hash), expected.keyByHash(hash)];
    expect([key?.keyId, key?.environment.id]).toEqual([whole?.keyId, whole?.environment.id]);
    expect(state.keyById(id)?.keyId).toBe(whole?.keyId);
  }
  for (const token of expected.tables.operatorTokenHashes) expect(state.isOperatorToken(token)).toBe(true);
}

/** Rows in the order of their ids: in which order they were reported is nobody's business, but for members of groups. */
export function sorted(snapshot: EdgeSnapshot): unknown {
  const { projects, environments, flags, experiments, groups, schemas, plans, keys, operatorTokenHashes } = snapshot;
  const byText = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  const rows = [projects, environments, flags, experiments, groups, schemas, keys].map(byText);
  return { rows, plans, operatorTokenHashes };
}
