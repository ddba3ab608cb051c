import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import { collect, Lamppost, waitUntil } from './harness/lamppost.ts';

vi.setConfig({ testTimeout: 120_000 });

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const require = createRequire(import.meta.url);

let lamppost: Lamppost;

beforeAll(async () => {
  lamppost = await Lamppost.start();
  const { at, keys } = lamppost;
  const platforms = ['web'];
  for (const flag of [
    { key: 'new_checkout', name: 'New checkout', platforms },
    { key: 'banner', name: 'Banner', value_type: 'string', default_value: 'Hello "you" \\ $x', platforms },
    { key: 'page_size', name: 'Page size', value_type: 'number', default_value: 20, platforms },
    {
      key: 'layout',
      name: 'Layout */',
      value_type: 'json',
      default_value: { columns: 3, tags: ['a'], none: null },
      platforms,
    },
    { key: 'class', name: 'A word that is taken', platforms },
  ]) {
    await lamppost.ask('/v1/flags', flag);
  }
  await lamppost.ask('/v1/experiments', {
    key: 'button_colour',
    name: 'Button colour',
    variants: [
      { key: 'grey', name: 'Grey', is_control: true, weight: 50 },
      { key: 'blue', name: 'Blue', weight: 50, payload: { colour: 'blue', sizes: [1, 2], deep: { x: true } } },
    ],
    metrics: [{ event_name: 'purchase', metric_type: 'conversion', is_primary: true }],
  });
  const schemas = {
    'checkout started': {
      type: 'object',
      required: ['items'],
      properties: {
        items: { type: 'integer', minimum: 1, description: 'How many' },
        currency: { enum: ['EUR', 'USD'] },
        cart: { $ref: '#/$defs/cart' },
        tags: { type: 'array', items: { type: 'string' } },
        in: { type: ['string', 'null'] },
      },
      $defs: { cart: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } },
    },
    purchase: {
      type: 'object',
      required: ['amount'],
      properties: { amount: { type: 'number' } },
      additionalProperties: false,
    },
    seen: { type: 'object', properties: {} },
  };
  for (const [name, properties] of Object.entries(schemas)) {
    const response = await fetch(`${lamppost.url}/v1/events/schemas/${encodeURIComponent(name)}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${keys.secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ properties }),
    });
    expect(response.status).toBe(201);
  }
  // From here on the command line has what CI has: a dev key.
  at.env.LP_KEY = keys.dev;
});
afterAll(() => lamppost.dispose());

/** What the compiler of the repository says of a program, as lines. */
async function compile(folder: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const paths = Object.fromEntries(
    ['browser', 'node', 'react'].map((name) => [
      `@lamppost/${name}`,
      [inRepository(`packages/sdk-${name}/src/index.ts`)],
    ]),
  );
  const options = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [inRepository('node_modules/@types')],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    paths,
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['src/lamppost.ts', ...Object.keys(files)] }),
  );
  return new Promise((resolve) => {
    const args = [inRepository('node_modules/.bin/tsc'), '-p', folder, '--pretty', 'false'];
    execFile(process.execPath, args, (_, out) => resolve(out.split('\n').filter((line) => line.includes('error TS'))));
  });
}

const RIGHT = `
import { createLamppost } from '@lamppost/browser';
import { createLamppost as createNode } from '@lamppost/node';
import { typedLamppost, useExperiment, useFlag, useTrack } from './src/lamppost.ts';

const lamppost = typedLamppost(createLamppost({ key: 'lp_pub_production_x', url: 'http://127.0.0.1' }));
export const isNew: boolean = lamppost.flag('new_checkout');
export const size: number = lamppost.flag('page_size', 50);
export const columns: number = lamppost.flag('layout').columns;
const assigned = lamppost.experiment('button_colour');
if (assigned?.variant === 'blue') assigned.payload.colour.toUpperCase();
lamppost.track('checkout started', { items: 3, currency: 'EUR', cart: { id: 'c' } });
lamppost.track('seen');
lamppost.client.identify('u-1');
typedLamppost(createNode({ key: 'lp_sec_production_x', url: 'http://127.0.0.1' }).forUser({ userId: 'u' })).flag('banner').trim();
export function useAll(): string {
  useTrack()('purchase', { amount: 1 });
  return useFlag('banner') + String(useExperiment('button_colour')?.variant);
}
`;

const WRONG = `
import { createLamppost } from '@lamppost/browser';
import { typedLamppost } from './src/lamppost.ts';
const lamppost = typedLamppost(createLamppost({ key: 'lp_pub_production_x', url: 'http://127.0.0.1' }));
lamppost.flag('new_chekout');
export const text: string = lamppost.flag('page_size');
lamppost.flag('new_checkout', 'yes');
lamppost.track('checkout started');
lamppost.track('checkout started', { items: '3' });
lamppost.track('checkout started', { items: 3, currency: 'DM' });
lamppost.track('purchase', { amount: 1, amuont: 2 });
lamppost.track('never seen');
const assigned = lamppost.experiment('button_colour');
if (assigned?.variant === 'red') assigned.payload;
if (assigned?.variant === 'blue') assigned.payload.color;
lamppost.experiment('new_checkout');
`;

describe('codegen', () => {
  test('init checks the key and writes the file, without the key', async () => {
    const { at, url, keys } = lamppost;
    const out = await at.ok('init', '--language', 'typescript', '--react');
    expect(out).toBe(
      `Wrote lamppost.config.json for ${url}.\nThe dev key works (production).\nNext: lamppost codegen   writes src/lamppost.ts\n`,
    );
    expect(await at.read('lamppost.config.json')).not.toContain(keys.dev);
    expect((await at.run(['init'])).code).toBe(6);
    const wrong = await at.run(['init', '--force'], {
      env: { LP_KEY: `${keys.dev.slice(0, -1)}${keys.dev.endsWith('X') ? 'Y' : 'X'}` },
    });
    expect(wrong).toMatchObject({ code: 4, err: expect.stringContaining('wrong checksum') });
  });

  test('the TypeScript compiles under strict, and every wrong use fails to compile', async () => {
    const { at } = lamppost;
    expect(await at.ok('codegen')).toBe('Wrote src/lamppost.ts\n');
    expect(await compile(at.folder, { 'right.ts': RIGHT })).toEqual([]);
    const faults = await compile(at.folder, { 'wrong.ts': WRONG });
    const lines = faults.map((fault) => Number(/wrong\.ts\((\d+),/.exec(fault)?.[1]));
    expect([...new Set(lines)]).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16]);
  });

  test('the same definitions are the same text, and --check agrees', async () => {
    const { at } = lamppost;
    const first = await at.read('src/lamppost.ts');
    expect(await at.ok('codegen')).toBe('Up to date: src/lamppost.ts\n');
    expect(await at.read('src/lamppost.ts')).toBe(first);
    expect(await at.ok('codegen', '--check')).toBe('src/lamppost.ts is up to date.\n');
  });

  test('Swift and Kotlin are read by their own grammars without a fault', async () => {
    const { at } = lamppost;
    await Parser.init();
    for (const [language, file, grammar] of [
      ['swift', 'Lamppost.swift', require.resolve('tree-sitter-wasms/out/tree-sitter-swift.wasm')],
      ['kotlin', 'Lamppost.kt', require.resolve('tree-sitter-wasms/out/tree-sitter-kotlin.wasm')],
    ] as const) {
      await at.ok('codegen', '--language', language, '--output', file, '--package', 'com.example.shop');
      const parser = new Parser();
      parser.setLanguage(await Language.load(grammar));
      const text = await at.read(file);
      expect(faultsOf(parser, text), language).toEqual([]);
      // The grammar does find faults.
      expect(faultsOf(parser, text.replace(') {', ') {{')), language).not.toEqual([]);
    }
    const swift = await at.read('Lamppost.swift');
    expect(swift).toContain('    case `class` = "class"\n');
    expect(swift).toContain('    public init(items: Int, cart: [String: Any]? = nil, currency: Currency? = nil,');
    expect(swift).toContain('fallback: "Hello \\"you\\" \\\\ $x")');
    const kotlin = await at.read('Lamppost.kt');
    expect(kotlin).toContain('package com.example.shop\n');
    expect(kotlin).toContain('fallback: Boolean): Boolean');
    expect(kotlin).toContain('"Hello \\"you\\" \\\\ \\$x")');
  });

  test('the OpenFeature manifest has every flag with its type', async () => {
    const { at } = lamppost;
    await at.ok('codegen', '--language', 'openfeature', '--output', 'flags.json');
    const { flags } = JSON.parse(await at.read('flags.json')) as { flags: Record<string, { flagType: string }> };
    expect(Object.entries(flags).map(([key, { flagType }]) => `${key} ${flagType}`)).toEqual([
      'banner string',
      'class boolean',
      'layout object',
      'new_checkout boolean',
      'page_size integer',
    ]);
  });

  test('--check names what breaks and where it is used, and exits with 1', async () => {
    const { at, keys } = lamppost;
    await mkdir(at.path('app'), { recursive: true });
    await writeFile(at.path('app/checkout.ts'), "// first\nif (lamppost.flag('new_checkout')) show();\n");
    await writeFile(at.path('app/Shop.swift'), 'let isNew = LamppostFlags(client).newCheckout\n');
    await at.run(['flags', 'set', 'new_checkout', '--status', 'archived'], { env: { LP_KEY: keys.secret } });
    await lamppost.ask('/v1/flags', { key: 'added', name: 'Added', platforms: ['web'] });
    const before = await at.read('src/lamppost.ts');
    const { code, out, err } = await at.run(['codegen', '--check', '--source', 'app']);
    expect(code).toBe(1);
    expect(out).toMatchInlineSnapshot(`
      "src/lamppost.ts is out of date:
        breaks: flag new_checkout was removed
          app/Shop.swift:1  let isNew = LamppostFlags(client).newCheckout
          app/checkout.ts:2  if (lamppost.flag('new_checkout')) show();
        flag added is new
      "
    `);
    expect(err).toContain('Generated code is out of date. 1 change may break code that uses it.');
    expect(await at.read('src/lamppost.ts')).toBe(before);
    const manifest = await at.run(['codegen', '--check', '--language', 'openfeature', '--output', 'flags.json']);
    expect(manifest).toMatchObject({ code: 1, out: expect.stringContaining('breaks: flag new_checkout was removed') });
    const missing = await at.run(['codegen', '--check', '--language', 'swift', '--output', 'none.swift']);
    expect(missing).toMatchObject({ code: 1, out: 'none.swift does not exist.\n' });
  });

  test('--watch writes again when a definition changes', async () => {
    const { at } = lamppost;
    const watch = at.start(['codegen', '--watch', '--interval', '1']);
    const output = collect(watch);
    await waitUntil(() => output().includes('Wrote src/lamppost.ts'));
    await lamppost.ask('/v1/flags', { key: 'later', name: 'Later', platforms: ['web'] });
    await waitUntil(async () => (await at.read('src/lamppost.ts')).includes('readonly later: boolean;'));
    const ended = new Promise((resolve) => watch.once('exit', resolve));
    watch.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});

/** Places at which the grammar lost the thread. */
function faultsOf(parser: Parser, text: string): string[] {
  const tree = parser.parse(text);
  const faults: string[] = [];
  const visit = (node: NonNullable<typeof tree>['rootNode']): void => {
    if (node.isError || node.isMissing) faults.push(`${node.startPosition.row + 1}: ${node.text.slice(0, 60)}`);
    for (const child of node.children) if (child !== null) visit(child);
  };
  if (tree !== null) visit(tree.rootNode);
  return faults;
}
