import { posix } from 'node:path';

/** Files that are shown as they are, since guides tell people to use them. */
export const shownFiles = [
  'Dockerfile',
  'deploy/compose.yaml',
  'deploy/compose.caddy.yaml',
  'deploy/Caddyfile',
  'deploy/nginx.conf',
  'deploy/lamppost.service',
];

/** What the server hands out elsewhere. @type {Readonly<Record<string, string>>} */
const servedElsewhere = { 'spec/openapi.json': '/openapi.json' };

/**
 * The address of a document, by where it is in the repository.
 * @param {string} source
 */
export function addressOf(source) {
  if (source === 'CHANGELOG.md') return '/docs/changelog';
  // The guide about metrics of apps has its own name.
  if (source === 'docs/performance.md') return '/docs/benchmarks';
  if (shownFiles.includes(source)) return `/docs/files/${posix.basename(source)}`;
  const sdk = /^packages\/(?:sdk-)?([^/]+)\/README\.md$/.exec(source)?.[1];
  if (sdk !== undefined) return `/docs/sdk/${sdk}`;
  return `/docs/${source
    .replace(/^docs\//, '')
    .replace(/^guides\//, '')
    .replace(/\.md$/, '')}`;
}

/**
 * @param {string} source of the document
 * @param {string} path as it is written there
 */
export const inTheRepository = (source, path) => posix.normalize(posix.join(posix.dirname(source), decodeURI(path)));

/**
 * Where a link of a document leads on the site; undefined where it leads to something that only the repository has.
 * @param {string} source the document
 * @param {string} target as it is written there
 * @param {ReadonlySet<string>} sources of all pages
 */
export function resolveLink(source, target, sources) {
  if (/^(?:https?:|mailto:|#)/.test(target)) return target;
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  const [path = '', hash] = target.split('#');
  const file = inTheRepository(source, path);
  const address = sources.has(file) ? addressOf(file) : servedElsewhere[file];
  return address === undefined || hash === undefined ? address : `${address}#${hash}`;
}
