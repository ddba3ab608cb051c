import { fileURLToPath } from 'node:url';
import { findBrokenLinks } from './find-broken-links.mjs';

const { documents, links, broken } = findBrokenLinks(fileURLToPath(new URL('../..', import.meta.url)));
for (const { file, line, target } of broken) console.log(`${file}:${line}  there is no ${target}`);
console.log(`${broken.length} broken of ${links} links in ${documents} documents.`);
process.exitCode = broken.length === 0 ? 0 : 1;
