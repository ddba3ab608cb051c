import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

async function withPlan(plan: string) {
  vi.resetModules();
  vi.stubEnv('LP_FAIL_POINTS', plan);
  return import('./fail-points.ts');
}

test('nothing fails without a plan', async () => {
  const { failPoint, failPointValue } = await withPlan('');
  failPoint('a.b');
  expect(failPointValue('a.b')).toBeUndefined();
});

test('an error comes at the pass that was asked for, once', async () => {
  const { failPoint } = await withPlan('a.b=error:2,c.d=error');
  failPoint('a.b');
  expect(() => failPoint('a.b')).toThrow('fail point a.b');
  failPoint('a.b');
  expect(() => failPoint('c.d')).toThrow('fail point c.d');
});

test('a mark keeps the next process from failing again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fail-points-'));
  const mark = join(folder, 'mark');
  const first = await withPlan(`a.b=error:1:${mark}`);
  expect(() => first.failPoint('a.b')).toThrow();
  expect(existsSync(mark)).toBe(true);
  const second = await withPlan(`a.b=error:1:${mark}`);
  second.failPoint('a.b');
  rmSync(folder, { recursive: true });
});

test('other values are handed out', async () => {
  const { failPointValue } = await withPlan('loader.poison=a name=with signs');
  expect(failPointValue('loader.poison')).toBe('a name=with signs');
});
