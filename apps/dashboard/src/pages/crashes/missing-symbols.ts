import type { Report } from './fold-frames.ts';

export type MissingSymbols = Report['symbols']['missing'][number];

const things: Readonly<Record<string, string>> = {
  sourcemap: 'source map',
  hermes: 'Hermes source map',
  proguard: 'R8 or ProGuard mapping',
  apple: 'Apple symbol table',
  elf: 'ELF symbol table',
};

const symbolThing = (kind: string): string => things[kind] ?? `${kind} file`;

/** "No source map for /assets/app.js of version 2.4.0." */
export function missingSentence({ kind, file, release, debug_id }: MissingSymbols): string {
  const about = [
    file === null ? '' : ` for ${file}`,
    release === null || release === '' ? '' : ` of version ${release}`,
    debug_id === null ? '' : ` with the id ${debug_id}`,
  ].join('');
  return `No ${symbolThing(kind)} uploaded${about}.`;
}

/** The address of the upload form, filled in with what is missing. */
export function uploadSearch({ kind, file, release, debug_id }: MissingSymbols): Readonly<Record<string, string>> {
  return {
    tab: 'symbols',
    kind,
    ...(release === null || release === '' ? {} : { release }),
    ...(file === null ? {} : { file }),
    ...(debug_id === null ? {} : { debugId: debug_id }),
  };
}

/** Why a stack has no names of the source, when nothing is missing. */
export function symbolsSentence({ used, missing, failure }: Report['symbols']): string | undefined {
  if (failure !== null) return `Couldn't read the symbol files: ${failure}`;
  if (missing.length > 0) return undefined;
  return used.length === 0 ? 'The report is already symbolicated, or has no frames to symbolicate.' : undefined;
}
