import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import type { CrashFrame } from '../../crashes/grouping/crash-frame.ts';
import { parseStack } from '../../crashes/parse-stack/parse-stack.ts';
import { resolveStack } from '../resolve-stack.ts';
import { SymbolFault } from '../symbol-fault.ts';
import { OpenedSourceMap } from './opened-source-map.ts';
import { readSourceMap, sourceMapLimits } from './read-source-map.ts';

const cart = `import { priceOf, type Item } from './price.ts';

export class ShoppingCart {
  readonly #items: Item[] = [];
  addItem(item: Item): this { this.#items.push(item); return this; }
  checkoutAll(): number {
    let total = 0;
    for (const item of this.#items) {
      total += priceOf(item);
    }
    return total;
  }
}
`;
const price = `export interface Item { readonly name: string; readonly cents?: number }

function refuseUnpriced(item: Item): never {
  // The line below is the one that throws.
  throw new TypeError('no price for ' + item.name);
}

export function priceOf(item: Item): number {
  if (item.cents === undefined) refuseUnpriced(item);
  return item.cents ?? 0;
}
`;
const main = `import { ShoppingCart } from './cart.ts';

function beginCheckout() {
  const cart = new ShoppingCart().addItem({ name: 'tea' });
  return cart.checkoutAll();
}
beginCheckout();
`;

/** A bundle of the sources above, as a build would make it. */
async function bundle(options: { minify: boolean; sourcesContent?: boolean }): Promise<{ code: string; map: string }> {
  const files: Record<string, string> = { 'main.ts': main, 'cart.ts': cart, 'price.ts': price };
  const { outputFiles } = await build({
    stdin: { contents: main, sourcefile: 'src/main.ts', resolveDir: '/', loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    sourcemap: 'external',
    outfile: 'app.js',
    absWorkingDir: '/',
    ...options,
    plugins: [
      {
        name: 'memory',
        setup: (setup) => {
          setup.onResolve({ filter: /^\.\// }, ({ path }) => ({ path: path.slice(2), namespace: 'src' }));
          setup.onLoad({ filter: /.*/, namespace: 'src' }, ({ path }) => ({
            contents: files[path] ?? '',
            loader: 'ts',
          }));
        },
      },
    ],
  });
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  return { code: textOf('.js'), map: textOf('.map') };
}

/** Runs a bundle until it throws; its frames as a browser would report them. */
function thrownFrames(code: string): readonly CrashFrame[] {
  try {
    runInThisContext(code, { filename: 'https://shop.example/assets/app.js' });
  } catch (error) {
    const frames = parseStack((error as Error).stack ?? '', 'web').exceptions[0]?.frames ?? [];
    return frames.filter(({ file }) => file?.endsWith('app.js'));
  }
  throw new Error('It did not throw');
}

const resolve = (frames: readonly CrashFrame[], map: string, firstColumn: 0 | 1 = 1) => {
  const symbols = new OpenedSourceMap(readSourceMap(Buffer.from(map)), firstColumn);
  const stack = { platform: 'web', frames: frames.map((frame) => ({ frame, symbol: 0 })) };
  return resolveStack(stack, () => symbols).frames.map((resolved) => resolved?.[0]);
};

describe('a stack of a minified bundle', () => {
  test('is taken back to the functions, files, lines and columns that were written', async () => {
    const { code, map } = await bundle({ minify: true });
    const frames = thrownFrames(code);
    expect(frames.map(({ function: name }) => name)).not.toContain('refuseUnpriced');
    const resolved = resolve(frames, map);
    expect(resolved.map((frame) => `${frame?.function} ${frame?.file}:${frame?.line}:${frame?.column}`)).toEqual([
      'refuseUnpriced src:price.ts:5:9',
      'priceOf src:price.ts:9:33',
      'checkoutAll src:cart.ts:9:16',
      'beginCheckout src/main.ts:5:15',
      'undefined src/main.ts:7:1',
      'undefined src/main.ts:7:15',
    ]);
  });

  test('shows five lines around each place', async () => {
    const { code, map } = await bundle({ minify: true });
    const [innermost] = resolve(thrownFrames(code), map);
    expect(innermost?.context).toEqual({
      before: price.split('\n').slice(0, 4),
      line: "  throw new TypeError('no price for ' + item.name);",
      after: price.split('\n').slice(5, 10),
    });
  });

  test('without sources in the map keeps its places and has no lines to show', async () => {
    const { code, map } = await bundle({ minify: true, sourcesContent: false });
    const [innermost] = resolve(thrownFrames(code), map);
    expect(innermost).toMatchObject({ file: 'src:price.ts', line: 5, column: 9 });
    expect(innermost?.function).toBeUndefined();
    expect(innermost?.context).toBeUndefined();
  });

  test('that is not minified keeps the names that the engine gave', async () => {
    const { code, map } = await bundle({ minify: false });
    const resolved = resolve(thrownFrames(code), map);
    expect(resolved.map((frame) => frame?.function)).toEqual([
      'refuseUnpriced',
      'priceOf',
      'ShoppingCart.checkoutAll',
      'beginCheckout',
      undefined,
      undefined,
    ]);
  });

  test('a line without a column means the first place of that line', async () => {
    const { code, map } = await bundle({ minify: false });
    const [{ column: _, ...first } = { isInApp: true }] = thrownFrames(code);
    expect(resolve([first], map)[0]).toMatchObject({ file: 'src:price.ts', line: 5 });
    expect(resolve([first], map)[0]?.column).toBeUndefined();
  });

  test('a place beyond the map is left as it is', async () => {
    const { map } = await bundle({ minify: true });
    const frame = { file: 'app.js', line: 900, column: 1, isInApp: true };
    expect(resolve([frame], map)).toEqual([undefined]);
  });
});

describe('a stack of Vite 8', () => {
  const { code, map } = JSON.parse(readFileSync(new URL('./vite-8-bundle.json', import.meta.url), 'utf8'));

  test('is not named by the variables that functions are called by, such as previousInstance for onClick', () => {
    const resolved = resolve(thrownFrames(code), JSON.stringify(map));
    expect(resolved.map((frame) => `${frame?.function} ${frame?.file}:${frame?.line}`)).toEqual([
      'refuseUnpriced ../src/price.ts:7',
      'priceOf ../src/price.ts:11',
      'undefined ../src/cart.ts:11',
      'checkoutAll ../src/cart.ts:11',
      'onClick ../src/shop.ts:9',
      'undefined ../src/dispatch.ts:7',
      'batchUpdates ../src/dispatch.ts:13',
      'dispatch ../src/dispatch.ts:7',
      'undefined ../src/main.ts:5',
    ]);
  });

  test('without its sources has the names that the engine gave and no minifier writes, and no others', () => {
    const resolved = resolve(thrownFrames(code), JSON.stringify({ ...map, sourcesContent: undefined }));
    expect(resolved.map((frame) => frame?.function).filter((name) => name !== undefined)).toEqual([
      'checkoutAll',
      'onClick',
    ]);
  });

  test('does not take a short name of the minifier for one that a source has for something else', () => {
    const sources = ['App.vue', 'unread.txt'];
    const sourcesContent = ['<script>function refuse(e) {}</script>', 'e'];
    const text = JSON.stringify({ version: 3, sources, sourcesContent, names: ['e'], mappings: 'AAAA' });
    const nameOf = (name: string) =>
      resolve([{ function: name, file: 'app.js', line: 1, column: 1, isInApp: true }], text)[0]?.function;
    expect([nameOf('e'), nameOf('refuse'), nameOf('missing')]).toEqual([undefined, 'refuse', undefined]);
  });
});

describe('a map in sections', () => {
  test('gives each part its own places, however the parts are nested', async () => {
    const { code, map } = await bundle({ minify: true });
    const shift = 3;
    const inner = { version: 3, sections: [{ offset: { line: 1, column: 0 }, map: JSON.parse(map) }] };
    const outer = JSON.stringify({ version: 3, sections: [{ offset: { line: shift - 1, column: 0 }, map: inner }] });
    const frames = thrownFrames(`${'\n'.repeat(shift)}${code}`);
    expect(frames[0]?.line).toBe(shift + 1);
    expect(resolve(frames, outer)[0]).toMatchObject({ function: 'refuseUnpriced', file: 'src:price.ts', line: 5 });
  });
});

describe('a composed map of Hermes', () => {
  // Worked out by hand: offset 100 is line 5 column 2 of cart.js, offset 250 is line 9 column 4 of it.
  const composed = JSON.stringify({
    version: 3,
    sources: ['/app/src/cart.js'],
    names: [],
    mappings: 'oGAIE,sJAIE',
    // `<global>` from 1:0, `addItem` from 4:0, `Cart#load` from 8:2.
    x_facebook_sources: [[{ names: ['<global>', 'addItem', 'Cart#load'], mappings: 'AAA;ACG;ECI' }]],
  });
  const at = (column: number) =>
    resolve([{ file: 'index.android.bundle', line: 1, column, isInApp: true }], composed, 0)[0];

  test('is asked by offsets into the bytecode, which begin with 0', () => {
    expect(at(100)).toMatchObject({ file: '/app/src/cart.js', line: 5, column: 3 });
    expect(at(99)).toBeUndefined();
    expect(at(249)).toMatchObject({ line: 5 });
    expect(at(250)).toMatchObject({ line: 9, column: 5 });
  });

  test('names functions by its function map', () => {
    expect(at(100)?.function).toBe('addItem');
    expect(at(250)?.function).toBe('Cart#load');
  });
});

describe('what is no usable source map is refused with a reason', () => {
  const plain = { version: 3, sources: ['a.js'], names: [], mappings: 'AAAA' };
  const cases: [string, unknown, RegExp][] = [
    ['text', 'var a = 1;', /not JSON/],
    ['a list', [], /JSON object/],
    ['version 2', { ...plain, version: 2 }, /version 3/],
    ['mappings that are no text', { ...plain, mappings: 7 }, /mappings of the source map/],
    ['mappings with a strange character', { ...plain, mappings: 'AAAA,é' }, /wrong character at 5/],
    ['sources that are no list', { ...plain, sources: 'a.js' }, /sources of/],
    ['a source that is no text', { ...plain, sources: [1] }, /sources of/],
    ['names that are no texts', { ...plain, names: [{}] }, /names of/],
    ['contents that are no texts', { ...plain, sourcesContent: [1] }, /sourcesContent of/],
    ['a section without a map', { version: 3, sections: [{ offset: { line: 0, column: 0 } }] }, /section 0 .* no map/],
    ['a section without an offset', { version: 3, sections: [{ map: plain }] }, /section 0 .* no offset/],
    ['a negative offset', { version: 3, sections: [{ offset: { line: -1, column: 0 }, map: plain }] }, /no offset/],
    ['too many places', { ...plain, mappings: ','.repeat(sourceMapLimits.segments) }, /more than \d+ places/],
    ['too many lines', { ...plain, mappings: ';'.repeat(sourceMapLimits.segments) }, /more than \d+ places/],
  ];
  for (const [name, map, message] of cases) {
    test(name, () => {
      const read = () => readSourceMap(Buffer.from(typeof map === 'string' ? map : JSON.stringify(map)));
      expect(read).toThrow(SymbolFault);
      expect(read).toThrow(message);
    });
  }

  test('sections that are nested too deeply', () => {
    let map: object = plain;
    for (let level = 0; level < 50; level += 1)
      map = { version: 3, sections: [{ offset: { line: 0, column: 0 }, map }] };
    expect(() => readSourceMap(Buffer.from(JSON.stringify(map)))).toThrow(/nested too deeply/);
  });

  test('places that name sources and names that are not there are no places', () => {
    const map = JSON.stringify({ ...plain, mappings: 'A8DAA8D' });
    expect(resolve([{ file: 'app.js', line: 1, column: 1, isInApp: true }], map)).toEqual([undefined]);
  });
});

test('the debug id is read under both of its names', () => {
  const map = { version: 3, sources: [], names: [], mappings: '', file: 'app.js' };
  const read = (more: object) => readSourceMap(Buffer.from(JSON.stringify({ ...map, ...more })));
  expect(read({ debugId: 'one' })).toMatchObject({ debugId: 'one', file: 'app.js' });
  expect(read({ debug_id: 'two' })).toMatchObject({ debugId: 'two' });
});

test('a map with 14 million sources is refused before it takes memory', () => {
  const sources = Buffer.alloc(14_000_000 * 3, '"",').subarray(0, -1);
  const start = Buffer.from('{"version":3,"names":["a,\\"b\\\\"],"mappings":"","sources":[');
  const bytes = Buffer.concat([start, sources, Buffer.from(']}')]);
  const before = process.memoryUsage().heapUsed;
  expect(() => readSourceMap(bytes)).toThrow('It has more than 2000000 sources and names.');
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
});
