import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, relative, resolve } from 'node:path';
import { camelCase, pascalCase, screamingCase } from '../../codegen/identifiers.ts';

export interface Use {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

const SKIPPED = new Set([
  'node_modules',
  'dist',
  'build',
  'out',
  'coverage',
  'vendor',
  'Pods',
  'DerivedData',
  'target',
]);
const SOURCES = new Set([
  ...['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte', '.astro', '.html'],
  ...['.swift', '.kt', '.kts', '.java', '.m', '.mm', '.go', '.rb', '.py', '.php', '.dart', '.cs'],
]);
const MAX_FILE_BYTES = 2_000_000;
const MAX_TEXT = 80;

/** Lines that name a definition, by name: as a text in quotes, or as the identifier that the code has for it. */
export async function findUses(
  folders: readonly string[],
  generated: readonly string[],
  names: readonly string[],
): Promise<Map<string, Use[]>> {
  const patterns = new Map([...new Set(names)].map((name) => [name, patternOf(name)]));
  const found = new Map<string, Use[]>();
  const seen = new Set(generated.map((path) => resolve(path)));
  for (const folder of folders) {
    for await (const path of sourceFiles(folder)) {
      if (seen.has(path)) continue;
      seen.add(path);
      const lines = (await readFile(path, 'utf8')).split('\n');
      for (const [name, pattern] of patterns) {
        const uses = lines.flatMap((text, index) => (pattern.test(text) ? [placeOfUse(path, index + 1, text)] : []));
        if (uses.length > 0) found.set(name, [...(found.get(name) ?? []), ...uses]);
      }
    }
  }
  return found;
}

const placeOfUse = (path: string, line: number, text: string): Use => ({
  path: relative(process.cwd(), path),
  line,
  text: text.trim().slice(0, MAX_TEXT),
});

function patternOf(name: string): RegExp {
  const exact = escaped(name);
  const words = [camelCase(name), screamingCase(name)].map(escaped).join('|');
  const typeName = escaped(pascalCase(name));
  return new RegExp(`['"\`]${exact}['"\`]|\\.(?:${words})\\b|\\b${typeName}(?:Event|Variant|Assignment)\\b`);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function* sourceFiles(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = resolve(join(folder, entry.name));
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name) && !entry.name.startsWith('.')) yield* sourceFiles(path);
    } else if (entry.isFile() && SOURCES.has(extname(basename(path))) && (await stat(path)).size <= MAX_FILE_BYTES) {
      yield path;
    }
  }
}
