import { readFileSync } from 'node:fs';
import { CommandFailed } from './command-failed.ts';

/** What the first start wrote, as far as the demo needs it. */
export interface Bootstrap {
  readonly base_url?: string;
  readonly owner?: { readonly email?: string; readonly password?: string };
  readonly operator_token?: string;
  readonly project?: { readonly id?: string };
  readonly keys?: { readonly production?: { readonly secret?: string; readonly publishable?: string } };
}

export function readBootstrap(file: string): Bootstrap {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Bootstrap;
  } catch (error) {
    throw new CommandFailed(`The bootstrap file ${file} cannot be read: ${(error as Error).message}`, 2);
  }
}
