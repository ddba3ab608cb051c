import { describe, expect, test } from 'vitest';
import type { CrashFrame } from './crash-frame.ts';
import { normaliseFrame } from './normalise-frame.ts';
import { normaliseMessage } from './normalise-message.ts';
import { normaliseNativeFunction } from './normalise-native.ts';
import { normaliseScriptFile, normaliseScriptFunction } from './normalise-script.ts';
import { normaliseType } from './normalise-type.ts';

const table = (
  what: string,
  normalise: (text: string) => string | undefined,
  cases: Record<string, string | undefined>,
) =>
  describe(what, () => {
    for (const [text, expected] of Object.entries(cases)) {
      test(`${text} → ${expected}`, () => expect(normalise(text)).toBe(expected));
    }
  });

table('files of scripts', normaliseScriptFile, {
  'https://cdn.example/js/main.4f2a91.chunk.js?v=2': 'main.chunk',
  'https://cdn.example/assets/index-BxY7fQ2a.js': 'index',
  'https://cdn.example/assets/checkout-summary.js': 'checkout-summary',
  'https://cdn.example/assets/page-settings.js': 'page-settings',
  'https://cdn.example/_next/static/chunks/pages/cart-2f1c8a9b7d.js': 'cart',
  'https://cdn.example/js/4821.8fe3a1c2.js': undefined,
  'webpack:///./src/cart/total.ts': 'total',
  'app:///src/cart/total.ts': 'total',
  'file:///home/ci/build-77/src/cart/total.ts': 'total',
  'C:\\build\\77\\src\\cart\\total.ts': 'total',
  '/app/src/cart/index.ts': 'cart/index',
  '/app/dist/index.js': 'index',
  'index.android.bundle': 'index.android',
  '/x/App.vue': 'App',
});

table('functions of scripts', normaliseScriptFunction, {
  'Cart.total': 'total',
  'Object.total': 'total',
  'Cart/this.total': 'total',
  'async total': 'total',
  'new Cart': 'Cart',
  'Cart.get total [as total]': 'total',
  'Cart.#total': 'total',
  total$1: 'total',
  'load/<': undefined,
  'Object.<anonymous>': undefined,
  eval: undefined,
  handler_1700000000000: 'handler_#',
});

table('native functions', (name) => normaliseNativeFunction(name, 'Acme'), {
  'closure #1 in ViewController.viewDidLoad()': 'ViewController.viewDidLoad()',
  'closure #2 (Swift.Int) in closure #1 in Cart.load(_:)': 'Cart.load(_:)',
  'specialized Cart.add<A>(_:)': 'Cart.add(_:)',
  '@objc ViewController.viewDidLoad()': 'ViewController.viewDidLoad()',
  'Acme.Cart.total() -> Swift.Int': 'Cart.total()',
  'protocol witness for Store.load() in conformance Disk': 'Store.load()',
  '-[ACMCart add:]': '-[ACMCart add:]',
  '__18-[ACMCart reload:]_block_invoke_3': '-[ACMCart reload:]',
  'acme::Store<int, std::map<int, int>>::load(int const&)': 'acme::Store::load',
  'void acme::visit<int>(acme::Node<int>*)': 'acme::visit',
  '(anonymous namespace)::load(int)': 'load',
  'acme::load(int) [clone .isra.0]': 'acme::load',
  'load.cold.1': 'load',
  '0x104a38000': undefined,
});

describe('classes and methods of the JVM', () => {
  const cases: Record<string, string | undefined> = {
    'com.acme.Cart total': 'com.acme.Cart total',
    'com.acme.Cart$1 run': 'com.acme.Cart run',
    'com.acme.Cart$Companion make': 'com.acme.Cart.Companion make',
    'com.acme.Cart lambda$load$3': 'com.acme.Cart load',
    'com.acme.Cart load$lambda$3': 'com.acme.Cart load',
    'com.acme.Cart load$lambda-3': 'com.acme.Cart load',
    'com.acme.Cart load$default': 'com.acme.Cart load',
    'com.acme.Cart load-1a2b3c4': 'com.acme.Cart load',
    'com.acme.Cart$load$1 invokeSuspend': 'com.acme.Cart load',
    'com.acme.Cart$load$$inlined$map$1 emit': 'com.acme.Cart load',
    'com.acme.Cart <init>': 'com.acme.Cart <init>',
    'com.acme.Cart access$000': undefined,
    'com.acme.Cart $r8$lambda$abc': undefined,
    'com.acme.Cart$$ExternalSyntheticLambda0 onClick': undefined,
    'com.acme.-$$Lambda$Cart$x1 run': undefined,
  };
  for (const [text, expected] of Object.entries(cases)) {
    test(`${text} → ${expected}`, () => {
      const [module = '', name = ''] = text.split(' ');
      const normal = normaliseFrame({ module, function: name, isInApp: true }, 'android');
      expect(normal && `${normal.module} ${normal.function}`).toBe(expected);
    });
  }
});

table('types', normaliseType, {
  'java.lang.NullPointerException': 'NullPointerException',
  'TypeError: x is undefined': 'TypeError',
  'EXC_BAD_ACCESS (SIGSEGV)': 'bad access',
  SIGBUS: 'bad access',
  EXC_BAD_INSTRUCTION: 'trap',
  SIGKILL: 'SIGKILL',
  'com.acme.Errors$1': 'Errors',
  'std::out_of_range': 'out_of_range',
  t: undefined,
});

table('messages', normaliseMessage, {
  'Order 4711 of "anna" failed': 'Order <n> of <text> failed',
  'id 3f2504e0-4f89-11d3-9a0c-0305e82c3301 at 0x7fff12': 'id <id> at <n>',
  'GET https://x.example/a?b=1 gave 502': 'GET <url> gave <n>',
  'open /var/lib/app/x.db: no such file': 'open <path>: no such file',
  'mail to anna@example.org, 2026-01-02T03:04:05Z': 'mail to <email>, <time>',
  "can't read 'x' of it": "can't read <text> of it",
  'connect 10.0.0.8:5432': 'connect <ip>',
  'commit 9f8e7d6c5b': 'commit <n>',
  'took 12.5 of -3 seconds, 12345678,25': 'took <n> of -<n> seconds, <n>',
});

test('a class is also found in the name of the function, or in the file', () => {
  const named = (frame: object) => normaliseFrame({ ...frame, isInApp: true }, 'android');
  expect(named({ function: 'com.acme.Cart.lambda$pay$1' })).toMatchObject({ module: 'com.acme.Cart', function: 'pay' });
  expect(named({ function: 'pay', file: 'src/Cart.kt' })).toMatchObject({ module: 'Cart', function: 'pay' });
  expect(named({ function: 'pay', file: 'SourceFile' })).not.toHaveProperty('module');
  expect(named({ function: 'pay()', file: '/ci/src/Cart.swift' })).toMatchObject({ module: 'Cart', function: 'pay()' });
});

test('lines, columns and addresses do not matter', () => {
  const frame: CrashFrame = { function: 'f', imageName: 'Acme', address: '0x1', isInApp: true };
  expect(normaliseFrame({ ...frame, address: '0x2', line: 3, column: 4, symbolAddress: '0x5' }, 'ios')).toEqual(
    normaliseFrame(frame, 'ios'),
  );
});
