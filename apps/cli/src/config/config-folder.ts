import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where profiles are: `$XDG_CONFIG_HOME/lamppost`, `~/.config/lamppost` when that is not set. */
export function configFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const base = env.XDG_CONFIG_HOME;
  return join(base !== undefined && base !== '' ? base : join(homedir(), '.config'), 'lamppost');
}
