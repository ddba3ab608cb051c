import { expect, test } from 'vitest';
import { failedInPlaywright, failedInReport, failedInVitest } from './failed-tests.mjs';
import { inRepository } from './paths.mjs';

test('the report of vitest names each failed test, a file that could not be loaded, and one whose process ended', () => {
  const report = {
    testResults: [
      { name: inRepository('a.test.ts'), status: 'passed', message: '', assertionResults: [{ status: 'passed' }] },
      {
        name: inRepository('tools/b.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          { status: 'failed', fullName: 'sums subtracts', failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m'] },
        ],
      },
      { name: inRepository('c.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
      {
        name: inRepository('d.test.ts'),
        status: 'passed',
        message: '',
        assertionResults: [{ status: 'passed' }, { status: 'pending' }],
      },
    ],
  };
  expect(failedInVitest(report)).toEqual([
    '  tools/b.test.ts › sums subtracts',
    '      expected 1 to be 2',
    '  c.test.ts',
    '      Cannot find module',
    '  d.test.ts did not end',
  ]);
});

test('the report of Playwright names each failed test, also those of nested suites, with the start and the end of its message', () => {
  const log = Array.from({ length: 30 }, (_, n) => `line ${n}`);
  const message = ['Error: not visible', '', ...log, 'expected 1 to be 2', '    at a.ts:1', '    at b.ts:2'].join('\n');
  const spec = (title: string, ok: boolean) => ({
    file: 'a.spec.ts',
    line: 3,
    title,
    ok,
    tests: [{ results: [{ errors: ok ? [] : [{ message }] }] }],
  });
  const report = {
    suites: [{ specs: [spec('opens', true)], suites: [{ specs: [spec('closes', false)] }] }],
    errors: [],
  };
  expect(failedInPlaywright(report)).toEqual([
    '  a.spec.ts:3 › closes',
    ...['Error: not visible', ...log.slice(0, 5), '…', ...log.slice(-11), 'expected 1 to be 2', 'at a.ts:1'].map(
      (line) => `      ${line}`,
    ),
  ]);
});

test('a runner that was ended has written no report, and that is said', () => {
  expect(failedInReport('.stamps/no-such-report.json', failedInVitest)[0]).toMatch(
    /^ {2}\.stamps\/no-such-report\.json/,
  );
});
