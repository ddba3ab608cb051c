import { MINUTE_MS } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import { EdgeState, type KnownKey } from '../../edge/edge-state.ts';
import { StreamTokens } from './stream-tokens.ts';

const key = {
  id: 'k',
  hash: 'h',
  kind: 'publishable',
  scope: 'project',
  projectId: 'p',
  environmentId: 'e',
  isRevoked: false,
} as const;
const environment = { id: 'e', projectId: 'p', slug: 'production', configVersion: 1 };

function stateWith(isRevoked: boolean): EdgeState {
  const state = new EdgeState();
  state.swap({
    takenAtMs: 0,
    projects: [{ id: 'p', slug: 'p', plan: 'scale', timezone: 'UTC', retentionDays: null }],
    environments: [environment],
    mark: undefined,
    flags: [],
    experiments: [],
    groups: [],
    schemas: [],
    plans: [],
    keys: [{ ...key, isRevoked }],
    operatorTokenHashes: [],
  });
  return state;
}
const known: KnownKey = { keyId: 'k', kind: 'publishable', projectId: 'p', environment, isConfined: false };

test('a token is good for ten minutes, as often as it is used', () => {
  const tokens = new StreamTokens(stateWith(false));
  const token = tokens.issue(known, 0);
  for (const nowMs of [0, 1, 10 * MINUTE_MS - 1]) expect(tokens.keyOf(token, nowMs).keyId).toBe('k');
  for (const nowMs of [10 * MINUTE_MS, 11 * MINUTE_MS])
    expect(() => tokens.keyOf(token, nowMs)).toThrow('is invalid or has expired');
});

test('a token that was changed, of another process or of a revoked key is refused', () => {
  const tokens = new StreamTokens(stateWith(false));
  const token = tokens.issue(known, 0);
  const [id, , signature] = token.split('.');
  const longer = `${id}.${(99 * MINUTE_MS).toString(36)}.${signature}`;
  for (const bad of ['', 'x', '..', `${token}x`, token.slice(0, -1), longer]) {
    expect(() => tokens.keyOf(bad, 0)).toThrow('is invalid or has expired');
  }
  expect(() => new StreamTokens(stateWith(false)).keyOf(token, 0)).toThrow('is invalid or has expired');
  const revoked = new StreamTokens(stateWith(true));
  expect(() => revoked.keyOf(revoked.issue(known, 0), 0)).toThrow('is invalid or has expired');
});

test('while the span has not moved every token minted in it has half its life left', () => {
  const tokens = new StreamTokens(stateWith(false));
  const start = 5 * MINUTE_MS * 1_000;
  expect(tokens.span(start + 5 * MINUTE_MS - 1)).toBe(tokens.span(start));
  expect(tokens.span(start + 5 * MINUTE_MS)).not.toBe(tokens.span(start));
  expect(tokens.keyOf(tokens.issue(known, start), start + 10 * MINUTE_MS - 1).keyId).toBe('k');
  expect(new StreamTokens(stateWith(false)).span(start)).not.toBe(tokens.span(start));
});
