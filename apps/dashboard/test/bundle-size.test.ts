import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const scriptOfPage = /<script[^>]+src="\/([^"]+\.js)"|<link[^>]+rel="modulepreload"[^>]+href="\/([^"]+\.js)"/g;
const staticImport = /(?:^|[;}])\s*(?:import|export)\s*(?:[\w$*{}\s,]+from)?\s*["'](\.{1,2}\/[^"']+)["']/g;

/** Everything that has to be there before the first page can be drawn. */
function scriptsOfEntry(): Map<string, string> {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const waiting = Array.from(html.matchAll(scriptOfPage), ([, src, preload]) => `${src ?? preload}`);
  const found = new Map<string, string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const text = readFileSync(join(dist, path), 'utf8');
    found.set(path, text);
    for (const [, specifier] of text.matchAll(staticImport)) waiting.push(join(dirname(path), `${specifier}`));
  }
  return found;
}

beforeAll(() => {
  if (!existsSync(join(dist, 'index.html'))) throw new Error('The dashboard is not built: run `npm run build`.');
});

test('what is loaded before the first page is at most 250 KB of script, compressed', () => {
  const scripts = scriptsOfEntry();
  expect(scripts.size).toBeGreaterThan(1);
  const bytes = [...scripts.values()].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(250_000);
});

test('the validators of the wire are not part of it', () => {
  const all = [...scriptsOfEntry().values()].join('\n');
  expect(all).not.toContain('~kind');
  expect(all).not.toContain('must NOT have additional properties');
});

test('the page has no script of its own, which the policy of the server would refuse', () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  expect(html).not.toMatch(/<script(?![^>]+src=)[^>]*>/);
  expect(html).not.toMatch(/ on[a-z]+=/);
});

test('the font of the first screen is fetched at once, and only that one', () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  expect(html.match(/rel="preload"[^>]+as="font"/g)).toHaveLength(1);
  expect(html).toMatch(/href="\/assets\/inter-latin-wght-normal-[\w-]+\.woff2"/);
});
