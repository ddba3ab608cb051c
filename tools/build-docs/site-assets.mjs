import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { inRepository } from '../run/paths.mjs';

/** @param {string} path */
const read = (path) => readFileSync(inRepository(path));

/** Colours and types of the dashboard, so that both look like one thing. */
const tokensFile = 'apps/dashboard/src/design/tokens.css';

/**
 * What pages load, by the name that they know it by: an address with a hash of the content, and the content.
 * @param {string} searchJson
 */
export function siteAssets(searchJson) {
  const fonts = {
    'inter.woff2': hashed('inter.woff2', read(font('inter'))),
    'mono.woff2': hashed('mono.woff2', read(font('jetbrains-mono'))),
  };
  const css = read('tools/build-docs/site/docs.css')
    .toString()
    .replaceAll(/url\((\w+\.woff2)\)/g, (_, name) => `url(${fonts[/** @type {keyof typeof fonts} */ (name)].address})`);
  return {
    ...fonts,
    'docs.css': hashed('docs.css', Buffer.from(`${tokens()}\n${css}`)),
    'docs.js': hashed('docs.js', read('tools/build-docs/site/docs.js')),
    'theme.js': hashed('theme.js', read('apps/dashboard/public/theme.js')),
    'lamp.svg': hashed('lamp.svg', read('apps/dashboard/public/lamp.svg')),
    'search.json': hashed('search.json', Buffer.from(searchJson)),
  };
}

/** @param {string} name */
const font = (name) => `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;

/**
 * The tokens, and those of the dark for browsers that run no scripts.
 */
function tokens() {
  const css = read(tokensFile).toString();
  const dark = /:root\[data-mantine-color-scheme="dark"\] (\{[^}]*\})/.exec(css)?.[1];
  if (dark === undefined) throw new Error(`${tokensFile} has no dark theme`);
  return `${css}\n@media (prefers-color-scheme: dark) {\n:root:not([data-mantine-color-scheme]) ${dark}\n}`;
}

/**
 * @param {string} name
 * @param {Buffer} bytes
 */
function hashed(name, bytes) {
  const ending = extname(name);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  return { address: `/docs/assets/${name.slice(0, -ending.length)}-${hash}${ending}`, bytes };
}
