import type { SourceContext } from '../symbolicated-frame.ts';

/** A place of the source, both numbers beginning with 1. */
export interface ScriptPlace {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  /** The function around the place; null when there is none with a name, undefined when it is not known. */
  readonly enclosing?: string | null;
  readonly context?: SourceContext;
}
