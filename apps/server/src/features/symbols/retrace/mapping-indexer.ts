import { type LineIndexer, sortedIndex, type TextIndex } from '../indexed-text.ts';
import { SymbolFault } from '../symbol-fault.ts';
import { obfuscatedKey, originalKey } from './name-key.ts';
import { classLine } from './read-class-section.ts';

const mappingLimits = { classes: 2_000_000, lineBytes: 65_536 } as const;

const newline = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const tab = 0x09;
const hash = 0x23;
const mapId = /^#\s*pg_map_id:\s*([0-9a-fA-F]{4,128})\s*$/;

/** Finds the classes of an R8 or ProGuard mapping. Lines of members are not looked at before they are needed. */
export class MappingIndexer implements LineIndexer {
  readonly #keys: number[] = [];
  readonly #offsets: number[] = [];
  #debugId: string | undefined;
  #classes = 0;

  line(bytes: Buffer, offset: number, lineNumber: number): void {
    const first = bytes[0];
    if (first === undefined || first === space || first === tab || first === newline || first === carriageReturn)
      return;
    if (bytes.length > mappingLimits.lineBytes) throw new SymbolFault(`Line ${lineNumber} is too long.`);
    const text = bytes.toString('utf8');
    if (first === hash) {
      if (this.#classes === 0) this.#debugId ??= mapId.exec(text.trimEnd())?.[1]?.toLowerCase();
      return;
    }
    const match = classLine.exec(text);
    if (match === null) throw new SymbolFault(`Line ${lineNumber} is not "original.Class -> obfuscated:".`);
    this.#classes += 1;
    if (this.#classes > mappingLimits.classes) {
      throw new SymbolFault(`It has more than ${mappingLimits.classes} classes.`);
    }
    this.#keys.push(obfuscatedKey(match[2] ?? ''), originalKey(match[1] ?? ''));
    this.#offsets.push(offset, offset);
  }

  finish(): TextIndex {
    if (this.#classes === 0) throw new SymbolFault('It has no line of a class ("original.Class -> obfuscated:").');
    const facts = this.#debugId === undefined ? {} : { debugId: this.#debugId };
    return { ...sortedIndex(this.#keys, this.#offsets), facts };
  }
}
