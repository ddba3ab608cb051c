import type { CrashReport } from '../crashes/report/crash-report.ts';
import type { SymbolKind } from './symbol-file-store.ts';
import type { SymbolicatedReport } from './symbolicated-frame.ts';

export interface SymbolScope {
  readonly projectId: string;
  /** Where a report has one, its symbolicated form is remembered until the symbols change. */
  readonly reportId?: string;
}

/** A symbol file that would have helped. */
export interface MissingSymbols {
  readonly kind: SymbolKind;
  readonly release: string | null;
  readonly file: string | null;
  readonly debugId: string | null;
}

export interface Symbolication {
  readonly report: SymbolicatedReport;
  readonly missing: readonly MissingSymbols[];
  /** Ids of the symbol files that said something. */
  readonly used: readonly string[];
  /** Why frames were left as they are although there are files for them. */
  readonly failure?: string;
}

/**
 * Takes the frames of reports back to the source.
 *
 * Every implementation keeps these promises:
 * - a report is always given back: what cannot be looked up stays as it was reported;
 * - whatever was uploaded, an answer takes a bounded time and the process goes on;
 * - a report that came before the symbols is symbolicated like one that came after them.
 */
export interface Symbolicator {
  symbolicate(scope: SymbolScope, report: CrashReport): Promise<Symbolication>;
  /** Moves with every upload and every removal: what was made of reports before may be different now. */
  symbolsVersion(projectId: string): Promise<number>;
}
