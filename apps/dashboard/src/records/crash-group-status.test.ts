import { expect, test } from 'vitest';
import { crashGroupStatus } from './crash-group-status.ts';

const open = {
  status: 'open',
  is_regression: false,
  regressed_in_version: null,
  resolved_in_version: null,
  regressions: 0,
} as const;

test('a status names the version that it holds for', () => {
  expect(crashGroupStatus(open)).toEqual({ tone: 'warn', text: 'Open' });
  expect(crashGroupStatus({ ...open, status: 'ignored' })).toEqual({ tone: 'neutral', text: 'Ignored' });
  expect(crashGroupStatus({ ...open, status: 'resolved', resolved_in_version: '4.11.0' }).text).toBe(
    'Resolved in 4.11.0',
  );
  expect(crashGroupStatus({ ...open, status: 'resolved' }).text).toBe('Resolved');
  expect(crashGroupStatus({ ...open, is_regression: true, regressed_in_version: '4.12.0' })).toEqual({
    tone: 'bad',
    text: 'Regressed in 4.12.0',
  });
});
