import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The compiler takes any name for a class of a CSS module: one that is gone would be missed in the browser only.

const source = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
const read = (path: string): string => readFileSync(join(source, path), 'utf8');

const defined = new Map(
  files
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => [
      path,
      new Set(Array.from(selectorsOf(read(path)).matchAll(/\.([a-z]\w*)/gi), ([, name]) => `${name}`)),
    ]),
);
const used = new Map<string, Set<string>>(Array.from(defined.keys(), (path) => [path, new Set()]));
const usedByVariable = new Set<string>();
const missing: string[] = [];

for (const path of files.filter((name) => /\.tsx?$/.test(name))) {
  const text = read(path);
  for (const [, name, specifier] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
    const module = join(dirname(path), `${specifier}`);
    if (text.includes(`${name}[`)) usedByVariable.add(module);
    for (const [, className] of text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
      used.get(module)?.add(`${className}`);
      if (defined.get(module)?.has(`${className}`) !== true) missing.push(`${path}: ${name}.${className}`);
    }
  }
}

function selectorsOf(css: string): string {
  return css.replace(/\/\*.*?\*\/|:global\([^)]*\)/gs, '').replace(/\{[^{}]*\}/g, '{}');
}

test('every class that a component uses is in its module', () => {
  expect(defined.size).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test('every class of a module is used', () => {
  const unused = Array.from(defined).flatMap(([path, names]) =>
    usedByVariable.has(path)
      ? []
      : [...names].filter((name) => !used.get(path)?.has(name)).map((name) => `${path}: .${name}`),
  );
  expect(unused).toEqual([]);
});
