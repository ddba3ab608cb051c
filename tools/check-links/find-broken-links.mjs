import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {{ file: string, line: number, target: string }} BrokenLink */

const skipped = new Set(['node_modules', 'dist', 'data', '.git', '.stamps', 'coverage']);
const link = /\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"\s]+)"/g;

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function markdownIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : markdownIn(root, path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Lines inside a fence show text and link nowhere. @param {string} text */
function withoutFences(text) {
  let isFenced = false;
  return text.split('\n').map((line) => {
    if (/^\s*```/.test(line)) {
      isFenced = !isFenced;
      return '';
    }
    return isFenced ? '' : line;
  });
}

/**
 * Links of the repository's documents that lead to a file that is not there. Links to the web are not followed.
 * @param {string} root
 * @returns {{ documents: number, links: number, broken: BrokenLink[] }}
 */
export function findBrokenLinks(root) {
  const documents = markdownIn(root, '.');
  const links = documents.flatMap((file) =>
    withoutFences(readFileSync(join(root, file), 'utf8')).flatMap((text, index) =>
      Array.from(text.matchAll(link), (match) => ({ file, line: index + 1, target: `${match[1] ?? match[2]}` })).filter(
        ({ target }) => !/^(?:[a-z]+:|#)/.test(target),
      ),
    ),
  );
  const broken = links.filter(({ file, target }) => {
    const [path = ''] = target.split('#');
    return !existsSync(join(root, dirname(file), decodeURI(path)));
  });
  return { documents: documents.length, links: links.length, broken };
}
