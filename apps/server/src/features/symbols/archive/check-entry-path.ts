import { SymbolFault } from '../symbol-fault.ts';

const MAX_PATH_LENGTH = 1_024;

/** Entries are never written under their own names; a path that plays tricks is refused all the same. */
export function checkEntryPath(path: string): void {
  if (path === '' || path.length > MAX_PATH_LENGTH)
    throw new SymbolFault('The archive has an entry without a usable name.');
  const shown = JSON.stringify(path.slice(0, 100));
  if (/[\u0000-\u001f\u007f\\]/.test(path)) throw new SymbolFault(`${shown} has invalid characters in its path.`);
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) throw new SymbolFault(`${shown} is not a relative path.`);
  if (path.split('/').includes('..')) throw new SymbolFault(`${shown} leads out of the archive.`);
}
