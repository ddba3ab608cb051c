import { expect, test } from 'vitest';
import type { OutputFiles } from './output-files.ts';
import { stampScripts, withoutMapComment } from './stamp-scripts.ts';
import { takeSourceMaps } from './take-source-maps.ts';

const map = (more: object = {}): string =>
  JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA', ...more });

function inMemory(texts: Record<string, string>): OutputFiles & { readonly files: Map<string, string> } {
  const files = new Map(Object.entries(texts));
  return {
    files,
    names: () => [...files.keys()],
    read: async (name) => files.get(name),
    replace: async (name, text) => void files.set(name, text),
    remove: async (name) => void files.delete(name),
  };
}

const texts: [name: string, code: string, bare: string][] = [
  ['a comment of a script', 'a();\n//# sourceMappingURL=a.js.map', 'a();\n'],
  ['an old one', 'a();\n//@ sourceMappingURL=a.js.map\n', 'a();\n'],
  ['one of a style sheet', 'a{}\n/*# sourceMappingURL=a.css.map */\n', 'a{}\n'],
  ['one with the map inside', 'a();\n//# sourceMappingURL=data:application/json;base64,AAAA\n', 'a();\n'],
  ['one before another comment', 'a();\n//# sourceMappingURL=a.js.map\n//# other', 'a();\n//# other'],
  ['a text within a line', 'a("//# sourceMappingURL=" + b);\n', 'a("//# sourceMappingURL=" + b);\n'],
  ['nothing', 'a();', 'a();'],
];
for (const [name, code, bare] of texts) {
  test(`what leads to a map is removed: ${name}`, () => expect(withoutMapComment(code)).toBe(bare));
}

test('a script and its map get one id, which is the same for the same contents and another for others', async () => {
  const idsOf = async (code: string): Promise<(string | undefined)[]> => {
    const output = inMemory({ 'a.js': code, 'a.js.map': map() });
    await stampScripts(output);
    return [
      /^\/\/# debugId=(.+)$/m.exec(output.files.get('a.js') ?? '')?.[1],
      JSON.parse(output.files.get('a.js.map') ?? '').debugId,
    ];
  };
  const [inScript, inMap] = await idsOf('a();');
  expect(inScript).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(inMap).toBe(inScript);
  expect(await idsOf('a();')).toEqual([inScript, inScript]);
  expect((await idsOf('b();'))[0]).not.toBe(inScript);
});

test('an id that the bundler has given is kept', async () => {
  const output = inMemory({ 'a.js': 'a();\n//# debugId=11-22\n', 'a.js.map': map({ debugId: '11-22' }) });
  await stampScripts(output);
  expect(output.files.get('a.js')).toBe('a();\n//# debugId=11-22\n');
});

test('every source map is removed, those of scripts are kept for the upload, and nothing else is touched', async () => {
  const output = inMemory({
    'a.js': 'a();',
    'a.js.map': map(),
    'b.mjs': 'b();',
    'b.mjs.map': map({ sources: [] }),
    'c.js?1': 'c();',
    'c.js.map?1': map(),
    'd.css': 'd{}',
    'd.css.map': map(),
    'level.map': '{"version":3,"walls":[]}',
    'broken.js.map': 'no JSON',
  });
  expect((await takeSourceMaps(output)).map(({ file }) => file)).toEqual(['a.js', 'c.js']);
  expect([...output.files.keys()]).toEqual(['a.js', 'b.mjs', 'c.js?1', 'd.css', 'level.map', 'broken.js.map']);
});

test('a map that lies elsewhere is the one of its script', async () => {
  const output = { ...inMemory({ 'a.js': 'a();', 'maps/1.map': map() }), mappedBy: () => 'a.js' };
  await stampScripts(output);
  expect(output.files.get('a.js')).toContain('//# debugId=');
  expect((await takeSourceMaps(output)).map(({ file }) => file)).toEqual(['a.js']);
});
