import type { LineIndexer, TextIndex } from '../indexed-text.ts';
import type { OpenedSymbols } from '../opened-symbols.ts';
import { MappingIndexer } from '../retrace/mapping-indexer.ts';
import { OpenedMapping } from '../retrace/opened-mapping.ts';
import { OpenedSourceMap } from '../source-map/opened-source-map.ts';
import { type ReadSourceMap, readSourceMap } from '../source-map/read-source-map.ts';
import type { SymbolKind } from '../symbol-file-store.ts';
import { OpenedSymbolTable } from '../symbol-table/opened-symbol-table.ts';
import { SymbolTableIndexer } from '../symbol-table/symbol-table-indexer.ts';
import { BlockFile } from './block-file.ts';
import { indexBlockFile } from './index-block-file.ts';
import { readIndexFile, writeIndexFile } from './index-file.ts';

/** A symbol file that is ready for queries. */
export interface OpenFile {
  readonly symbols: OpenedSymbols;
  /** What it takes in memory, about. */
  readonly weightBytes: number;
  close(): void;
}

/** What content says of itself. */
export interface ContentFacts {
  readonly debugId?: string;
  readonly file?: string;
}

/** Reads all of it once and leaves an index behind, if its kind has one. Throws SymbolFault. */
export function inspectContent(contentPath: string, indexPath: string, kind: SymbolKind): ContentFacts {
  if (kind === 'sourcemap' || kind === 'hermes') {
    const { file, debugId } = readMap(contentPath);
    return { ...(file === undefined ? {} : { file }), ...(debugId === undefined ? {} : { debugId }) };
  }
  const { debugId } = makeIndex(contentPath, indexPath, kind).facts;
  return debugId === undefined ? {} : { debugId };
}

export function openSymbols(contentPath: string, indexPath: string, kind: SymbolKind): OpenFile {
  if (kind === 'sourcemap' || kind === 'hermes') {
    const symbols = new OpenedSourceMap(readMap(contentPath), kind === 'hermes' ? 0 : 1);
    return { symbols, weightBytes: symbols.weightBytes, close: () => undefined };
  }
  const index = readIndexFile(indexPath) ?? makeIndex(contentPath, indexPath, kind);
  const file = new BlockFile(contentPath);
  const text = { ...index, textAt: (offset: number, bytes: number) => file.textAt(offset, bytes) };
  const symbols =
    kind === 'proguard'
      ? new OpenedMapping(text)
      : new OpenedSymbolTable(text, index.facts.base ?? 0, kind === 'apple');
  return { symbols, weightBytes: index.keys.length * 12 + 1_048_576, close: () => file.close() };
}

function readMap(contentPath: string): ReadSourceMap {
  const file = new BlockFile(contentPath);
  try {
    return readSourceMap(file.whole());
  } finally {
    file.close();
  }
}

function makeIndex(contentPath: string, indexPath: string, kind: SymbolKind): TextIndex {
  const indexer: LineIndexer = kind === 'proguard' ? new MappingIndexer() : new SymbolTableIndexer(kind === 'apple');
  const file = new BlockFile(contentPath);
  try {
    const index = indexBlockFile(file, indexer);
    writeIndexFile(indexPath, index);
    return index;
  } finally {
    file.close();
  }
}
