import { expect, test } from 'vitest';
import { timelineOf } from './breadcrumb-times.ts';

const crash = '2026-11-14T12:55:54.325Z';

test('steps say how long before the crash they were', () => {
  const { steps } = timelineOf(
    [
      { timestamp: '2026-11-14T12:54:54.325Z', category: 'navigation', message: 'home' },
      { timestamp: '2026-11-14T12:55:52.602Z', message: 'tap' },
      { category: 'http' },
      { timestamp: '2026-11-14T12:55:54.325Z', category: 'ui', message: 'now' },
      { timestamp: '2026-11-14T12:55:55.325Z', category: 'ui', message: 'late' },
    ],
    crash,
  );
  expect(steps.map(({ before }) => before?.replaceAll('\u202f', ' '))).toEqual([
    '−1 min',
    '−1.72 s',
    undefined,
    '0 s',
    '+1 s',
  ]);
  expect(steps.map(({ silence }) => silence?.replaceAll('\u202f', ' '))).toEqual([
    undefined,
    '58.3 s',
    undefined,
    undefined,
    undefined,
  ]);
  expect(steps[2]).toMatchObject({ category: 'http', message: '' });
});

test('what a step says beyond its time, category and message is previewed', () => {
  const crumb = { category: 'http', message: 'POST /pay', level: 'error', data: { status: 502, body: {} } };
  const [step] = timelineOf([crumb], crash).steps;
  expect(step).toMatchObject({ fields: crumb, preview: 'level: error, status: 502, body: {…}' });
  expect(timelineOf([{ message: 'x' }], crash).steps[0]?.preview).toBe('');
});

test('a time that cannot be read is no time', () => {
  expect(timelineOf([{ timestamp: 'yesterday', message: 'x' }], crash).steps[0]).toMatchObject({
    before: undefined,
    atMs: undefined,
  });
});

const at = (seconds: number) => ({ timestamp: new Date(Date.parse(crash) + seconds * 1000).toISOString() });
const silences = (...crumbs: object[]) => {
  const { steps, silence } = timelineOf(crumbs, crash);
  return [...steps.map((step) => step.silence), silence].map((words) => words?.replaceAll('\u202f', ' '));
};

test('the crash comes after a silence too', () => {
  expect(silences(at(-60), at(-59))).toEqual([undefined, undefined, '59 s']);
  expect(silences(at(-60), at(-9))).toEqual([undefined, '51 s', undefined]);
  expect(silences(at(5))).toEqual([undefined, undefined]);
  expect(silences()).toEqual([undefined]);
});

test('a step that does not say when it was breaks the silence', () => {
  expect(silences(at(-60), {}, at(-5))).toEqual([undefined, undefined, undefined, undefined]);
  expect(silences(at(-60), {})).toEqual([undefined, undefined, undefined]);
});

test('steps that came out of order are not later than the latest before them', () => {
  expect(silences(at(-60), at(-90), at(-5))).toEqual([undefined, undefined, '55 s', undefined]);
});
