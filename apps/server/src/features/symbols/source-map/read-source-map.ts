import { decodedMappings, FlattenMap, type SectionedSourceMapInput, type TraceMap } from '@jridgewell/trace-mapping';
import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { SymbolFault } from '../symbol-fault.ts';
import { type FunctionMap, isFunctionMap } from './function-names.ts';
import { hasMoreJsonValues } from './has-more-json-values.ts';

export interface ReadSourceMap {
  readonly map: TraceMap;
  readonly file?: string;
  readonly debugId?: string;
  /** By the place of the source in `map.sources`. */
  readonly functionMaps: ReadonlyMap<number, FunctionMap>;
  readonly segments: number;
}

export const sourceMapLimits = {
  sectionLevels: 4,
  sections: 20_000,
  sources: 200_000,
  segments: 4_000_000,
  /** Sources, their contents, names and everything else: each takes memory as soon as it is parsed. */
  values: 2_000_000,
} as const;

/** Throws SymbolFault unless it is a source map of version 3, plain or in sections, within bounds. */
export function readSourceMap(bytes: Buffer): ReadSourceMap {
  if (hasMoreJsonValues(bytes, sourceMapLimits.values)) {
    throw new SymbolFault(`It has more than ${sourceMapLimits.values} sources and names.`);
  }
  const root = parse(bytes.toString('utf8'));
  const parts = flatParts(root, 0, 'the source map');
  const sources = sum(parts.map(({ sources }) => listOf(sources).length));
  if (sources > sourceMapLimits.sources) throw new SymbolFault(`It has more than ${sourceMapLimits.sources} sources.`);
  const segments = sum(parts.map(({ mappings }) => countSegments(String(mappings))));
  if (segments > sourceMapLimits.segments) {
    throw new SymbolFault(`It has more than ${sourceMapLimits.segments} places.`);
  }
  const map = new FlattenMap(root as unknown as SectionedSourceMapInput);
  decodedMappings(map);
  const { file, debugId, debug_id: otherDebugId } = root;
  const id = debugId ?? otherDebugId;
  return {
    map,
    ...(typeof file === 'string' && file !== '' ? { file } : {}),
    ...(typeof id === 'string' && id !== '' ? { debugId: id } : {}),
    functionMaps: functionMapsOf(parts),
    segments,
  };
}

function parse(text: string): JsonObject {
  // Some servers put this in front of JSON so that it cannot be run as a script.
  const body = text.startsWith(")]}'") ? text.slice(text.indexOf('\n') + 1) : text;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    throw new SymbolFault(`It is not JSON: ${error instanceof Error ? error.message.slice(0, 120) : 'unreadable'}.`);
  }
  if (!isJsonObject(value)) throw new SymbolFault('A source map is a JSON object.');
  if (value.version !== 3) throw new SymbolFault('It is not a source map of version 3.');
  return value;
}

/** The plain maps, in the order of their sections. */
function flatParts(map: JsonObject, level: number, place: string): readonly JsonObject[] {
  if (!('sections' in map)) {
    checkPlain(map, place);
    return [map];
  }
  if (level >= sourceMapLimits.sectionLevels) throw new SymbolFault('Its sections are nested too deeply.');
  if (!Array.isArray(map.sections)) throw new SymbolFault(`sections of ${place} is not a list.`);
  const parts: JsonObject[] = [];
  for (const [at, section] of map.sections.entries()) {
    const own = `section ${at}`;
    const { offset, map: inner } = isJsonObject(section) ? section : ({} as JsonObject);
    if (!isJsonObject(offset) || !isCount(offset.line) || !isCount(offset.column)) {
      throw new SymbolFault(`${own} of ${place} has no offset.`);
    }
    if (!isJsonObject(inner)) throw new SymbolFault(`${own} of ${place} holds no map.`);
    parts.push(...flatParts(inner, level + 1, own));
    if (parts.length > sourceMapLimits.sections) throw new SymbolFault('It has too many sections.');
  }
  return parts;
}

function checkPlain({ mappings, sources, names, sourcesContent, sourceRoot }: JsonObject, place: string): void {
  if (typeof mappings !== 'string') throw new SymbolFault(`mappings of ${place} is not a string.`);
  const wrong = mappings.search(/[^A-Za-z0-9+/;,]/);
  if (wrong !== -1) throw new SymbolFault(`mappings of ${place} has a wrong character at ${wrong}.`);
  const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
  if (!Array.isArray(sources) || !sources.every(isTextOrNull)) {
    throw new SymbolFault(`sources of ${place} is not a list of strings.`);
  }
  if (names !== undefined && !(Array.isArray(names) && names.every((name) => typeof name === 'string'))) {
    throw new SymbolFault(`names of ${place} is not a list of strings.`);
  }
  const isContent = sourcesContent === undefined || sourcesContent === null;
  if (!isContent && !(Array.isArray(sourcesContent) && sourcesContent.every(isTextOrNull))) {
    throw new SymbolFault(`sourcesContent of ${place} is not a list of strings.`);
  }
  if (sourceRoot !== undefined && !isTextOrNull(sourceRoot))
    throw new SymbolFault(`sourceRoot of ${place} is not a string.`);
}

function functionMapsOf(parts: readonly JsonObject[]): ReadonlyMap<number, FunctionMap> {
  const found = new Map<number, FunctionMap>();
  let offset = 0;
  for (const { sources, x_facebook_sources: metadata } of parts) {
    for (const [at, entry] of listOf(metadata).entries()) {
      const first = listOf(entry)[0];
      if (isFunctionMap(first)) found.set(offset + at, first);
    }
    offset += listOf(sources).length;
  }
  return found;
}

function countSegments(mappings: string): number {
  let count = 1;
  for (let at = 0; at < mappings.length; at += 1) {
    const code = mappings.charCodeAt(at);
    if (code === 0x2c || code === 0x3b) count += 1;
  }
  return count;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
