import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CliError } from '../exit/cli-error.ts';

/** Where the compiled server may be, from this file: in the published package, and in the repository. */
const PLACES = ['../server/main.js', '../../server/dist/main.js', '../../../server/dist/main.js'];

/** The server's own entry: it is run, never imported as a part of this program. */
export function serverEntry(): string {
  const found = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));
  if (found === undefined) {
    throw new CliError('The server is not part of this installation.', {
      hint: 'Install the package "lamppost", or build the repository: npm run build',
    });
  }
  return found;
}
