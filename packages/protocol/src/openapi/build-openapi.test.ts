import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { type Route, routes } from '../routes.ts';
import { buildOpenapi } from './build-openapi.ts';
import { buildReference } from './build-reference.ts';

test('the committed document is what the schemas say now', async () => {
  const committed = await readFile(new URL('../../../../spec/openapi.json', import.meta.url), 'utf8');
  expect(committed, 'stale: run `npm run generate`').toBe(
    `${JSON.stringify(buildOpenapi(packageJson.version), null, 1)}\n`,
  );
});

test('every route is an operation, and every reference leads somewhere', () => {
  const document = buildOpenapi('1') as {
    paths: Record<string, Record<string, unknown>>;
    components: { schemas: Record<string, unknown> };
  };
  for (const route of Object.values(routes) as Route[]) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    expect(document.paths[path]?.[route.method.toLowerCase()], `${route.method} ${path}`).toBeDefined();
  }
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(references.length).toBeGreaterThan(50);
  for (const name of references) expect(document.components.schemas).toHaveProperty(`${name}`);
});

test('the readable pages hold every path and every shape once, and no script', () => {
  const document = buildOpenapi('1') as { components: { schemas: Record<string, unknown> } };
  const pages = buildReference(document);
  const labels = pages.flatMap(({ entries }) => entries.map(({ label }) => label)).sort();
  const expected = [
    ...(Object.values(routes) as Route[]).map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
    ...Object.keys(document.components.schemas),
  ].sort();
  expect(labels).toEqual(expected);
  for (const { html, entries } of pages) {
    expect(html).not.toContain('<script');
    for (const { id } of entries) expect(html.split(`id="${id}"`)).toHaveLength(2);
  }
});
