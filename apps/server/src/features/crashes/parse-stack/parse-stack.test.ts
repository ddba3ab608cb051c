import { describe, expect, test } from 'vitest';
import { frameLimits } from '../grouping/trim-frames.ts';
import { parseStack } from './parse-stack.ts';

const lines = (...text: readonly string[]) => text.join('\n');
const framesOf = (text: string, platform?: string) => parseStack(text, platform).exceptions.map(({ frames }) => frames);

describe('V8', () => {
  const frame = (line: string) => framesOf(`Error: x\n    at anchor (/app/a.js:1:1)\n    ${line}`)[0]?.[1];
  const cases: Record<string, object> = {
    'at Cart.total (https://x.example/a.js:1:23)': {
      function: 'Cart.total',
      file: 'https://x.example/a.js',
      line: 1,
      column: 23,
      isInApp: true,
    },
    'at async load (file:///app/b.js:4:5)': {
      function: 'load',
      file: 'file:///app/b.js',
      line: 4,
      column: 5,
      isInApp: true,
    },
    'at new Cart (/app/b.js:4:5)': { function: 'new Cart', file: '/app/b.js', line: 4, column: 5, isInApp: true },
    'at Cart.go [as onClick] (/app/b.js:4:5)': {
      function: 'Cart.go',
      file: '/app/b.js',
      line: 4,
      column: 5,
      isInApp: true,
    },
    'at /app/b.js:4:5': { file: '/app/b.js', line: 4, column: 5, isInApp: true },
    'at async /app/b.js:4:5': { file: '/app/b.js', line: 4, column: 5, isInApp: true },
    'at Array.map (<anonymous>)': { function: 'Array.map', file: '<anonymous>', isInApp: false },
    'at async Promise.all (index 0)': { function: 'Promise.all', isInApp: false },
    'at eval (eval at run (http://x.example/t.js:7:9), <anonymous>:1:2)': {
      function: 'eval',
      file: 'http://x.example/t.js',
      line: 7,
      column: 9,
      isInApp: true,
    },
    'at eval (eval at run (eval at go (/app/t.js:7:9), <anonymous>:3:4), <anonymous>:1:2)': {
      function: 'eval',
      file: '/app/t.js',
      line: 7,
      column: 9,
      isInApp: true,
    },
    'at f (/app/(group)/page (1).js:2:3)': {
      function: 'f',
      file: '/app/(group)/page (1).js',
      line: 2,
      column: 3,
      isInApp: true,
    },
    'at node:internal/process/task_queues:95:5': {
      file: 'node:internal/process/task_queues',
      line: 95,
      column: 5,
      isInApp: false,
    },
    'at f (C:\\srv\\a.js:2:3)': { function: 'f', file: 'C:\\srv\\a.js', line: 2, column: 3, isInApp: true },
  };
  for (const [line, expected] of Object.entries(cases)) {
    test(line, () => expect(frame(line)).toEqual(expected));
  }

  test('type and message, of more than one line, with what Node shows before and after', () => {
    const text = lines(
      '/app/a.js:3',
      '  throw x',
      '  ^',
      '',
      'TypeError [ERR_X]: one',
      'two: three',
      '    at f (/app/a.js:3:1)',
      '',
      'Node.js v20',
    );
    expect(parseStack(text).exceptions).toMatchObject([{ type: 'TypeError', message: 'one\ntwo: three' }]);
  });

  test('causes follow the exception that they caused', () => {
    const text = lines('Error: a', '    at f (/a.js:1:1) {', '  [cause]: TypeError: b', '      at g (/b.js:1:1)', '}');
    const { dialect, exceptions } = parseStack(text);
    expect(dialect).toBe('v8');
    expect(exceptions).toMatchObject([
      { type: 'Error', message: 'a', frames: [{ function: 'f' }] },
      { type: 'TypeError', message: 'b', frames: [{ function: 'g' }] },
    ]);
  });
});

test('Firefox: names, nameless functions, callbacks, eval and packages with an @', () => {
  const text = lines(
    'total@https://x.example/a.js:1:2',
    'load/<@https://x.example/a.js:3:4',
    'async*save@https://x.example/npm/@acme/b.js:5:6',
    '@https://x.example/t.js line 7 > eval:1:1',
  );
  expect(parseStack(text).dialect).toBe('firefox');
  expect(framesOf(text)).toEqual([
    [
      { function: 'total', file: 'https://x.example/a.js', line: 1, column: 2, isInApp: true },
      { function: 'load/<', file: 'https://x.example/a.js', line: 3, column: 4, isInApp: true },
      { function: 'save', file: 'https://x.example/npm/@acme/b.js', line: 5, column: 6, isInApp: true },
      { file: 'https://x.example/t.js', line: 7, isInApp: true },
    ],
  ]);
});

test('JavaScriptCore: native code, global code, and frames without a name', () => {
  const text = lines(
    'TypeError: undefined is not an object',
    'total@https://x.example/a.js:1:2',
    'map@[native code]',
    'global code@https://x.example/a.js:9:9',
    'file:///a/main.jsbundle:3:4',
  );
  expect(parseStack(text).dialect).toBe('javascriptcore');
  expect(parseStack(text).exceptions).toEqual([
    {
      type: 'TypeError',
      message: 'undefined is not an object',
      frames: [
        { function: 'total', file: 'https://x.example/a.js', line: 1, column: 2, isInApp: true },
        { function: 'map', file: '[native code]', isInApp: false },
        { file: 'https://x.example/a.js', line: 9, column: 9, isInApp: true },
        { file: 'file:///a/main.jsbundle', line: 3, column: 4, isInApp: true },
      ],
    },
  ]);
});

test('where Firefox and JavaScriptCore write alike, the platform decides', () => {
  const text = 'total@https://x.example/a.js:1:2';
  expect([parseStack(text).dialect, parseStack(text, 'ios').dialect]).toEqual(['firefox', 'javascriptcore']);
});

test('Hermes: offsets into bytecode, native frames, its own internals', () => {
  const text = lines(
    "TypeError: Cannot read property 'x' of undefined",
    '    at onPress (address at index.android.bundle:1:12345)',
    '    at anonymous (address at /data/x/index.android.bundle:1:20)',
    '    at apply (native)',
    '    at run (address at InternalBytecode.js:1:5)',
  );
  expect(parseStack(text, 'android').dialect).toBe('hermes');
  expect(framesOf(text, 'android')).toEqual([
    [
      { function: 'onPress', file: 'index.android.bundle', line: 1, column: 12345, isInApp: true },
      { file: '/data/x/index.android.bundle', line: 1, column: 20, isInApp: true },
      { function: 'apply', file: 'native', isInApp: false },
      { function: 'run', file: 'InternalBytecode.js', line: 1, column: 5, isInApp: false },
    ],
  ]);
});

describe('Java and Kotlin', () => {
  const text = lines(
    'Exception in thread "main" java.lang.IllegalStateException: outer',
    '\tat com.acme.A.a(A.java:1)',
    '\tat com.acme.Main.main(Main.kt:9)',
    '\tSuppressed: java.lang.Error: not this',
    '\t\tat com.acme.S.s(S.java:1)',
    '\tCaused by: java.lang.Error: nor this',
    '\t\tat com.acme.S.t(S.java:2)',
    'Caused by: java.io.IOException',
    '\tat java.base/java.io.X.read(X.java:5)',
    '\tat com.acme.B.<init>(SourceFile:1)',
    '\tat com.acme.C.c(r8-map-id-0a1b2c:7)',
    '\tat com.acme.N.n(Native Method)',
    '\t... 1 more',
  );

  test('causes with the frames that they share, without what was suppressed', () => {
    const { dialect, exceptions } = parseStack(text, 'android');
    expect(dialect).toBe('java-kotlin');
    expect(exceptions).toEqual([
      {
        type: 'java.lang.IllegalStateException',
        message: 'outer',
        frames: [
          { module: 'com.acme.A', function: 'a', file: 'A.java', line: 1, isInApp: true },
          { module: 'com.acme.Main', function: 'main', file: 'Main.kt', line: 9, isInApp: true },
        ],
      },
      {
        type: 'java.io.IOException',
        frames: [
          { module: 'java.io.X', function: 'read', file: 'X.java', line: 5, isInApp: false },
          { module: 'com.acme.B', function: '<init>', file: 'SourceFile', line: 1, isInApp: true },
          { module: 'com.acme.C', function: 'c', file: 'r8-map-id-0a1b2c', line: 7, isInApp: true },
          { module: 'com.acme.N', function: 'n', file: 'Native Method', isInApp: true },
          { module: 'com.acme.Main', function: 'main', file: 'Main.kt', line: 9, isInApp: true },
        ],
      },
    ]);
  });

  test('a dump of threads gives every thread, and the main one as what does not respond', () => {
    const dump = lines(
      'ANR in com.acme',
      '"main" prio=5 tid=1 Blocked',
      '  at com.acme.Db.open(Db.kt:1)',
      '"io" daemon prio=5 tid=7 Native',
      '  at com.acme.Io.run(Io.kt:2)',
    );
    const { exceptions, threads } = parseStack(dump, 'android');
    expect(exceptions).toMatchObject([{ type: 'ANR', message: 'com.acme', frames: [{ function: 'open' }] }]);
    expect(threads).toMatchObject([
      { id: '1', name: 'main', isCrashed: true },
      { id: '7', name: 'io', isCrashed: false, frames: [{ function: 'run' }] },
    ]);
  });
});

test('native code on Android: signal, symbols and images, the crashed thread only', () => {
  const text = lines(
    'signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0',
    '  #00 pc 000000000001a2b4  /data/app/x/lib/arm64/libimages.so (acme::load(int, char const*)+44) (BuildId: 0a1b)',
    '  #01 pc 00000000000d3a18  /apex/com.android.runtime/lib64/bionic/libc.so',
    '  #00 pc 0000000000000001  /data/app/x/lib/arm64/libother.so (other+1)',
  );
  expect(parseStack(text, 'android').exceptions).toEqual([
    {
      type: 'SIGSEGV',
      message: 'SEGV_MAPERR',
      frames: [
        {
          function: 'acme::load(int, char const*)',
          address: '0x000000000001a2b4',
          imageName: 'libimages.so',
          module: '/data/app/x/lib/arm64/libimages.so',
          isInApp: true,
        },
        {
          address: '0x00000000000d3a18',
          imageName: 'libc.so',
          module: '/apex/com.android.runtime/lib64/bionic/libc.so',
          isInApp: false,
        },
      ],
    },
  ]);
});

describe('Apple', () => {
  const text = lines(
    'Exception Type:  EXC_BAD_ACCESS (SIGSEGV)',
    'Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000010',
    'Thread 0 name:  Dispatch queue: com.apple.main-thread',
    'Thread 0 Crashed:',
    '0   My App                        0x0000000104a3c5d4 0x104a38000 + 17876',
    '1   My App                        0x0000000104a3c64c closure #1 in ViewController.viewDidLoad() + 120 (ViewController.swift:42)',
    '2   My App                        0x0000000104a3c700 [inlined] Cart.total(_:) + 4 (Cart.swift:7:3)',
    '3   UIKitCore                     0x0000000186d1a2b3 -[UIViewController view] + 28',
    '4   ???                           0x0000000000000123 <redacted> + 1',
    'Thread 1:',
    '0   libsystem_pthread.dylib       0x00000001f1234560 start_wqthread + 0',
    'Thread 0 crashed with ARM Thread State (64-bit):',
    'Binary Images:',
    '  0x104a38000 - 0x104b3ffff My App arm64  <e0a1b2c3d4e5f60718293a4b5c6d7e8f> /private/var/containers/Bundle/Application/1B/My App.app/My App',
  );

  test('threads, frames with and without symbols, and images', () => {
    const { dialect, exceptions, threads, images } = parseStack(text, 'ios');
    expect(dialect).toBe('apple');
    expect(exceptions).toEqual([
      {
        type: 'EXC_BAD_ACCESS',
        message: 'KERN_INVALID_ADDRESS at 0x0000000000000010',
        frames: [
          { imageName: 'My App', address: '0x0000000104a3c5d4', imageAddress: '0x104a38000', isInApp: true },
          {
            imageName: 'My App',
            address: '0x0000000104a3c64c',
            function: 'closure #1 in ViewController.viewDidLoad()',
            file: 'ViewController.swift',
            line: 42,
            symbolAddress: '0x104a3c5d4',
            isInApp: true,
          },
          {
            imageName: 'My App',
            address: '0x0000000104a3c700',
            function: 'Cart.total(_:)',
            file: 'Cart.swift',
            line: 7,
            column: 3,
            symbolAddress: '0x104a3c6fc',
            isInlined: true,
            isInApp: true,
          },
          {
            imageName: 'UIKitCore',
            address: '0x0000000186d1a2b3',
            function: '-[UIViewController view]',
            symbolAddress: '0x186d1a297',
            isInApp: false,
          },
          { address: '0x0000000000000123', isInApp: false },
        ],
      },
    ]);
    expect(threads).toMatchObject([
      { id: '0', name: 'Dispatch queue: com.apple.main-thread', isCrashed: true },
      { id: '1', isCrashed: false, frames: [{ function: 'start_wqthread' }] },
    ]);
    expect(images).toEqual([
      {
        name: 'My App',
        path: '/private/var/containers/Bundle/Application/1B/My App.app/My App',
        uuid: 'e0a1b2c3d4e5f60718293a4b5c6d7e8f',
        loadAddress: '0x104a38000',
        size: 0x108000,
      },
    ]);
  });

  test('an exception is known by its name and reason, and by the backtrace of where it was thrown', () => {
    const thrown = lines(
      'Exception Type:  EXC_CRASH (SIGABRT)',
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond bounds'",
      'Last Exception Backtrace:',
      '0   CoreFoundation   0x1a2b3c4d5 __exceptionPreprocess + 164',
      '1   Acme   0x104a3c5d4 -[List at:] + 8',
      'Thread 0 Crashed:',
      '0   libsystem_kernel.dylib   0x00000001b8f0a2ec __pthread_kill + 8',
    );
    expect(parseStack(thrown).exceptions).toMatchObject([
      {
        type: 'NSRangeException',
        message: 'index 3 beyond bounds',
        frames: [{ function: '__exceptionPreprocess' }, { function: '-[List at:]' }],
      },
    ]);
  });
});

test('a text that is no stack is a message', () => {
  expect(parseStack('it broke\nat some point')).toEqual({
    dialect: 'v8',
    exceptions: [{ message: 'it broke\nat some point', frames: [] }],
    threads: [],
    images: [],
    notes: [],
  });
  expect(parseStack('').exceptions).toEqual([{ frames: [] }]);
});

test('line breaks that were escaped twice are line breaks', () => {
  expect(framesOf('Error: x\\n    at f (/a.js:1:2)\\n    at g (/a.js:3:4)')[0]?.map((frame) => frame.function)).toEqual(
    ['f', 'g'],
  );
});

test('of a long stack the first and the last frames are kept, and the rest is counted', () => {
  const many = Array.from({ length: 1000 }, (_, at) => `    at f${at} (/app/a.js:${at}:1)`);
  const [exception] = parseStack(lines('Error: x', ...many)).exceptions;
  expect(exception?.trimmed).toBe(1000 - frameLimits.head - frameLimits.tail);
  expect([exception?.frames[0], exception?.frames[200], exception?.frames.at(-1)].map((one) => one?.function)).toEqual([
    'f0',
    'f950',
    'f999',
  ]);
});

describe('4 MB of hostile text takes less than 50 ms', () => {
  const size = 4 * 1024 * 1024;
  const filled = (unit: string) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  const hostile: Record<string, string> = {
    'one line of brackets': `at ${filled('(')}`,
    'pairs of brackets': `at ${filled('()')}`,
    'lines of brackets': filled(`at ${'('.repeat(2000)}\n`),
    'closing brackets': filled(`at f${')'.repeat(2000)}\n`),
    'one letter lines': filled('a\n'),
    'tiny frames': filled('at a (b:1:1)\n'),
    'colons and digits': filled(`at f (${':1'.repeat(1000)}\n`),
    'at signs': filled(`${'@'.repeat(2000)}\n`),
    'stars and at signs': filled(`${'*/<'.repeat(600)}@x:1\n`),
    'java causes': filled('Caused by: a.b.C: x\n\tat a.b.C.d(E.java:1)\n\t... 1 more\n'),
    dots: filled(`${'a.'.repeat(1000)}\n`),
    'digits and blanks': filled(`0 ${' '.repeat(1000)}0x${'0'.repeat(900)}\n`),
    'apple frames': filled('0 A 0x0000000000001 f + 1 (a.swift:1)\n'),
    'apple spaces in brackets': filled(`0 A 0x00001 ${' ('.repeat(900)}:1)\n`),
    'android frames': filled(`#01 pc 0001 /a/b.so ${'('.repeat(900)}\n`),
    threads: filled('"a" prio=5 tid=1 X\n at a.b.C.d(E.java:1)\n'),
    'causes of Node': filled('  [cause]: Error: x\n  at f (/a.js:1:1)\n'),
    binary: filled('\u0000\u0001\ud800\uffff\n'),
    blanks: filled(' '),
    'escaped breaks': filled('\\n'),
    quotes: filled(`Exception in thread "${'"'.repeat(1000)}\n`),
  };
  for (const [name, text] of Object.entries(hostile)) {
    test(name, () => {
      // Time of the processor, and the best of five: what else the machine does must not decide.
      const times = Array.from({ length: 5 }, () => {
        const start = process.cpuUsage();
        parseStack(text);
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      });
      expect(Math.min(...times)).toBeLessThan(50);
    });
  }
});
