import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { PlatformStorage } from '@lamppost/sdk-core';
import { isAlive, type JournalOwner, thisProcess } from './journal-owner.ts';

/** A journal is written anew when it is longer than this, and most of it is past. */
const COMPACT_BYTES = 1_048_576;
const JOURNAL_SUFFIX = '.journal';

/** Of this process, and in use; one set, also when the package is loaded as a module and by require. */
const openJournals: unique symbol = Symbol.for('lamppost.openJournals') as never;
const shared = globalThis as { [openJournals]?: Set<string> };
shared[openJournals] ??= new Set();
const open = shared[openJournals];

interface Journal {
  readonly owner: JournalOwner;
  readonly entries: Map<string, string>;
}

/** Undefined when it is none. A line that was cut, by a crash or a full disk, is left out. */
function readJournal(file: string): Journal | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // Somebody else was quicker, or it is not for us.
    return undefined;
  }
  const [first = '', ...lines] = text.split('\n');
  const entries = new Map<string, string>();
  const parse = (line: string): unknown => {
    try {
      return JSON.parse(line);
    } catch {
      // Cut: each line begins with its own break, so the next one is whole.
      return undefined;
    }
  };
  for (const line of lines) {
    const [key, value] = (parse(line) ?? []) as [string?, string?];
    if (typeof key !== 'string') continue;
    if (typeof value === 'string') entries.set(key, value);
    else entries.delete(key);
  }
  const owner = parse(first) as JournalOwner | undefined;
  return typeof owner?.pid === 'number' ? { owner, entries } : undefined;
}

/**
 * Texts in a directory, kept by appending to a journal of this process's own: one write a change, without waiting for
 * the disk. So it survives the end of the process, however that comes about, but not always that of the machine.
 *
 * The first line of a journal says whose it is; every other one is `[key, value]`, or `[key]` for what was removed.
 * Journals of processes that are no more are taken over when another one begins. Should a live one be mistaken for dead,
 * as between containers that share a directory, what it keeps is sent twice, and counted once by the server.
 */
export class FileStorage implements PlatformStorage {
  readonly #file: string;
  #descriptor: number;
  #bytes = 0;
  #liveBytes = 0;
  readonly #entries = new Map<string, string>();

  /** Throws when the directory cannot be used. */
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const names = readdirSync(directory).filter((name) => name.endsWith(JOURNAL_SUFFIX));
    const left = names.map((name) => join(directory, name)).filter((file) => this.#takeOver(file));
    this.#file = join(directory, `${Date.now()}-${randomUUID()}${JOURNAL_SUFFIX}`);
    this.#descriptor = this.#writeWhole();
    open.add(this.#file);
    // After what they hold is in this one: a crash in between leaves it in both, under the same names.
    for (const file of left) rmSync(file, { force: true });
  }

  get(key: string): string | null {
    return this.#entries.get(key) ?? null;
  }

  set(key: string, value: string): void {
    this.#liveBytes += value.length - (this.#entries.get(key)?.length ?? 0);
    this.#entries.set(key, value);
    this.#append([key, value]);
  }

  remove(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#liveBytes -= value.length;
    this.#entries.delete(key);
    this.#append([key]);
  }

  keys(prefix: string): readonly string[] {
    return [...this.#entries.keys()].filter((key) => key.startsWith(prefix));
  }

  close(): void {
    if (!open.delete(this.#file)) return;
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
  }

  #append(line: readonly string[]): void {
    if (!open.has(this.#file)) return;
    this.#bytes += writeSync(this.#descriptor, `\n${JSON.stringify(line)}`);
    if (this.#bytes > COMPACT_BYTES && this.#bytes > 4 * this.#liveBytes) {
      closeSync(this.#descriptor);
      this.#descriptor = this.#writeWhole();
    }
  }

  /** All that is kept, under the name of the journal at once or not at all. */
  #writeWhole(): number {
    const lines = [thisProcess(), ...this.#entries].map((line) => JSON.stringify(line));
    const draft = `${this.#file}.draft`;
    const descriptor = openSync(draft, 'w', 0o600);
    this.#bytes = writeSync(descriptor, lines.join('\n'));
    renameSync(draft, this.#file);
    return descriptor;
  }

  #takeOver(file: string): boolean {
    if (open.has(file)) return false;
    const journal = readJournal(file);
    const isTheirs = journal && journal.owner.pid !== process.pid && isAlive(journal.owner);
    if (!journal || isTheirs) return false;
    for (const [key, value] of journal.entries) {
      this.#entries.set(key, value);
      this.#liveBytes += value.length;
    }
    return true;
  }
}
