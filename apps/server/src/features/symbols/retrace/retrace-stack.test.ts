import { describe, expect, test } from 'vitest';
import type { RawFrame } from '../../crashes/grouping/crash-frame.ts';
import { indexString } from '../indexed-string.ts';
import { SymbolFault } from '../symbol-fault.ts';
import { MappingIndexer } from './mapping-indexer.ts';
import { OpenedMapping } from './opened-mapping.ts';
import { retraceStack } from './retrace-stack.ts';

const open = (mapping: string) => new OpenedMapping(indexString(mapping, new MappingIndexer()));

/** `a.b.c(SourceFile:3)` as a frame. */
function frameOf(text: string): RawFrame {
  const match = /^([^(]+)\.([^.(]+)(?:\(([^:)]*)(?::(\d+))?\))?$/.exec(text);
  const [, module = '', method = '', file, line] = match ?? [];
  return {
    module,
    function: method,
    ...(file === undefined || file === '' ? {} : { file }),
    ...(line === undefined ? {} : { line: Number(line) }),
  };
}

/** Frames as text: `~` marks an inlined one, `|` what it may have been as well; `=` one that was left alone. */
function retrace(mapping: string, stack: readonly string[], thrown?: string): string[] {
  const symbols = open(mapping);
  const frames = stack.map((text) => ({ frame: frameOf(text), symbols }));
  return retraceStack(frames, thrown).flatMap((retraced, at) =>
    retraced === undefined
      ? [`= ${stack[at]}`]
      : retraced.map(
          ({ module, function: method, file, line, isInlined, alternatives = [] }) =>
            `${isInlined === true ? '~ ' : ''}${module}.${method}(${file}${line === undefined ? '' : `:${line}`})${alternatives.map((name) => ` | ${name}`).join('')}`,
        ),
  );
}

const shop = `# compiler: R8
# compiler_version: 8.5.35
# pg_map_id: 7c3e2a1
# common_typos_disable
com.shop.Cart -> a.a:
# {"id":"sourceFile","fileName":"Cart.kt"}
    int total -> a
    1:1:void <init>():10:10 -> <init>
    1:3:void add(com.shop.Item):20:22 -> a
    4:4:int com.shop.Price.of(com.shop.Item):7:7 -> a
    4:4:void add(com.shop.Item):23 -> a
    5:5:void com.shop.Check.notNull(java.lang.Object):101:101 -> a
    5:5:int com.shop.Price.of(com.shop.Item):6 -> a
    5:5:void add(com.shop.Item):23 -> a
    6:9:void remove(int):40:41 -> a
    void clear() -> b
    void load(int) -> c
    void load(java.lang.String) -> c
    void open() -> d
    void close() -> d
    1:2:void first():50:51 -> e
    3:4:void second():60:61 -> e
    0:0:void quiet():70:70 -> f
    12:14:void same() -> g
com.shop.Price -> a.b:
# {"id":"sourceFile","fileName":"Pricing.kt"}
    1:1:int of(com.shop.Item):6:6 -> a
com.shop.Check -> a.c:
    1:1:void notNull(java.lang.Object):101:101 -> a
com.shop.StartKt -> a.d:
    1:1:void start():3:3 -> a
com.shop.Outer$Inner$1 -> a.e:
    1:1:void run():9:9 -> a
com.shop.Kept -> com.shop.Kept:
    1:1:void kept():5:5 -> kept
com.shop.Screen$$ExternalSyntheticLambda0 -> a.f:
# {"id":"com.android.tools.r8.synthesized"}
    1:1:void com.shop.Screen.lambda$onClick$0():33:33 -> run
    1:1:void run():0:0 -> run
      # {"id":"com.android.tools.r8.synthesized"}
    void other() -> b
      # {"id":"com.android.tools.r8.synthesized"}
`;

const cases: [string, string[], string[]][] = [
  ['a line of a range is as far into the source', ['a.a.a(SourceFile:2)'], ['com.shop.Cart.add(Cart.kt:21)']],
  ['a constructor is one', ['a.a.<init>(SourceFile:1)'], ['com.shop.Cart.<init>(Cart.kt:10)']],
  [
    'an inlined method stands before the one it was put into, each in its own file',
    ['a.a.a(SourceFile:4)'],
    ['~ com.shop.Price.of(Pricing.kt:7)', 'com.shop.Cart.add(Cart.kt:23)'],
  ],
  [
    'three methods in one, the middle one called where the mapping has a single line',
    ['a.a.a(SourceFile:5)'],
    ['~ com.shop.Check.notNull(Check.java:101)', '~ com.shop.Price.of(Pricing.kt:6)', 'com.shop.Cart.add(Cart.kt:23)'],
  ],
  [
    'a range that is longer than that of the source ends with it',
    ['a.a.a(SourceFile:9)'],
    ['com.shop.Cart.remove(Cart.kt:41)'],
  ],
  [
    'a method without lines keeps the line that was reported',
    ['a.a.b(SourceFile:88)'],
    ['com.shop.Cart.clear(Cart.kt:88)'],
  ],
  ['overloads of one name are that name', ['a.a.c(SourceFile)'], ['com.shop.Cart.load(Cart.kt)']],
  [
    'two methods under one name and no line: both are named, and neither has a line',
    ['a.a.d(SourceFile:5)'],
    ['com.shop.Cart.open(Cart.kt) | com.shop.Cart.close'],
  ],
  [
    'without a line a method with ranges may be any of them',
    ['a.a.e(SourceFile)'],
    ['com.shop.Cart.first(Cart.kt) | com.shop.Cart.second'],
  ],
  ['a range tells methods of one name apart', ['a.a.e(SourceFile:4)'], ['com.shop.Cart.second(Cart.kt:61)']],
  [
    'a line that no range holds says nothing of where it was',
    ['a.a.e(SourceFile:77)'],
    ['com.shop.Cart.first(Cart.kt) | com.shop.Cart.second'],
  ],
  ['the range 0:0 is for frames without a line', ['a.a.f(SourceFile)'], ['com.shop.Cart.quiet(Cart.kt:70)']],
  ['a range without lines of the source keeps the line', ['a.a.g(SourceFile:13)'], ['com.shop.Cart.same(Cart.kt:13)']],
  ['a file of Kotlin functions is named for them', ['a.d.a(SourceFile:1)'], ['com.shop.StartKt.start(Start.kt:3)']],
  [
    'an inner class is in the file of the outer one',
    ['a.e.a(SourceFile:1)'],
    ['com.shop.Outer$Inner$1.run(Outer.java:9)'],
  ],
  ['the file that was reported says the language', ['a.e.a(Outer.kt:1)'], ['com.shop.Outer$Inner$1.run(Outer.kt:9)']],
  ['a class that was kept is itself', ['com.shop.Kept.kept(Kept.java:1)'], ['com.shop.Kept.kept(Kept.java:5)']],
  ['a method that the mapping does not have keeps its name', ['a.a.zz(SourceFile:3)'], ['com.shop.Cart.zz(Cart.kt:3)']],
  ['a class that the mapping does not have is left alone', ['x.y.z(SourceFile:3)'], ['= x.y.z(SourceFile:3)']],
  [
    'what the compiler made up around a lambda is left out',
    ['a.f.run(SourceFile:1)', 'a.a.b(SourceFile:1)'],
    ['com.shop.Screen.lambda$onClick$0(Screen.java:33)', 'com.shop.Cart.clear(Cart.kt:1)'],
  ],
  [
    'what the compiler made up is shown when there is nothing else',
    ['a.f.b(SourceFile:1)'],
    ['com.shop.Screen$$ExternalSyntheticLambda0.other(Screen.java:1)'],
  ],
  ['a native method is in the file of its class', ['a.a.b(Native Method)'], ['com.shop.Cart.clear(Cart.kt)']],
];

describe('retraceStack', () => {
  for (const [name, stack, expected] of cases) {
    test(name, () => expect(retrace(shop, stack)).toEqual(expected));
  }

  test('frames that the obfuscated code adds to an exception are taken away for that exception only, and on top only', () => {
    const mapping = `com.shop.Cart -> a.a:
    4:4:void com.shop.Check.fail():12:12 -> a
      # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Ljava/lang/NullPointerException;)"],"actions":["removeInnerFrames(1)"]}
    4:4:void add():23:23 -> a
`;
    const whole = ['~ com.shop.Check.fail(Check.java:12)', 'com.shop.Cart.add(Cart.java:23)'];
    const stack = ['a.a.a(SourceFile:4)'];
    expect(retrace(mapping, stack, 'java.lang.NullPointerException')).toEqual(whole.slice(1));
    expect(retrace(mapping, stack, 'java.lang.IllegalStateException')).toEqual(whole);
    expect(retrace(mapping, ['x.y.z(A:1)', ...stack], 'java.lang.NullPointerException').slice(1)).toEqual(whole);
  });

  test('code that methods share is left out, and its caller found by the line in it', () => {
    const mapping = `com.shop.Outline -> o:
    1:2:int outline():0:0 -> a
      # {"id":"com.android.tools.r8.outline"}
com.shop.Cart -> a.a:
    4:4:int add(int):98:98 -> s
    5:5:int add(int):100:100 -> s
    27:27:int add(int):0:0 -> s
      # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5},"outline":"Lo;a()I"}
`;
    expect(retrace(mapping, ['o.a(SourceFile:1)', 'a.a.s(SourceFile:27)'])).toEqual([
      'com.shop.Cart.add(Cart.java:98)',
    ]);
    expect(retrace(mapping, ['o.a(SourceFile:2)', 'a.a.s(SourceFile:27)'])).toEqual([
      'com.shop.Cart.add(Cart.java:100)',
    ]);
  });

  test('comments that nobody knows, and broken ones, change nothing', () => {
    const mapping = `com.shop.Cart -> a.a:
# {"id":"sourceFile","fileName":7}
# {"id":"something.new","x":[1]}
# {broken
    1:1:void add():23:23 -> a
    # {"id":"com.android.tools.r8.residualsignature","signature":"(La/b;)V"}
    # {"id":"com.android.tools.r8.rewriteFrame","conditions":["unheardOf()"],"actions":["removeInnerFrames(1)"]}
`;
    expect(retrace(mapping, ['a.a.a(SourceFile:1)'], 'X')).toEqual(['com.shop.Cart.add(Cart.java:23)']);
  });

  test('lines may end as on Windows', () => {
    const mapping = shop.replaceAll('\n', '\r\n');
    expect(retrace(mapping, ['a.a.a(SourceFile:4)'])).toEqual([
      '~ com.shop.Price.of(Pricing.kt:7)',
      'com.shop.Cart.add(Cart.kt:23)',
    ]);
  });
});

describe('a mapping', () => {
  test('says its id', () => expect(indexString(shop, new MappingIndexer()).facts).toEqual({ debugId: '7c3e2a1' }));

  test('of many classes is found in by name, whatever the classes are called', () => {
    const classes = Array.from(
      { length: 20_000 },
      (_, at) => `com.shop.C${at} -> x.c${at}:\n    1:1:void m():${at + 1} -> a\n`,
    );
    const symbols = open(classes.join(''));
    for (const at of [0, 1, 9_999, 19_999]) {
      expect(symbols.classNamed(`x.c${at}`)?.original).toBe(`com.shop.C${at}`);
    }
    expect(symbols.classNamed('x.c20000')).toBeUndefined();
  });

  const refused: [string, string, RegExp][] = [
    ['without a class', '# only a comment\n', /no line of a class/],
    ['that is empty', '', /no line of a class/],
    ['with a line that is none', 'com.shop.A -> a:\nwhat is this\n', /^Line 2 is not/],
    ['with a line that is too long', `com.shop.A -> a:\n${'x'.repeat(70_000)} -> b:\n`, /^Line 2 is too long/],
  ];
  for (const [name, mapping, message] of refused) {
    test(`${name} is refused, naming the line`, () => {
      expect(() => open(mapping)).toThrow(SymbolFault);
      expect(() => open(mapping)).toThrow(message);
    });
  }
});
