export const symbolKinds = ['sourcemap', 'hermes', 'proguard', 'apple', 'elf', 'archive'] as const;
export type SymbolKind = (typeof symbolKinds)[number];

export const kindWords: Readonly<Record<SymbolKind, string>> = {
  sourcemap: 'Source map',
  hermes: 'Hermes source map (React Native)',
  proguard: 'R8 or ProGuard mapping',
  apple: 'Apple symbol table',
  elf: 'ELF symbol table (Android, Linux)',
  archive: 'Zip of source maps',
};

export const isSymbolKind = (value: unknown): value is SymbolKind => symbolKinds.some((kind) => kind === value);

export interface SymbolGuess {
  readonly kind: SymbolKind;
  /** The script that a map is for. */
  readonly file: string | undefined;
}

/** How much of a file is read to guess what it is. */
export const GUESS_BYTES = 4096;

/** What a chosen file probably is, by its name and how it begins. The form lets people say otherwise. */
export function guessSymbol(name: string, beginning: string): SymbolGuess {
  if (/\.zip$/i.test(name) || beginning.startsWith('PK')) return { kind: 'archive', file: undefined };
  if (/\.(bundle|hbc|jsbundle)\.map$/i.test(name)) return { kind: 'hermes', file: undefined };
  if (/\.map$/i.test(name) || /^\s*\{[\s\S]*"(mappings|sections)"/.test(beginning)) {
    return { kind: 'sourcemap', file: name.replace(/\.map$/i, '') };
  }
  if (/mapping.*\.txt$/i.test(name) || /^(#.*\n)*\S+ -> \S+:$/m.test(beginning)) {
    return { kind: 'proguard', file: undefined };
  }
  return {
    kind: /__mh_execute_header|\.dylib/.test(beginning) ? 'apple' : 'elf',
    file: name.replace(/\.(txt|sym)$/i, ''),
  };
}

export interface SymbolLabels {
  readonly kind: SymbolKind;
  readonly release: string;
  readonly build: string;
  readonly file: string;
  readonly debugId: string;
  readonly platform: string;
}

/** The query of an upload: what is not said is left out. */
export function uploadQuery({ kind, release, build, file, debugId, platform }: SymbolLabels) {
  const said = (text: string): string | undefined => text.trim() || undefined;
  return {
    kind,
    release: said(release),
    build: said(build),
    file: kind === 'archive' || kind === 'proguard' ? undefined : said(file),
    debug_id: said(debugId),
    platform: said(platform),
  };
}
