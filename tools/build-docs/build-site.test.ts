import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { inRepository } from '../run/paths.mjs';
import { buildSite } from './build-site.mjs';
import { renderMarkdown } from './render-markdown.mjs';

let site: Awaited<ReturnType<typeof buildSite>>;
beforeAll(async () => {
  site = await buildSite();
});

const htmlOf = (path: string): string => site.files.get(path)?.toString() ?? '';

test('every guide is a page, and stands in the navigation of every page', () => {
  const guides = readdirSync(inRepository('docs/guides')).map((name) => name.replace(/\.md$/, ''));
  const [navigation = ''] = htmlOf('index.html').match(/<nav id="pages"[\s\S]*?<\/nav>/) ?? [];
  for (const guide of guides) {
    expect([...site.files.keys()]).toContain(`${guide}.html`);
    expect(navigation).toContain(`href="/docs/${guide}"`);
  }
});

test('every link leads to a page that is there, and to a heading that is on it', () => {
  const ids = new Map(
    site.pages.map(({ address }) => {
      const html = htmlOf(address === '/docs' ? 'index.html' : `${address.slice('/docs/'.length)}.html`);
      return [address, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))] as const;
    }),
  );
  const elsewhere = new Set(['/', '/openapi.json']);
  const broken: string[] = [];
  for (const { address, html } of site.pages) {
    for (const [, target = ''] of html.matchAll(/<a [^>]*href="([^"]*)"/g)) {
      if (/^(?:https?|mailto):/.test(target)) continue;
      const [path = '', hash] = target.split('#');
      const known = ids.get(path === '' ? address : path);
      const isThere =
        elsewhere.has(path) || (known !== undefined && (hash === undefined || known.has(decodeURI(hash))));
      if (!isThere) broken.push(`${address} → ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

test('an id stands once on a page', () => {
  for (const { address, html } of site.pages) {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect([address, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([address, []]);
  }
});

test('the search finds every page, and weighs less than a picture', () => {
  const [path = ''] = [...site.files.keys()].filter((name) => name.startsWith('assets/search-'));
  const bytes = site.files.get(path) ?? Buffer.alloc(0);
  const found = new Set((JSON.parse(bytes.toString()) as string[][]).map(([address = '']) => address.split('#')[0]));
  const unlisted = new Set(['/docs', '/docs/not-found']);
  expect(
    site.pages.map(({ address }) => address).filter((address) => !found.has(address) && !unlisted.has(address)),
  ).toEqual([]);
  expect(bytes.length).toBeLessThan(400_000);
});

test('links inside the repository become links of the site, or plain text', () => {
  const sources = new Set(['docs/guides/deploy.md', 'docs/reference/settings.md', 'deploy/nginx.conf']);
  const { html, title, headings } = renderMarkdown(
    '# A guide\n\n## Then & now\n\n[a](deploy.md#docker) [b](../reference/settings.md) [c](../../deploy/nginx.conf) [d](../../apps/server/src/main.ts) [e](https://x.dev) [f](#then--now)',
    'docs/guides/a.md',
    sources,
  );
  expect(title).toBe('A guide');
  expect(headings).toEqual([{ depth: 2, id: 'then--now', text: 'Then & now' }]);
  expect(html).toContain('<a href="/docs/deploy#docker">a</a>');
  expect(html).toContain('<a href="/docs/reference/settings">b</a>');
  expect(html).toContain('<a href="/docs/files/nginx.conf">c</a>');
  expect(html).toContain('<span title="apps/server/src/main.ts in the repository">d</span>');
  expect(html).toContain('<a href="https://x.dev" rel="noreferrer">e</a>');
  expect(html).toContain('<a href="#then--now">f</a>');
});

test('what a document says is shown and never run', () => {
  const { html } = renderMarkdown(
    'Text <script>alert(1)</script> `<b>`\n\n<script>alert(2)</script>\n\n```sh\necho "<i>" # <u>\n```\n\n[x](javascript:alert(3))',
    'docs/guides/a.md',
    new Set(),
  );
  expect(html).not.toMatch(/<script|<b>|<i>|<u>|href="javascript:/);
});
