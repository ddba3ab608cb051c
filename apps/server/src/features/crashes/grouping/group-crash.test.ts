import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReport } from '../report/read-report.ts';
import { groupCrash } from './group-crash.ts';

const fingerprintOf = (report: unknown) => groupCrash(readReport(report)).fingerprint;
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const hash = hex(8).filter((text) => /\d/.test(text));
const place = fc.record({ line: fc.nat(1e6), column: fc.nat(1e6), hash, address: hex(9), n: fc.nat() });

describe('what differs from build to build and from device to device never changes the fingerprint', () => {
  const shapes: Record<
    string,
    (at: { line: number; column: number; hash: string; address: string; n: number }) => unknown
  > = {
    'V8 as text': ({ line, column, hash, n }) => ({
      platform: 'web',
      stack_trace: `TypeError: ${n} is not ${column}\n    at Cart.total (https://x.example/${hash}/main.${hash}.js?v=${n}:${line}:${column})\n    at show (https://x.example/page-${hash}.js:${line}:1)`,
    }),
    'Firefox as text': ({ line, column, hash }) => ({
      platform: 'web',
      exception_type: 'TypeError',
      stack_trace: `total@https://x.example/main.${hash}.js:${line}:${column}\nshow@https://x.example/page-${hash}.js:${line}:1`,
    }),
    'Java as text': ({ line, n }) => ({
      platform: 'android',
      stack_trace: `java.lang.Error: ${n}\n\tat com.acme.Cart.lambda$total$${n}(Cart.java:${line})\n\tat com.acme.Page$${n}.show(Page.java:${line})`,
    }),
    'Apple as text': ({ line, address, n }) => ({
      platform: 'ios',
      stack_trace: `Exception Type:  EXC_BAD_ACCESS (SIGSEGV)\nThread 0 Crashed:\n0   Acme   0x${address} closure #${n % 99999} in Cart.total() + ${n} (Cart.swift:${line})\n1   Acme   0x${address} Page.show(_:) + ${n} (Page.swift:${line})`,
    }),
    'frames with addresses': ({ line, column, address, n }) => ({
      platform: 'ios',
      exception_type: 'SIGSEGV',
      exception_message: `at ${n}`,
      stack_trace: {
        frames: ['Cart.total()', 'Page.show(_:)'].map((name) => ({
          function: name,
          image_name: 'Acme',
          raw_address: `0x${address}`,
          symbol_address: `0x${address}`,
          image_address: `0x${address}`,
          line,
          column,
        })),
      },
    }),
    'a message without a stack': ({ n, address, hash }) => ({
      platform: 'web',
      exception_type: 'Rejection',
      exception_message: `order ${n} at 0x${address} of ${hash} failed`,
    }),
  };
  for (const [name, shape] of Object.entries(shapes)) {
    test(name, () => {
      fc.assert(
        fc.property(place, place, (one, other) => {
          expect(fingerprintOf(shape(one))).toBe(fingerprintOf(shape(other)));
        }),
      );
    });
  }

  test('frames of the system, anywhere in the stack', () => {
    const system = ['-[UIView layout]', '_dispatch_call_block_and_release', 'CFRunLoopRun'].map((name) => ({
      function: name,
      image_name: 'UIKitCore',
    }));
    const own = ['a()', 'b()', 'c()'].map((name) => ({ function: name, image_name: 'Acme' }));
    const report = (frames: readonly object[]) => ({
      platform: 'ios',
      exception_type: 'SIGSEGV',
      stack_trace: { frames },
    });
    const between = fc.array(fc.constantFrom(...system), { maxLength: 4 });
    fc.assert(
      fc.property(fc.tuple(between, between, between, between), ([before, first, second, after]) => {
        const [a, b, c] = own as [object, object, object];
        expect(fingerprintOf(report([...before, a, ...first, b, ...second, c, ...after]))).toBe(
          fingerprintOf(report(own)),
        );
      }),
    );
  });

  test('negative control: another function does change it', () => {
    const report = (name: string) => ({
      platform: 'web',
      exception_type: 'E',
      stack_trace: { frames: [{ function: name, file: 'a.js' }] },
    });
    expect(fingerprintOf(report('total'))).not.toBe(fingerprintOf(report('sum')));
  });
});

describe('the answer', () => {
  const report = {
    platform: 'android',
    stack_trace:
      'java.lang.RuntimeException: outer\n\tat android.os.Handler.run(Handler.java:1)\nCaused by: java.io.IOException: disk 7 is full\nsecond line\n\tat java.io.X.write(X.java:1)\n\tat com.acme.Store.save(Store.kt:5)',
  };

  test('names the root cause, the innermost frame of the app, and the reason in words', () => {
    expect(groupCrash(readReport(report))).toEqual({
      rule: 1,
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      title: 'java.io.IOException: disk 7 is full',
      culprit: 'save in com.acme.Store',
      reason: {
        kind: 'in_app_frames',
        used: ['Type RuntimeException', 'Type IOException', 'Frame save in com.acme.Store'],
      },
    });
  });

  test('takes the frames of the nearest exception around the cause when the cause has none of the app', () => {
    const { reason, culprit } = groupCrash(
      readReport({
        platform: 'jvm',
        stack_trace:
          'a.B: x\n\tat com.acme.Store.save(Store.kt:5)\nCaused by: java.io.IOException\n\tat java.io.X.write(X.java:1)',
      }),
    );
    expect([reason.kind, culprit]).toEqual(['in_app_frames', 'save in com.acme.Store']);
  });

  test('is a title even when nothing is known', () => {
    expect(groupCrash(readReport(null))).toMatchObject({ title: 'Crash', reason: { kind: 'type_only', used: [] } });
  });

  // Rule 1 is published: if this fails, every group that exists would be made anew. Write rule 2 instead.
  test('is the same as on the day when rule 1 was made', () => {
    expect(fingerprintOf(report)).toBe('1b25a18d4c8aff36292e3fa1bb78ecc7');
    expect(fingerprintOf({ ...report, fingerprint: 'disk' })).toBe('5851e61d7ca8cbd376d40365da4161af');
  });
});

describe('frames group like the same stack as a text', () => {
  const framed = (platform: string, type: string, frames: readonly object[]) =>
    fingerprintOf({ platform, exception_type: type, stack_trace: { frames, exception: { type } } });

  test('also when the class is repeated before the method', () => {
    const text =
      'java.lang.Error: no\n\tat com.acme.Cart.total(Cart.kt:1)\n\tat com.acme.Page$onCreate$2.invoke(Page.kt:9)';
    const frames = [
      { function: 'com.acme.Cart.total', module: 'com.acme.Cart', file: 'Cart.kt', line: 1 },
      { function: 'com.acme.Page$onCreate$2.invoke', module: 'com.acme.Page$onCreate$2', file: 'Page.kt', line: 9 },
    ];
    expect(framed('android', 'java.lang.Error', frames)).toBe(
      fingerprintOf({ platform: 'android', exception_type: 'java.lang.Error', stack_trace: text }),
    );
  });

  test('also when the file is as Hermes writes it', () => {
    const text = 'TypeError: no\n    at applyCoupon (address at checkout.bundle:1:184220)';
    const frames = [{ function: 'applyCoupon', file: 'address at checkout.bundle', line: 1, column: 184220 }];
    expect(framed('android', 'TypeError', frames)).toBe(
      fingerprintOf({ platform: 'android', exception_type: 'TypeError', stack_trace: text }),
    );
  });
});

describe('a fingerprint of the sender', () => {
  const report = (fingerprint: unknown, type = 'E') => ({ platform: 'web', exception_type: type, fingerprint });

  test('decides alone, as a text or as a list', () => {
    expect(fingerprintOf(report('pay'))).toBe(fingerprintOf(report(['pay'], 'Other')));
    expect(fingerprintOf(report('pay'))).not.toBe(fingerprintOf(report('ship')));
    expect(groupCrash(readReport(report('pay'))).reason).toEqual({ kind: 'override', used: ['Fingerprint pay'] });
  });

  test('refines what the rule says where it has the placeholder', () => {
    const mixed = (type: string) => fingerprintOf(report(['{{ default }}', 'eu'], type));
    expect(mixed('E')).toBe(mixed('E'));
    expect(mixed('E')).not.toBe(mixed('Other'));
    expect(mixed('E')).not.toBe(fingerprintOf(report(undefined)));
  });

  test('is none when it is the placeholder alone, empty, or of the wrong type', () => {
    for (const none of ['{{ default }}', ['{{default}}'], [], '', [null, {}], 7n, false, null]) {
      expect(fingerprintOf(report(none))).toBe(fingerprintOf(report(undefined)));
    }
  });
});
