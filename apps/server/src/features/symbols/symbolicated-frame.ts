import type { CrashFrame, RawFrame } from '../crashes/grouping/crash-frame.ts';
import type { CrashException, CrashReport, CrashThread } from '../crashes/report/crash-report.ts';

/** Lines of the source around the one that a frame stands on. */
export interface SourceContext {
  readonly before: readonly string[];
  readonly line: string;
  readonly after: readonly string[];
}

/** What a symbol file adds to a frame. */
interface SymbolFacts {
  /** The frame as it was reported; on the first of several that it stands for. */
  readonly reported?: RawFrame;
  readonly context?: SourceContext;
  /** Other methods that it may have been just as well, as `Class.method`. */
  readonly alternatives?: readonly string[];
}

export interface SymbolicatedFrame extends CrashFrame, SymbolFacts {}

export interface SymbolicatedReport extends CrashReport {
  readonly exceptions: readonly (CrashException & { readonly frames: readonly SymbolicatedFrame[] })[];
  readonly threads: readonly (CrashThread & { readonly frames: readonly SymbolicatedFrame[] })[];
}

/** A frame that a symbol file gave back: who owns its code is not decided yet. */
export interface ResolvedFrame extends RawFrame, SymbolFacts {}
