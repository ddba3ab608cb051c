import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupCrash } from '../grouping/group-crash.ts';
import { readReport, readReportJson } from './read-report.ts';

const names = [
  ...['platform', 'app_version', 'exception_type', 'exception_message', 'stack_trace', 'thread_info', 'breadcrumbs'],
  ...[
    'frames',
    'exception',
    'type',
    'message',
    'mechanism',
    'function',
    'file',
    'line',
    'index',
    'module',
    'fingerprint',
  ],
  ...[
    'image_name',
    'raw_address',
    'is_app_frame',
    'is_crashed',
    'thread_id',
    'binary_images',
    'active_flags',
    'custom_data',
  ],
  ...['__proto__', 'constructor'],
];
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, 0, -1, 1e308, 2 ** 60, '', 'at f (a.js:1:2)', '0 A 0x00001 f + 1', '\ud800', '\u0000'),
    fc.string({ unit: 'binary' }),
    fc.jsonValue({ maxDepth: 2 }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 8 }),
  ),
}));
const full = {
  platform: 'ios',
  app_version: '1.0',
  exception_type: 'SIGABRT',
  exception_message: 'boom',
  stack_trace: {
    exception: { type: 'NSRangeException', message: 'index 3', mechanism: 'nsexception' },
    frames: [{ index: 0, function: 'f', image_name: 'Acme', raw_address: '0x1', line: 1, is_app_frame: true }],
  },
  thread_info: [{ thread_id: 1, name: 'main', is_crashed: true, frames: [{ function: 'g', image_name: 'UIKitCore' }] }],
  breadcrumbs: [{ timestamp: '2026-01-02T03:04:00Z', category: 'ui', message: 'tap' }],
  active_flags: { a: true },
  active_experiments: { e: 'b' },
  custom_data: { k: ['v'] },
  is_foreground: true,
  battery_level: 0.5,
  binary_images: [{ uuid: 'AB-CD', name: '/var/Acme.app/Acme', load_address: '0x1', size: 5 }],
};

test('a full report is read whole, without notes', () => {
  expect(readReport(full)).toEqual({
    platform: 'ios',
    exceptionType: 'SIGABRT',
    exceptionMessage: 'boom',
    exceptions: [
      {
        type: 'NSRangeException',
        message: 'index 3',
        mechanism: 'nsexception',
        frames: [{ function: 'f', imageName: 'Acme', address: '0x1', line: 1, isSaidInApp: true, isInApp: true }],
      },
    ],
    threads: [
      { id: '1', name: 'main', isCrashed: true, frames: [{ function: 'g', imageName: 'UIKitCore', isInApp: false }] },
    ],
    images: [{ name: 'Acme', path: '/var/Acme.app/Acme', uuid: 'abcd', loadAddress: '0x1', size: 5 }],
    breadcrumbs: [{ timestamp: '2026-01-02T03:04:00Z', category: 'ui', message: 'tap' }],
    context: { appVersion: '1.0', isForeground: true, batteryLevel: 0.5 },
    flags: { a: true },
    experiments: { e: 'b' },
    customData: { k: ['v'] },
    notes: [],
  });
});

describe('whatever was sent', () => {
  test('any JSON is read and grouped without an exception, and grouped alike each time', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const grouping = groupCrash(readReport(value));
        expect(grouping.fingerprint).toMatch(/^[0-9a-f]{32}$/);
        expect(groupCrash(readReport(structuredClone(value)))).toEqual(grouping);
      }),
      { numRuns: 500 },
    );
  });

  test('a member of the wrong type costs that member only', () => {
    for (const name of Object.keys(full)) {
      for (const wrong of [5, 'text', true, [1], { x: 1 }, [[]], null]) {
        const report = readReport({ ...full, [name]: wrong });
        expect(report.exceptions.length).toBe(1);
        if (name !== 'breadcrumbs') expect(report.breadcrumbs.length).toBe(1);
      }
    }
    const { line: _, ...frame } = full.stack_trace.frames[0] ?? {};
    const { exceptions, notes } = readReport({ ...full, stack_trace: { frames: [{ ...frame, line: 'x' }, 7] } });
    expect(exceptions[0]?.frames).toMatchObject([{ function: 'f' }]);
    expect(exceptions[0]?.frames[0]).not.toHaveProperty('line');
    expect(notes).toEqual(['Frames that are not objects were ignored.', 'line is not a number and was ignored.']);
  });

  test('absurd numbers are no lines and no sizes', () => {
    for (const line of [-1, 1.5, 1e308, 2 ** 60]) {
      expect(
        readReport({ stack_trace: { frames: [{ function: 'f', line }] } }).exceptions[0]?.frames[0],
      ).not.toHaveProperty('line');
    }
  });

  test('ids of threads keep their digits', () => {
    const json =
      '{"platform":"ios","thread_info":[{"thread_id": 18446744073709551615,"name":"\\"thread_id\\": 18446744073709551615,"}]}';
    expect(readReportJson(json).threads).toMatchObject([
      { id: '18446744073709551615', name: '"thread_id": 18446744073709551615,' },
    ]);
  });
});

describe('what is too much is left out and noted', () => {
  const frames = (count: number) => Array.from({ length: count }, (_, index) => ({ index, function: `f${index}` }));

  test('frames: the first 200 and the last 50 stay', () => {
    const { exceptions, notes } = readReport({ stack_trace: { frames: frames(10_000) } });
    expect(exceptions[0]).toMatchObject({ trimmed: 9_750 });
    expect(exceptions[0]?.frames.length).toBe(250);
    expect(exceptions[0]?.frames[200]?.function).toBe('f9950');
    expect(notes).toEqual(['9750 frames in the middle of the stack were omitted.']);
  });

  test('threads: a hundred, and the crashed one in any case', () => {
    const threads = Array.from({ length: 300 }, (_, at) => ({ thread_id: at, is_crashed: at === 250 }));
    const report = readReport({ thread_info: threads });
    expect(report.threads.length).toBe(101);
    expect(report.threads.at(-1)).toMatchObject({ id: '250', isCrashed: true });
    expect(report.notes).toEqual(['199 threads were omitted.']);
  });

  test('breadcrumbs: the last hundred', () => {
    const report = readReport({ breadcrumbs: Array.from({ length: 130 }, (_, at) => ({ message: `m${at}` })) });
    expect([report.breadcrumbs.length, report.breadcrumbs[0]?.message]).toEqual([100, 'm30']);
    expect(report.notes).toEqual(['30 breadcrumbs were omitted.']);
  });

  test('breadcrumbs keep whatever else they say, those nearest to the crash first', () => {
    const data = { url: '/pay', __proto__: null, nested: [{ a: 1 }] };
    const said = [{ message: 'a' }, { category: 'http', level: 'warning', data }];
    expect(readReport({ breadcrumbs: said }).breadcrumbs).toEqual([
      { message: 'a' },
      { category: 'http', rest: { level: 'warning', data } },
    ]);
    const large = Array.from({ length: 3 }, () => ({ data: Array.from({ length: 900 }, (_, at) => at) }));
    const report = readReport({ breadcrumbs: large });
    expect(report.breadcrumbs.map(({ rest }) => (rest?.data as unknown[] | undefined)?.length)).toEqual([
      190, 900, 900,
    ]);
    expect(report.notes).toEqual(['breadcrumbs are too large; part of their data was omitted.']);
  });

  test('texts are cut, never in the middle of a character', () => {
    const report = readReport({ exception_type: `${'x'.repeat(255)}😀`, custom_data: { k: 'y'.repeat(5_000) } });
    expect(report.exceptionType).toBe('x'.repeat(255));
    expect((report.customData.k as string).length).toBe(1_024);
    expect(report.notes).toEqual([
      'exception_type was cut to 256 characters.',
      'custom_data is too large; part of it was omitted.',
    ]);
  });

  test('reports of 4 MB in every shape are read and grouped in no time', () => {
    const wide = Array.from({ length: 60_000 }, (_, at) => ({
      index: 60_000 - at,
      function: `f${at % 7}`,
      file: 'a.js',
    }));
    const threads = Array.from({ length: 2_000 }, () => ({ frames: wide.slice(0, 30) }));
    const big = 'x1'.repeat(2_000_000);
    const reports: readonly unknown[] = [
      { stack_trace: { frames: wide } },
      { thread_info: threads },
      { stack_trace: big, exception_message: big },
      { exception_type: big, exception_message: big },
      { custom_data: Object.fromEntries(wide.map((_, at) => [`k${at}`, at])) },
      { fingerprint: Array.from({ length: 100_000 }, () => 'x') },
    ];
    for (const report of reports) {
      const times = Array.from({ length: 3 }, () => {
        const start = process.cpuUsage();
        groupCrash(readReport(report));
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      });
      expect(Math.min(...times)).toBeLessThan(100);
    }
  });
});

describe('frames', () => {
  test('stand in the order of their index, the innermost first', () => {
    const { exceptions } = readReport({
      stack_trace: {
        frames: [
          { index: 2, function: 'c' },
          { index: 0, function: 'a' },
          { index: 1, function: 'b' },
        ],
      },
    });
    expect(exceptions[0]?.frames.map((frame) => frame.function)).toEqual(['a', 'b', 'c']);
  });

  test('come from the crashed thread when the stack has none', () => {
    const { exceptions, notes } = readReport({ ...full, stack_trace: { frames: [] } });
    expect(exceptions[0]?.frames).toMatchObject([{ function: 'g' }]);
    expect(notes).toEqual(['The stack has no frames; those of the crashed thread are used.']);
  });

  test('may be text where a list is expected', () => {
    const report = readReport({
      platform: 'web',
      stack_trace: { exception: { type: 'E' }, frames: 'at f (a.js:1:2)\nat g (a.js:1:2)' },
    });
    expect(report.exceptions).toMatchObject([{ type: 'E', frames: [{ function: 'f' }, { function: 'g' }] }]);
    expect(report.dialect).toBe('v8');
  });
});
