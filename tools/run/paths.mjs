import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));
/** @param {string} path from the root of the repository */
export const inRepository = (path) => join(repositoryRoot, path);
