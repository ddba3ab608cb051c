import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FuzzRequest } from './build-request.ts';

const folder = fileURLToPath(new URL('./corpus', import.meta.url));

/** A request that has once been answered wrongly, and what was wrong. */
export interface CorpusEntry {
  readonly fault: string;
  readonly request: FuzzRequest;
}

export function saveToCorpus(entry: CorpusEntry): string {
  const digest = createHash('sha256').update(JSON.stringify(entry.request)).digest('hex').slice(0, 8);
  const name = `${entry.request.route}-${digest}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}`, `${JSON.stringify(entry, null, 2)}\n`);
  return name;
}

export const readCorpus = (): readonly (CorpusEntry & { readonly name: string })[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, ...(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as CorpusEntry) }));
