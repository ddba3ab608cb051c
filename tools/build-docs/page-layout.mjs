import { escapeHtml } from './escape-html.mjs';

/**
 * @typedef {object} Page
 * @property {string} address
 * @property {string} title
 * @property {string} html
 * @property {readonly import('./render-markdown.mjs').Heading[]} headings
 *
 * @typedef {object} NavigationGroup
 * @property {string} title
 * @property {boolean} isFolded
 * @property {readonly { address: string, label: string }[]} entries
 *
 * @typedef {object} Site
 * @property {string} version
 * @property {readonly NavigationGroup[]} groups
 * @property {Readonly<Record<string, string>>} assets addresses by name
 */

const lamp = `<svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path class="light" d="M20.5 12 31 30H10z"/><path d="M7 30V12.5C7 7 9.8 3.5 14 3.5c3.8 0 6.5 2 6.5 4.5" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/><path d="M14 13a6.5 6 0 0 1 13 0z" fill="currentColor"/><circle class="bulb" cx="20.5" cy="13.4" r="2.6"/></svg>`;

/**
 * A whole page. Everything on it works without scripts but the search, the switch of the theme and copying.
 * @param {Page} page
 * @param {Site} site
 */
export function pageLayout(page, site) {
  const { assets } = site;
  const isFirst = page.address === '/docs';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${isFirst ? 'Lamppost documentation' : `${escapeHtml(page.title)} · Lamppost`}</title>
<script src="${assets['theme.js']}"></script>
<link rel="preload" href="${assets['inter.woff2']}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets['docs.css']}">
<link rel="icon" href="${assets['lamp.svg']}" type="image/svg+xml">
<script src="${assets['docs.js']}" defer></script>
</head>
<body data-index="${assets['search.json']}">
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<a class="menu" href="#pages">Pages</a>
<a class="brand" href="/docs" aria-label="Lamppost docs">${lamp}<span>Lamppost <span class="docs">docs</span></span></a>
<form class="search" role="search" action="/docs" hidden><input type="search" role="combobox" aria-label="Search the documentation" aria-expanded="false" aria-controls="results" aria-autocomplete="list" placeholder="Search" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd><div id="results" class="results" role="listbox" aria-label="Results" hidden></div></form>
<button class="theme" type="button" hidden></button>
<a class="to-dashboard" href="/">Dashboard</a>
</header>
<div class="columns">
<nav id="pages" class="pages" aria-label="Pages">
<a class="close" href="#content">Close</a>
${site.groups.map((group) => groupHtml(group, page.address)).join('\n')}
<p class="version">Lamppost ${escapeHtml(site.version)} · <a href="/">Dashboard</a></p>
</nav>
<main id="content" tabindex="-1">
<article>
${page.html}
</article>
${neighboursHtml(page.address, site)}
</main>
${contentsHtml(page)}
</div>
</body>
</html>
`;
}

/**
 * @param {NavigationGroup} group
 * @param {string} address
 */
function groupHtml({ title, isFolded, entries }, address) {
  const links = entries.map(
    (entry) =>
      `<li><a href="${entry.address}"${entry.address === address ? ' aria-current="page"' : ''}>${escapeHtml(entry.label)}</a></li>`,
  );
  const list = `<ul>${links.join('')}</ul>`;
  if (!isFolded) return `<h2>${escapeHtml(title)}</h2>${list}`;
  const isOpen = entries.some((entry) => entry.address === address);
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary>${list}</details>`;
}

/** @param {Page} page */
function contentsHtml({ headings }) {
  const shown = headings.filter(({ depth }) => depth <= 3);
  if (shown.length < 2) return '<div class="contents"></div>';
  const links = shown.map(
    ({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav>`;
}

/**
 * @param {string} address
 * @param {Site} site
 */
function neighboursHtml(address, { groups }) {
  const entries = groups.find((group) => group.entries.some((entry) => entry.address === address))?.entries ?? [];
  const at = entries.findIndex((entry) => entry.address === address);
  const [before, after] = [entries[at - 1], entries[at + 1]];
  if (at === -1 || (before === undefined && after === undefined)) return '';
  const link = (/** @type {{ address: string, label: string } | undefined} */ entry, /** @type {string} */ word) =>
    entry === undefined
      ? '<span></span>'
      : `<a class="${word.toLowerCase()}" href="${entry.address}"><span>${word}</span>${escapeHtml(entry.label)}</a>`;
  return `<nav class="neighbours" aria-label="Next and previous page">${link(before, 'Previous')}${link(after, 'Next')}</nav>`;
}
