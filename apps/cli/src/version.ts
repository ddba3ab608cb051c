import { readFileSync } from 'node:fs';

/** Of the package that this is part of. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
