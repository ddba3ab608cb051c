import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Of every package in the folder, as `sha256sum -c` reads them.
 * @param {string} folder
 */
export const checksumsOf = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}`,
    )
    .join('\n');
