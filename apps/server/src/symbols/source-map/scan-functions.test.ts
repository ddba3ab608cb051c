import { describe, expect, test } from 'vitest';
import { FunctionNames } from './function-names.ts';
import { scanFunctions } from './scan-functions.ts';

/** The function around each `HERE` of a text. */
function namesIn(text: string, file = 'src/app.tsx'): (string | undefined)[] {
  const names = new FunctionNames(scanFunctions(text, file) ?? []);
  return text
    .split('\n')
    .flatMap((line, at) => [...line.matchAll(/HERE/g)].map(({ index }) => names.at(at + 1, index)));
}

const cases: [name: string, text: string, expected: (string | undefined)[]][] = [
  ['a declaration', 'HERE; function load() { HERE } HERE', [undefined, 'load', undefined]],
  ['a generator, async', 'async function* load() { HERE }', ['load']],
  ['a named expression', 'run(function load() { HERE })', ['load']],
  ['an expression that a variable holds', 'const load = async function () { HERE };', ['load']],
  ['an arrow with a body', 'const load = async (id) => { HERE };', ['load']],
  ['an arrow without a body', 'const load = (id) => HERE(id); HERE', ['load', undefined]],
  ['an arrow of one word', 'export const load = id => HERE(id)\nHERE', ['load', undefined]],
  ['an arrow as an argument has no name', 'function all() { list.map((x) => HERE(x)); HERE }', [undefined, 'all']],
  [
    'a function that is called at once',
    'const made = function () { HERE }(); const x = (() => { HERE })();',
    [undefined, undefined],
  ],
  [
    'a member of an object',
    "const o = { load: () => HERE, 'save-all': function () { HERE }, [key]: () => HERE };",
    ['load', 'save-all', undefined],
  ],
  ['an assigned member', 'Cart.prototype.load = function () { HERE };', ['load']],
  [
    'methods',
    "class A { static async load() { HERE } get b() { HERE } #c() { HERE } 'd'() { HERE } [e]() { HERE } }",
    ['load', 'b', '#c', 'd', undefined],
  ],
  [
    'a constructor',
    'function make() { return class Cart extends Base<{ a: 1 }> { x = HERE; constructor() { HERE } } }',
    [undefined, 'Cart'],
  ],
  [
    'a field that holds a function',
    'class A { private readonly load: Handler<A, B> = (x) => { HERE };\n save = () => HERE }',
    ['load', 'save'],
  ],
  [
    'types between parameters and body',
    'function load<T, U>(a: T): Promise<Map<T, U>> { HERE }\nconst is = (a: T): a is U => { HERE };\nconst off = (f: () => void): (() => void) => { HERE };',
    ['load', 'is', 'off'],
  ],
  [
    'blocks belong to the function around',
    'function load() { if (a) { HERE } for (const b of c) { HERE } try { HERE } catch (e) { HERE } switch (a) { case (1): { HERE } } }',
    Array(5).fill('load'),
  ],
  ['a call and a block after it', 'function load() { save()\n{ HERE } }', ['load']],
  ['a choice is no member', 'const x = a ? b : () => HERE;', [undefined]],
  [
    'braces in strings, templates, comments and patterns',
    `function load() { a('}', \`}\${b({ c: '}' })}\`, /[/}]}/g); /* } */ HERE // }\n}`,
    ['load'],
  ],
  ['a division is no pattern', 'function load() { return (a) / 2 + b / c; } function save() { HERE }', ['save']],
  ['a pattern behind a condition', "function load() { if (a) /'{/.test(b); HERE }", ['load']],
  [
    'elements',
    "function Shop() { return <p title='{'>Don't {HERE} <b onClick={() => { HERE }} {...rest}/> it's }</p>; HERE }",
    ['Shop', 'onClick', 'Shop'],
  ],
  [
    'comments in tags',
    "function Shop() { return <p // Don't {\n a={1} /* ' */ />; } function Cart() { HERE }",
    ['Cart'],
  ],
  [
    'comparisons and shifts are no elements',
    'function load() { return a <b && 1<<c; } function save() { HERE }',
    ['save'],
  ],
  [
    'type parameters are no elements',
    'const load = <T,>(a: T) => { HERE }; const save = <T extends U>(a: T) => HERE;',
    ['load', 'save'],
  ],
];

describe('the function around a place of a source', () => {
  for (const [name, text, expected] of cases) test(name, () => expect(namesIn(text)).toEqual(expected));

  test('is not looked for in what is no script', () => {
    expect(scanFunctions('function load() {}', 'src/App.vue')).toBeUndefined();
    expect(scanFunctions('function load() {}', 'webpack://app/./src/app.js?4f1c')).toBeDefined();
  });

  test('is looked for to the end in what no one wrote', () => {
    const odd = [
      '`${'.repeat(50_000),
      '<a>{'.repeat(50_000),
      '('.repeat(50_000),
      ')>'.repeat(50_000),
      '/* ',
      "'\\",
      '<a b="',
    ];
    for (const text of odd) expect(scanFunctions(text, 'a.jsx')).toBeDefined();
  });
});
