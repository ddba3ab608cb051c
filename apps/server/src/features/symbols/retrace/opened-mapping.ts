import { countUpTo, type IndexedText } from '../indexed-text.ts';
import type { JvmSymbols } from '../opened-symbols.ts';
import { obfuscatedKey, originalKey } from './name-key.ts';
import { type MappedClass, readClassSection } from './read-class-section.ts';

const firstRead = 65_536;
/** A class with more than this is read as far as it goes. */
const MAX_SECTION_LENGTH = 8 * 1_048_576;
const MAX_CLASSES = 500;
const sectionEnd = /\n(?=[^\s#])/;

/** An R8 or ProGuard mapping of which only the classes that are asked for are read. */
export class OpenedMapping implements JvmSymbols {
  readonly family = 'jvm';
  readonly #text: IndexedText;
  readonly #classes = new Map<number, MappedClass | undefined>();

  constructor(text: IndexedText) {
    this.#text = text;
  }

  classNamed(obfuscated: string): MappedClass | undefined {
    return this.#find(obfuscatedKey(obfuscated), (found) => found.obfuscated === obfuscated);
  }

  sourceFileOf(original: string): string | undefined {
    return this.#find(originalKey(original), (found) => found.original === original)?.sourceFile;
  }

  #find(key: number, isMeant: (found: MappedClass) => boolean): MappedClass | undefined {
    const { keys, offsets } = this.#text;
    for (let at = countUpTo(keys, key) - 1; at >= 0 && keys[at] === key; at -= 1) {
      const found = this.#classAt(offsets[at] ?? 0);
      if (found !== undefined && isMeant(found)) return found;
    }
    return undefined;
  }

  #classAt(offset: number): MappedClass | undefined {
    if (this.#classes.has(offset)) return this.#classes.get(offset);
    if (this.#classes.size >= MAX_CLASSES) this.#classes.clear();
    const found = readClassSection(this.#sectionAt(offset));
    this.#classes.set(offset, found);
    return found;
  }

  #sectionAt(offset: number): string {
    for (let bytes = firstRead; ; bytes *= 4) {
      const text = this.#text.textAt(offset, bytes);
      const end = text.search(sectionEnd);
      if (end !== -1) return text.slice(0, end);
      if (bytes >= MAX_SECTION_LENGTH || Buffer.byteLength(text) < bytes) return text;
    }
  }
}
