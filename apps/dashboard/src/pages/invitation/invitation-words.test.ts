import { expect, test } from 'vitest';
import { ApiProblem } from '../../api/api-problem.ts';
import { readFailure, tokenOf } from './invitation-words.ts';

test('the token is read from the fragment, bare or named, and from the query', () => {
  expect(tokenOf({ hash: '#lpi_a-b_c', search: '' })).toBe('lpi_a-b_c');
  expect(tokenOf({ hash: '#token=abc', search: '?token=other' })).toBe('abc');
  expect(tokenOf({ hash: '', search: '?token=abc' })).toBe('abc');
  expect(tokenOf({ hash: '', search: '' })).toBe('');
});

test('a link that is of no use any more says what to do, and a busy server keeps it', () => {
  const gone = new ApiProblem('Not found', { status: 404, code: 'NOT_FOUND' });
  expect(readFailure(gone)).toContain('Ask for a new link');
  const busy = new ApiProblem('Busy.', { status: 503, code: 'INTERNAL_SERVER_ERROR' });
  expect(readFailure(busy)).toContain('still valid');
});
