import type { CompiledFlag } from './compile-flag.ts';
import type { FlagEvaluation } from './flag-evaluation.ts';
import type { FlagTable } from './flag-table.ts';

/** The flags that others may need, during the evaluation of one subject. */
export class NeededFlags {
  readonly flags: FlagTable;
  /** How many flags deep prerequisites are being decided. */
  depth = 0;
  #decided: Map<CompiledFlag, FlagEvaluation | undefined> | undefined;

  constructor(flags: FlagTable) {
    this.flags = flags;
  }

  /** What they are for the subject, each decided once; undefined for one that is being decided. */
  get decided(): Map<CompiledFlag, FlagEvaluation | undefined> {
    this.#decided ??= new Map();
    return this.#decided;
  }
}
