import { ApiError, unavailable } from '@lamppost/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Logger } from '../../telemetry/logger.ts';
import { FailureLog } from './failure-log.ts';

let lines: { readonly level: 'warn' | 'error'; readonly line: Record<string, unknown>; readonly message: string }[];
let log: FailureLog;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const at = (level: 'warn' | 'error') => (line: Record<string, unknown>, message: string) =>
    void lines.push({ level, line, message });
  log = new FailureLog({ warn: at('warn'), error: at('error') } as unknown as Logger);
});
afterEach(() => void vi.useRealTimers());

test('a reason that every request meets is logged at once, and then once a second with the number of requests', () => {
  const fail = (count: number): void => {
    for (let made = 0; made < count; made += 1) log.note(unavailable('The disk is full', 1), 'r', 'POST', '/v1/x');
    vi.advanceTimersByTime(1_000);
  };
  const place = { method: 'POST', route: '/v1/x', status: 503 };
  fail(500);
  fail(30);
  fail(0);
  fail(1);
  expect(lines.map(({ level, line, message }) => [level, message, line])).toEqual([
    ['warn', 'The disk is full', { request_id: 'r', ...place }],
    ['warn', 'The disk is full', { ...place, requests: 499 }],
    ['warn', 'The disk is full', { ...place, requests: 30 }],
    ['warn', 'The disk is full', { request_id: 'r', ...place }],
  ]);
});

test('each reason and each route has its own line', () => {
  log.note(unavailable('The disk is full', 1), 'a', 'POST', '/v1/x');
  log.note(unavailable('The disk is full', 1), 'b', 'POST', '/v1/y');
  log.note(unavailable('Too busy', 1), 'c', 'POST', '/v1/x');
  expect(lines.map(({ line }) => line.request_id)).toEqual(['a', 'b', 'c']);
});

test('what was not foreseen is logged each time with its cause; what the client did wrong is not', () => {
  const cause = new Error('oops');
  for (const id of ['a', 'b'])
    log.note(new ApiError('INTERNAL_SERVER_ERROR', 'Something failed', { cause }), id, 'GET', '/v1/x');
  log.note(new ApiError('NOT_FOUND', 'No such flag'), 'c', 'GET', '/v1/x');
  expect(lines.map(({ level, line }) => [level, line.request_id, line.err])).toEqual([
    ['error', 'a', cause],
    ['error', 'b', cause],
  ]);
});
