import type { SourceContext } from '../symbolicated-frame.ts';

/** A place of the source, both numbers beginning with 1. */
export interface ScriptPlace {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  /** The function around the place, where the map knows it. */
  readonly enclosing?: string;
  /** What is called at exactly this place, under its original name. */
  readonly called?: string;
  readonly context?: SourceContext;
}
