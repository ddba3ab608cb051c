import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CliError } from '../exit/cli-error.ts';

/** From this file as it is compiled; the published package keeps the places of the repository. */
const ENTRY = '../../../server/dist/main.js';

/** The server's own entry: it is run, never imported as a part of this program. */
export function serverEntry(): string {
  const path = fileURLToPath(new URL(ENTRY, import.meta.url));
  if (!existsSync(path)) {
    throw new CliError('The server is not part of this installation.', {
      hint: 'Install the package "lamppost", or build the repository with: npm run build',
    });
  }
  return path;
}
