import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { internalNames } from '../run/internal-names.mjs';
import { inRepository } from '../run/paths.mjs';

const read = (path: string): string => readFileSync(inRepository(path), 'utf8');
const sourcesOf = (folder: string): string[] =>
  readdirSync(inRepository(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourcesOf(path);
    return /(?<!\.test|\.contract)\.ts$/.test(entry.name) ? [path] : [];
  });
const sources = ['packages/sdk-core/src', 'packages/sdk-browser/src'].flatMap(sourcesOf);
const names = [...new Set(Object.values(internalNames).flatMap((members) => Object.keys(members)))];

/** Every name of a member in the answers and bodies of the API. */
function wireNames(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) wireNames(item, found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) {
      if (key === 'properties') for (const name of Object.keys(member as object)) found.add(name);
      wireNames(member, found);
    }
  return found;
}

describe('names that are short in published bundles', () => {
  test('are members of the interfaces that they are listed with', () => {
    const text = sources.map(read).join('\n');
    const others: Record<string, string[]> = {
      Core: ['CoreSettings', 'CoreState'],
      QueuedItem: ['ItemOptions'],
      TransportResponse: ['Transport'],
    };
    for (const [owner, members] of Object.entries(internalNames)) {
      const declarations = [owner, ...(others[owner] ?? [])].map(
        (name) => new RegExp(`(?:interface|type) ${name}\\b[^{;]*[={][\\s\\S]*?\\n(?:}|\\))`).exec(text)?.[0] ?? '',
      );
      for (const name of Object.keys(members))
        expect([owner, name, declarations.some((one) => new RegExp(`\\b${name}\\??[:(]`).test(one))]).toEqual([
          owner,
          name,
          true,
        ]);
    }
  });

  test('are different within one interface, and the same wherever the name is', () => {
    const all = new Map<string, string>();
    for (const members of Object.values(internalNames)) {
      expect(new Set(Object.values(members)).size).toBe(Object.keys(members).length);
      for (const [name, short] of Object.entries(members)) expect(all.get(name) ?? short).toBe(short);
      for (const [name, short] of Object.entries(members)) all.set(name, short);
    }
  });

  test('are no members of what apps are given', () => {
    const types = read('packages/sdk-browser/dist/index.d.ts');
    for (const name of names)
      expect([name, new RegExp(`^ +(?:readonly )?${name}\\??[:(<]`, 'm').test(types)]).toEqual([name, false]);
  });

  test('are not on the wire: a bundle writes what carries such a name there as text', () => {
    const wire = wireNames(JSON.parse(read('spec/openapi.json')));
    expect(wire.has('variant_key')).toBe(true);
    // What the API calls so is no member of an object that an SDK makes: it writes it as text, or does not use it.
    const known = ['atMs', 'config', 'context', 'items', 'owner', 'start', 'state', 'result', 'storage', 'store'];
    expect(names.filter((name) => wire.has(name) && !known.includes(name))).toEqual([]);
  });

  test('are never used as texts, where they would keep their length', () => {
    // Names in storage, and an event of the page.
    const texts = new Set(['state', 'config', 'storage']);
    for (const file of sources)
      for (const [, text = ''] of read(file).matchAll(/(?<!\[)'(\w+)'/g))
        if (names.includes(text) && !texts.has(text)) expect(`${file}: ${text}`).toBe('no such text');
  });
});
