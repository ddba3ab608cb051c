import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRepository } from '../run/paths.mjs';
import { sdkPackages } from '../run/sdk-packages.mjs';
import { escapeHtml } from './escape-html.mjs';
import { navigation } from './navigation.mjs';
import { addressOf, shownFiles } from './page-addresses.mjs';
import { pageLayout } from './page-layout.mjs';
import { codeHtml, renderMarkdown } from './render-markdown.mjs';
import { siteAssets } from './site-assets.mjs';

/** @typedef {import('./page-layout.mjs').Page & { sections: readonly import('./render-markdown.mjs').Section[], isDeep?: boolean }} SitePage `isDeep`: found by headings only */

/** @param {string} path */
const read = (path) => readFileSync(inRepository(path), 'utf8');

/**
 * The documentation: every file of it, by its path below /docs.
 * @returns {Promise<{ files: ReadonlyMap<string, Buffer>, pages: readonly SitePage[] }>}
 */
export async function buildSite() {
  const decisions = markdownIn('docs/adr');
  const sdks = sdkPackages.map(({ folder }) => `${folder}/README.md`);
  const groups = navigation(sdks, decisions).map((group) => ({
    ...group,
    entries: group.entries.filter(({ source }) => existsSync(inRepository(source))),
  }));
  const listed = groups.flatMap(({ entries }) => entries.map(({ source }) => source));
  const sources = new Set([...listed, ...shownFiles]);
  const documents = new Map(
    listed.map((source) => [
      source,
      {
        address: addressOf(source),
        ...renderMarkdown(read(source), source, sources),
        isDeep: decisions.includes(source) || source === 'CHANGELOG.md',
      },
    ]),
  );
  const { version } = JSON.parse(read('package.json'));
  const reference = await referencePages();
  const shown = groups.map(({ title, about, isFolded = false, entries }) => ({
    title,
    about,
    isFolded,
    entries: entries.map(({ source, label }) => ({
      address: addressOf(source),
      label: label ?? documents.get(source)?.title ?? source,
    })),
  }));
  const api = {
    title: 'API',
    about: 'Every route and field.',
    isFolded: true,
    entries: reference.map(({ address, label }) => ({ address, label })),
  };
  const all = [...shown.slice(0, -1), api, ...shown.slice(-1)];
  /** @type {SitePage[]} */
  const pages = [
    ...documents.values(),
    ...reference,
    ...shownFiles.map(filePage),
    homePage(all, reference),
    { address: '/docs/not-found', title: 'Not found', headings: [], sections: [], html: notFound },
  ];
  const assets = siteAssets(JSON.stringify(searchRows(pages)));
  const addresses = Object.fromEntries(Object.entries(assets).map(([name, { address }]) => [name, address]));
  const site = { version, groups: all, assets: addresses };
  const files = new Map([
    ...Object.values(assets).map(({ address, bytes }) => /** @type {const} */ ([below(address), bytes])),
    ...pages.map((page) => /** @type {const} */ ([fileOf(page.address), Buffer.from(pageLayout(page, site))])),
  ]);
  return { files, pages };
}

/** @param {string} address */
const below = (address) => address.slice('/docs/'.length);

/** @param {string} address */
const fileOf = (address) => (address === '/docs' ? 'index.html' : `${below(address)}.html`);

/** @param {string} folder */
const markdownIn = (folder) =>
  readdirSync(inRepository(folder))
    .filter((name) => extname(name) === '.md')
    .sort()
    .map((name) => `${folder}/${name}`);

const notFound = `<h1>Not found</h1><p>There is no such page. The pages that there are stand in the navigation, and the search finds what is on them.</p>`;

/** The API, from the document that describes it. */
async function referencePages() {
  const module = pathToFileURL(inRepository('packages/protocol/dist/openapi/build-reference.js')).href;
  /** @type {{ buildReference: (openapi: object) => readonly { slug: string, title: string, html: string, entries: readonly { id: string, label: string, summary: string }[] }[] }} */
  const { buildReference } = await import(module);
  const parts = buildReference(JSON.parse(read('packages/protocol/dist/openapi.json')));
  const overview = {
    address: '/docs/api',
    label: 'All routes',
    title: 'API',
    headings: parts.slice(0, -1).map(({ slug, title }) => ({ depth: 2, id: slug, text: title })),
    sections: [{ id: '', heading: '', text: 'routes endpoints HTTP openapi.json keys Authorization Bearer' }],
    html: `<h1>API</h1><p>Bodies and answers are JSON. Every answer is <code>{"data": …}</code> or <code>{"error": {"code", "message", "details"?}}</code>; the codes are in <a href="/docs/reference/errors">Errors</a>. Keys go into <code>Authorization: Bearer …</code>. For tools: <a href="/openapi.json">openapi.json</a>.</p>
${parts.slice(0, -1).map(routesHtml).join('\n')}`,
  };
  return [
    overview,
    ...parts.map(({ slug, title, html, entries }) => ({
      address: `/docs/api/${slug}`,
      label: title,
      title: `API: ${title}`,
      headings: entries.map(({ id, label }) => ({ depth: 2, id, text: label })),
      sections: entries.map(({ id, label, summary }) => ({ id, heading: label, text: summary })),
      html: `<h1>${escapeHtml(title)}</h1>\n${html}`,
    })),
  ];
}

/** @param {{ slug: string, title: string, entries: readonly { id: string, label: string, summary: string }[] }} part */
const routesHtml = ({ slug, title, entries }) =>
  `<h2 id="${slug}"><a href="/docs/api/${slug}">${escapeHtml(title)}</a></h2><ul class="routes">${entries
    .map(({ id, label, summary }) => {
      const [method = '', path = ''] = label.split(' ');
      return `<li><a href="/docs/api/${slug}#${id}"><span class="method">${method}</span> <code>${escapeHtml(path)}</code></a> <span class="optional">${escapeHtml(summary)}</span></li>`;
    })
    .join('')}</ul>`;

/** @param {string} source @returns {SitePage} */
function filePage(source) {
  const language = extname(source) === '.yaml' ? 'yaml' : 'sh';
  const html = `<h1>${escapeHtml(source)}</h1>${codeHtml(read(source).trimEnd(), language)}`;
  return {
    address: addressOf(source),
    title: source,
    headings: [],
    sections: [{ id: '', heading: '', text: '' }],
    html,
  };
}

/**
 * @param {readonly { title: string, about: string, entries: readonly { address: string, label: string }[] }[]} groups
 * @param {readonly { label: string, html: string, address: string }[]} reference
 * @returns {SitePage}
 */
function homePage(groups, reference) {
  const cards = groups.map(
    ({ title, about, entries }) =>
      `<section><h2>${escapeHtml(title)}</h2><p>${escapeHtml(about)}</p><ul>${entries
        .slice(0, 16)
        .map(({ address, label }) => `<li><a href="${address}">${escapeHtml(label)}</a></li>`)
        .join('')}</ul></section>`,
  );
  const routes = (reference[0]?.html ?? '').split('</p>\n')[1] ?? '';
  return {
    address: '/docs',
    title: 'Documentation',
    headings: [],
    sections: [],
    html: `<h1>Documentation</h1>
<p class="lead">Events, flags, experiments, crashes and performance, on your own machine. New here? <a href="/docs/start">From nothing to a typed flag in five minutes</a>.</p>
<div class="cards">${cards.join('\n')}</div>
<details class="all-routes"><summary>Every route of the API</summary>${routes.replaceAll(/<h2 id="[^"]*">/g, '<h2>')}</details>`,
  };
}

/**
 * What the search looks through: a row for each section.
 * @param {readonly SitePage[]} pages
 */
const searchRows = (pages) =>
  pages.flatMap(({ address, title, sections, isDeep = false }) =>
    sections.map(({ id, heading, text }) => [
      id === '' ? address : `${address}#${id}`,
      title,
      heading,
      isDeep ? '' : wordsOf(text),
    ]),
  );

/** Each word once: what is found is a section, not a place in it. @param {string} text */
const wordsOf = (text) => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}$_/.-]{2,}/gu) ?? [])].join(' ');
