import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { writeFileDurably } from '../write-file-durably.ts';

/** Who this edge is among those that share a control plane: the data directory it runs on, whatever its address. */
export interface EdgeIdentity {
  readonly id: string;
  /** Written down once the directory may be written. */
  keep(): Promise<void>;
}

export function edgeIdentity(dataDir: string): EdgeIdentity {
  const path = join(dataDir, 'edge.json');
  const known = readKnown(path);
  const id = known ?? uuidv7();
  return {
    id,
    keep: async () => {
      if (known === undefined) await writeFileDurably(path, `${JSON.stringify({ id })}\n`);
    },
  };
}

/** A file that is not there, or not whole, makes a new edge: what was its own is then taken over as from another one. */
function readKnown(path: string): string | undefined {
  try {
    const { id } = JSON.parse(readFileSync(path, 'utf8')) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
